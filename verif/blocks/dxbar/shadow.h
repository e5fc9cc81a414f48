// Data crossbar: the state of its contract. All zero is the state after reset.
#ifndef DXBAR_SHADOW_H
#define DXBAR_SHADOW_H

#include <stdbool.h>

#include "common/atoms.h"
#include "common/sizes.h"
#include "common/stages.h"

struct dxbar_shadow {
    bool judged;             // there was a reset, so the passes in flight are known
    struct stages due;       // cycles in which words reach the register file
    uint32_t mask[UL1_HLAT]; // their slots
    uint32_t pred[UL1_HLAT]; // those of them with a true predicate
    bool store, swaps;       // a store is in stage 2; an atomic with two operands
};

// Whether the words of a load in stage 1, due in that stage, coincide with others.
static inline bool dxbar_meets(const struct dxbar_shadow *s, unsigned stage)
{
    return stages_has(&s->due, stage - 1);
}

// Whether it is a load that writes words back. (A cached load that misses has no slots. A victim readout is
// like a shared load, but writes nothing back.)
static inline bool dxbar_writes(const struct ul1_dxbar_in *in)
{
    return in->pass_valid && atom_pass_returns(in->pass_store, in->pass_atom) && !in->pass_readout
        && in->map_mask;
}

// Whether predicates come with it.
static inline bool dxbar_asks(const struct ul1_dxbar_in *in)
{
    return in->pass_valid && (in->pass_atom == UL1_ATOM_LOCK || in->pass_atom == UL1_ATOM_CUNLOCK);
}

void dxbar_shadow_advance(struct dxbar_shadow *, const struct ul1_dxbar_in *, const struct ul1_dxbar_out *);

#endif
