// Pending request table: what its contract remembers of the cycles before. All zero is the state after reset.
#ifndef PRT_SHADOW_H
#define PRT_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "blocks/prt/answers.h"

enum { PRT_NONE = UL1_PRT };            // no entry

struct prt_contract {
    uint8_t cfg_fetch;                  // the setting of the cycle before
    uint8_t shown, shown_prt;           // the replay about to enter in the cycle before
    uint8_t offered, offered_prt, offered_pos, offered_last; // that on offer in the cycle before
    uint64_t writes;                    // bit i: the write of entry i of the write data buffer is in the request queue
    uint8_t have[UL1_PRT];              // the sectors that the line of an entry has
    uint8_t sent[UL1_PRT];              // those that were asked for and have not arrived
    uint16_t row[UL1_PRT];
    uint8_t replays[UL1_PRT];           // its accesses that have been replayed
    uint8_t failed[UL1_PRT];            // why they fail
    uint8_t err[UL1_PRT];               // the first error of an entry
    uint8_t queue[UL1_PRT];             // entries that are filled, in order, as a ring
    uint32_t head, count;
    struct prt_answers answers;         // what it must answer
    bool light;                         // that is not judged
};

// The entry of a line, or PRT_NONE.
unsigned prt_entry_of(const struct ul1_prt_out *, uint64_t line);

// Whether an entry has this row.
bool prt_row_taken(const struct prt_contract *, const struct ul1_prt_out *, unsigned row);

// Whether all entries are in use, and the lowest that is not.
bool prt_full(const struct ul1_prt_out *);
unsigned prt_lowest_free(const struct ul1_prt_out *);

// The entry whose replays are under way, or the one behind it; there must be one.
static inline unsigned prt_filled_first(const struct prt_contract *shadow, unsigned behind)
{
    return shadow->queue[(shadow->head + behind) % UL1_PRT];
}

void prt_shadow_advance(struct prt_contract *, const struct ul1_prt_in *, const struct ul1_prt_out *);

#endif
