// Data crossbar: what its contract remembers. All zero is the state after reset.
#ifndef DXBAR_SHADOW_H
#define DXBAR_SHADOW_H

#include <stdbool.h>

#include "shape/sizes.h"

struct dxbar_shadow {
    bool judged;                        // there was a reset, so that what is under way is known
    uint32_t due;                       // bit k: words stand at the register file in the cycle k from now
    uint32_t mask[UL1_HLAT];            // of which slots, then
    bool store;                         // a store is in stage 2
};

// The words of a load that is in stage 1 now, and due in that stage, come with others.
static inline bool dxbar_meets(const struct dxbar_shadow *s, unsigned stage)
{
    return s->due >> (stage - 1) & 1;
}

// It is a load of which words are written back. (A cached one that misses has no slots; a dirty line's pass is like a shared
// load, but nothing of it is written back.)
static inline bool dxbar_writes(const struct ul1_dxbar_in *in)
{
    return in->pass_valid && !in->pass_store && !in->pass_readout && in->map_mask;
}

void dxbar_shadow_advance(struct dxbar_shadow *, const struct ul1_dxbar_in *, const struct ul1_dxbar_out *);

#endif
