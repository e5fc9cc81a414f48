// Pending request table (the MSHRs): the state of its contract. All zero is the state after reset.
#ifndef PRT_SHADOW_H
#define PRT_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "blocks/prt/predictor.h"

enum { PRT_NONE = UL1_PRT }; // no entry

struct prt_contract {
    uint8_t cfg_fetch, cfg_policy; // the settings of the previous cycle
    uint8_t shown, shown_prt;      // the replay about to enter in the previous cycle
    uint8_t offered, offered_prt, offered_pos, offered_last; // the replay on offer in the previous cycle
    uint64_t writes;       // bit i: the write of WDB entry i is in the request queue
    uint8_t have[UL1_PRT]; // the sectors that an entry's line has
    uint8_t sent[UL1_PRT]; // sectors requested that have not arrived
    uint16_t row[UL1_PRT];
    uint8_t replays[UL1_PRT]; // accesses that have been replayed
    uint8_t failed[UL1_PRT];  // the error with which they fail
    uint8_t err[UL1_PRT];     // the first error of an entry
    uint8_t queue[UL1_PRT];   // filled entries, in order, as a ring
    uint32_t head, count;
    struct prt_predictor predictor; // the reference predictor
    bool light;                     // its outputs are not checked
};

// The entry of a line, or PRT_NONE.
unsigned prt_entry_of(const struct ul1_prt_out *, uint64_t line);

// Whether an entry has this row.
bool prt_row_taken(const struct prt_contract *, const struct ul1_prt_out *, unsigned row);

// Whether all entries are in use; the lowest free one.
bool prt_full(const struct ul1_prt_out *);
unsigned prt_lowest_free(const struct ul1_prt_out *);

// The entry that is being replayed, or the one `behind` it; there must be one.
static inline unsigned prt_filled_first(const struct prt_contract *shadow, unsigned behind)
{
    return shadow->queue[(shadow->head + behind) % UL1_PRT];
}

void prt_shadow_advance(struct prt_contract *, const struct ul1_prt_in *, const struct ul1_prt_out *);

#endif
