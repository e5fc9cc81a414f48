// Asynchronous copies: keep the words that the load of a copy brings until its store, and open waits for
// groups of copies.
#ifndef UL1_COPY_H
#define UL1_COPY_H

#include "common/bits.h"

enum {
    COPY_PLACES = 1 << UL1_COPY_W,
    COPY_AGE_MOST = (1 << UL1_GROUP_W) - 1, // commits since a copy started, as far as they are counted
};

_Static_assert(UL1_COPIES < 32 && UL1_WARPS <= 64, "sets of copies and of warps");

// Without copies nothing of this changes.
struct copy_state {
    uint32_t loading, loaded, storing; // sets of places; a place in none of them is free
    struct copy_place {
        uint8_t entry; // the instruction-table entry of the half under way
        uint8_t warp, width;
        uint8_t age; // commits of its warp since the copy started, at most COPY_AGE_MOST
        lane_set mask;
        uint32_t dest[LANES];
        uint32_t word[UL1_WORDS][LANES]; // beats, in slot order
    } place[COPY_PLACES];

    uint8_t shown;  // a loaded copy is shown for its store
    uint8_t number; // its place; else the place shown last

    uint64_t waiting;               // warps that wait
    uint8_t leave[1 << UL1_WARP_W]; // groups that the wait of each leaves under way
};

#endif
