// Data crossbar: what its contract remembers. All zero is the state after reset.
#ifndef DXBAR_SHADOW_H
#define DXBAR_SHADOW_H

#include <stdbool.h>

#include "shape/sizes.h"

struct dxbar_shadow {
    uint32_t hits;                      // bit k: a cached load with slots was in stage 1 k+1 cycles ago
};

// The words of a shared load that is in stage 1 now would come with those of a hit.
static inline bool dxbar_meets_hit(const struct dxbar_shadow *s)
{
    return s->hits >> (UL1_HLAT - UL1_LAT - 1) & 1;
}

void dxbar_shadow_advance(struct dxbar_shadow *, const struct ul1_dxbar_in *, const struct ul1_dxbar_out *);

#endif
