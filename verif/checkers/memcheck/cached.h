// The memory checker: the layout of words that cached loads and cached stores share.
#ifndef MEMCHECK_CACHED_H
#define MEMCHECK_CACHED_H

#include "ground.h"

// Whether word n of lane l of its memory lies behind n words of all lanes and those of l lower lanes.
bool memcheck_interleaved(const struct memcheck *w, const struct memcheck_instr *in);

// Where each lane's bytes lie in memory.
void memcheck_locate(const struct memcheck *w, const struct memcheck_instr *in, uint64_t *at);

// Objects if memory is exhausted.
bool memcheck_cached_take(struct memcheck *w, struct checked_instr *i, const struct memcheck_instr *in);

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
