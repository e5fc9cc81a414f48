// Constant cache: the state of its contract. All zero is the state before a reset.
#ifndef CONSTANT_SHADOW_H
#define CONSTANT_SHADOW_H

#include <stdbool.h>

#include "common/sizes.h"

enum { CON_LOADS = 1 << UL1_CON_ID_W, CON_LINE = 4 * UL1_CON_LINE_WORDS, CON_PART = 4 * UL1_CON_PART_WORDS };

// A load, as it was taken, and what it still lacks.
struct con_load {
    bool flying, waits; // waits: its last lookup missed, and no fetch has ended since
    uint8_t warp, reg, width, sign;
    uint8_t err, lane, word;
    unsigned idle; // cycles since its last lookup, or since it was taken or a fetch ended; 0 while it waits
    uint32_t todo, failing;
    uint64_t err_addr, addr[LANES];
};

// The words expected at the register file.
struct con_word {
    bool valid;
    uint8_t id, ofs;
    uint32_t lanes, word;
};

struct constant_shadow {
    bool judged; // there was a reset, so the lines are known
    struct con_load load[CON_LOADS];
    // The lines of each set, the last used first.
    struct con_line {
        bool there[2]; // by part
        uint64_t line; // byte address
        uint32_t word[UL1_CON_LINE_WORDS];
    } set[UL1_CON_SETS][UL1_CON_WAYS];
    struct con_fetch {
        uint8_t state, id, err, walks, got, since; // since: cycles in the state `again`
        bool kept;
        uint64_t addr; // of the word that missed
        uint32_t word[UL1_CON_LINE_WORDS];
    } fetch;
    struct con_word read, out; // in the next cycle, in this one
};

// The lanes that have the next word of a load, and its address.
uint32_t con_lanes(const struct con_load *);
uint64_t con_addr(const struct con_load *);

// The line with the address in its set, or null; its part.
struct con_line *con_find(const struct constant_shadow *, uint64_t addr);
bool con_hits(const struct constant_shadow *, uint64_t addr);
unsigned con_sectors(uint64_t addr);

// A new constant load is offered.
bool con_offers(const struct ul1_constant_in *);

void constant_shadow_advance(struct constant_shadow *, const struct ul1_constant_in *,
                             const struct ul1_constant_out *);

#endif
