// The memory checker: program order of shared accesses, apart from values. A pass may overtake older accesses
// of its warp only on other bytes, or if both read.
#ifndef MEMCHECK_OVERTAKING_H
#define MEMCHECK_OVERTAKING_H

#include "ground.h"

// The sub-warps of an instruction below this one that have slots left.
static inline uint32_t memcheck_lower_open(const struct checked_instr *i, unsigned sub)
{
    return i->open & (bit(sub) - 1);
}

// Whether older slots of the warp are left when this sub-warp has a pass.
static inline bool memcheck_overtakes(const struct checked_instr *i, unsigned sub)
{
    return i->older != NOBODY || memcheck_lower_open(i, sub);
}

// Objects to a pass of these slots that breaks program order.
bool memcheck_keeps_order(struct memcheck *w, const struct checked_instr *i, unsigned sub, uint32_t mask);

#endif
