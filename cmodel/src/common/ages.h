// Age order of a set with members that join and leave in any order: before[i] has the members that joined
// before member i. Bits and rows of non-members are undefined.
#ifndef UL1_AGES_H
#define UL1_AGES_H

#include "common/bits.h"

// i, which is no member, becomes the youngest.
static inline void ages_join(uint64_t *before, unsigned count, unsigned i)
{
    for (unsigned k = 0; k < count; k++)
        before[k] &= ~one(i);
    before[i] = ~one(i);
}

// The oldest, or the youngest, of the members in `some`, which must not be empty.
static inline unsigned ages_oldest(const uint64_t *before, uint64_t some)
{
    uint64_t left = some;
    while (before[lowest(left)] & some)
        left = without_lowest(left);
    return lowest(left);
}

static inline unsigned ages_youngest(const uint64_t *before, uint64_t some)
{
    unsigned youngest = lowest(some);
    for (uint64_t left = without_lowest(some); left; left = without_lowest(left))
        if (is_in(before[lowest(left)], youngest))
            youngest = lowest(left);
    return youngest;
}

#endif
