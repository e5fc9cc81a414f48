// Assumptions of functions that go by age (cmodel/src/common/ages.h): of two possible members one is older,
// and the order is transitive. Without them a function need not end, so such states are excluded. Each file
// states what ensures them.
#ifndef ORDER_H
#define ORDER_H

#include "relate.h"

static inline unsigned came_before(const uint64_t *before, unsigned i, unsigned j)
{
    return (unsigned)(before[j] >> i & 1);
}

static inline unsigned is_order(const uint64_t *before, unsigned count)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < count; i++) {
        wrong |= came_before(before, i, i);
        for (unsigned j = 0; j < i; j++)
            wrong |= came_before(before, i, j) == came_before(before, j, i);
        for (unsigned j = 0; j < count; j++)
            for (unsigned k = 0; k < count; k++)
                wrong |= came_before(before, i, j) & came_before(before, j, k) & !came_before(before, i, k);
    }
    never(wrong);
    return !wrong;
}

#endif
