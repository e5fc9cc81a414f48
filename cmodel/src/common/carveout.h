// The carveout: the border between shared memory and cache, and the sets and ways that the cache has behind
// it. The reserved code is like s16.
#ifndef UL1_CARVEOUT_H
#define UL1_CARVEOUT_H

#include <stdint.h>

#include "ul1_ports.h"

// Selects a value by the carveout.
static inline unsigned by_carveout(unsigned carveout, unsigned s48, unsigned s32, unsigned s16)
{
    return carveout == UL1_CARVEOUT_S48 ? s48 : carveout == UL1_CARVEOUT_S32 ? s32 : s16;
}

// Rows of shared memory.
static inline unsigned shared_rows(unsigned carveout)
{
    return by_carveout(carveout, UL1_S48_ROWS, UL1_S32_ROWS, UL1_S16_ROWS);
}

// Sets and ways of the cache. It lies in the rows behind shared memory (tag_row) and need not fill them.
static inline unsigned cache_sets(unsigned carveout)
{
    return by_carveout(carveout, UL1_S48_SETS, UL1_S32_SETS, UL1_S16_SETS);
}

static inline unsigned cache_ways(unsigned carveout)
{
    return by_carveout(carveout, UL1_S48_WAYS, UL1_S32_WAYS, UL1_S16_WAYS);
}

// The set of a line: its number modulo the number of sets. Another chip may have another function here. It is
// apart from the others (tag/ways.h), as the load/store unit needs it to find the set of a deferred access.
static inline unsigned tag_index(uint64_t line, unsigned carveout)
{
    return (unsigned)line & (cache_sets(carveout) - 1);
}

#endif
