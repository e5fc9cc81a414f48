// The carveout: the border between shared memory and cache, and the sets and ways that the cache has behind
// it. A code without a carveout is like s16.
#ifndef UL1_CARVEOUT_H
#define UL1_CARVEOUT_H

#include <stdint.h>

#include "ul1_ports.h"

// A size of each carveout, by its code.
#define CARVEOUT_TABLE(of)                                                                            \
    {                                                                                                 \
        UL1_S48_##of, UL1_S32_##of, UL1_S16_##of, UL1_C3_##of, UL1_C4_##of, UL1_C5_##of, UL1_C6_##of, \
            UL1_C7_##of, UL1_C8_##of, UL1_C9_##of                                                     \
    }

static inline unsigned carveout_known(unsigned carveout)
{
    return carveout < UL1_CARVEOUTS ? carveout : UL1_CARVEOUT_S16;
}

// Rows of shared memory.
static inline unsigned shared_rows(unsigned carveout)
{
    static const uint16_t rows[] = CARVEOUT_TABLE(ROWS);
    return rows[carveout_known(carveout)];
}

// Sets and ways of the cache. It lies in the rows behind shared memory (tag_row) and need not fill them.
static inline unsigned cache_sets(unsigned carveout)
{
    static const uint16_t sets[] = CARVEOUT_TABLE(SETS);
    return sets[carveout_known(carveout)];
}

static inline unsigned cache_ways(unsigned carveout)
{
    static const uint8_t ways[] = CARVEOUT_TABLE(WAYS);
    return ways[carveout_known(carveout)];
}

// The set of a line: its number modulo the number of sets, or a hash of it. It is apart from the others
// (tag/ways.h), as the load/store unit needs it to find the set of a deferred access.
static inline unsigned tag_index(uint64_t line, unsigned carveout)
{
    return (unsigned)(UL1_INDEX ? line ^ line >> UL1_SET_W : line) & (cache_sets(carveout) - 1);
}

#endif
