// Tag unit: maps each slot of a pass to its place in the array. Shared memory is direct-mapped; a cached pass is looked up
// among the lines of its set.
//
// What is kept of a way is indexed by the number that a row gives it, border or not: so many that no row leads out of it.
#ifndef UL1_TAG_H
#define UL1_TAG_H

#include "machine.h"

enum { TAG_WAYS = 8 };

struct tag_state {
    uint8_t split, page;                    // settings, a cycle old
    uint32_t root;

    struct tag_set {
        uint64_t line[TAG_WAYS];
        uint8_t sect[TAG_WAYS];             // sectors that are valid
        uint8_t age[TAG_WAYS];              // see tag_age
        uint8_t doomed;                     // bit w: way w
    } set[UL1_SETS];
    uint64_t pend[TAG_WAYS], lock[TAG_WAYS]; // bit s: of set s, as they are shown

    // The invalidation under way.
    uint8_t inv, inv_set;                   // there is one, and the set that it comes to next
    uint64_t inv_addr;
};

#endif
