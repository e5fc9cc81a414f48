// Barriers of thread blocks: count the arrivals of warps, reduce their predicates, and open.
#ifndef UL1_BAR_H
#define UL1_BAR_H

#include "common/bits.h"

// A barrier's number on the pins may be of a barrier that does not exist.
enum { BAR_PLACES = 1 << UL1_BARRIER_W };

_Static_assert(UL1_WARPS <= 64 && UL1_ID_W <= 6, "sets of 64");

// Without barriers nothing of this changes.
struct bar_state {
    uint64_t bars; // bit i: the instruction-table entry i has a bar
    struct bar_note {
        uint8_t barrier, expects, waits;
        uint8_t votes, all; // active lanes with a true predicate; no active lane has a false one
    } note[1 << UL1_ID_W];  // undefined for entries without a bar

    struct bar_barrier {
        uint8_t arrived, expects; // arrivals so far; with none the other fields are undefined
        uint8_t all;
        uint16_t votes;
    } barrier[BAR_PLACES];
    uint64_t waiting;            // warps that wait
    uint8_t at[1 << UL1_WARP_W]; // the barrier of each

    // Outputs of this cycle
    uint8_t opens, number, all, any;
    uint16_t votes;
    uint64_t released;
    uint8_t fails, fail_warp, fail_cause;
};

#endif
