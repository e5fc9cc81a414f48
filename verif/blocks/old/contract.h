// Old words of atomics on global memory: their contract, see blocks/contracts.h. An access is noted with a
// credit only. Memory answers once each write that it took and that asked for it. Each answered access is
// taken once, and has its pass later.
#ifndef OLD_CONTRACT_H
#define OLD_CONTRACT_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

enum { OLD_NOTES = 1 << UL1_OLD_W };

// Where a note is between its lookup and its pass.
enum old_place { OLD_FREE, OLD_WAITS, OLD_SENT, OLD_ANSWERED, OLD_TAKEN };

struct old_contract {
    bool light;  // its outputs are not checked
    bool judged; // there was a reset, so the state is known
    struct old_note {
        uint8_t place, id, part, err, wdb;
        uint32_t mask;
        uint32_t word[UL1_LINE_WORDS];
    } note[OLD_NOTES];
    uint8_t last; // the last one taken
    struct old_coming {
        bool is;
        uint8_t id, part;
        uint32_t mask;
    } coming;                      // the access in stage 1
    bool returns, here;            // passes in stages 1 and 2 that return words
    uint8_t returned;              // number of the one in stage 1
    uint32_t word[UL1_LINE_WORDS]; // words of the one in stage 2
};

const char *old_contract_check(struct old_contract *, const struct ul1_old_in *, const struct ul1_old_out *);

// The lowest free note, or OLD_NOTES; how many notes are at a place; the next answered one, or OLD_NOTES.
unsigned old_free(const struct old_contract *);
unsigned old_count(const struct old_contract *, unsigned place);
unsigned old_next(const struct old_contract *);

#endif
