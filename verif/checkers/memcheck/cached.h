// The memory checker: the layout of words that cached loads and cached stores share.
#ifndef MEMCHECK_CACHED_H
#define MEMCHECK_CACHED_H

#include "ground.h"

// Objects if memory is exhausted.
bool memcheck_cached_take(struct memcheck *w, struct checked_instr *i, const uint64_t *addr);

// The address of each slot of sub-warp k: word n of the instruction belongs to lane n / W.
void memcheck_lay_out(const struct checked_instr *i, unsigned k, uint64_t *at);

// The active slots of sub-warp k.
uint32_t memcheck_active(const struct checked_instr *i, unsigned k);

// The part that this slot of the current event's sub-warp is in, and the slots of this part. An access has
// slots of one part.
unsigned memcheck_part(const struct memcheck *w, const struct checked_instr *i, unsigned slot);
uint32_t memcheck_beside(const struct memcheck *w, const struct checked_instr *i, unsigned slot);

// The lanes that slots of sub-warp k belong to.
uint32_t memcheck_lanes_of(const struct checked_instr *i, unsigned k, uint32_t slots);

#endif
