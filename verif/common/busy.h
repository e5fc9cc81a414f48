// Occupied resources: cycles of the register file's write port, page walkers.
#ifndef BUSY_H
#define BUSY_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sizes.h"

// The cycle that a hit reserves, and the cycles of which a shared load reserves one, as bits of
// `regport_reserved`.
#define HIT_CYCLE     (1u << UL1_HLAT)
#define SHARED_CYCLES ((2u << UL1_HLAT) - (1u << UL1_LAT))

// Whether no cycle is free for a load.
static inline bool reserved_out(uint32_t reserved, bool cached)
{
    const uint32_t cycles = cached ? HIT_CYCLE : SHARED_CYCLES;
    return (reserved & cycles) == cycles;
}

// The walkers with a walk in progress. Those that a configuration does not have are at rest.
static inline unsigned busy_walkers(const struct ul1_mmu_out *out)
{
    unsigned mask = 0;
    for (unsigned n = 0; n < sizeof out->walk_state; n++)
        mask |= (unsigned)(out->walk_state[n] == UL1_WALK_STATE_ASKS
                           || out->walk_state[n] == UL1_WALK_STATE_WAITS)
            << n;
    return mask;
}

#endif
