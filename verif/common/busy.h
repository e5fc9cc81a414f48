// Occupied resources: cycles of the register file's write port, page walkers.
#ifndef BUSY_H
#define BUSY_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sizes.h"

// Whether no cycle of the register file's write port is free for a load: cycle HLAT for a hit, one from LAT
// to HLAT for a shared load. `reserved` is `regport_reserved`.
static inline bool reserved_out(const uint8_t *reserved, bool cached)
{
    for (unsigned k = cached ? UL1_HLAT : UL1_LAT; k <= UL1_HLAT; k++)
        if (!reserved[k])
            return false;
    return true;
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
