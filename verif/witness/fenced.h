// The memory checker: which stores a bypassing load must see since a fence of its L1. Memory serves such a
// load, by a request that follows the fence's answer. So the load sees all that memory had performed when the
// fence was sent, or something newer.
#ifndef WITNESS_FENCED_H
#define WITNESS_FENCED_H

#include "ground.h"

// Whether a load bypasses the cache: rule 6 of cached loads.
bool witness_bypasses(const struct witness *w, const struct witness_instr *in);

// An instruction retired: a fence of its warp that is in flight may be sent from now on.
void witness_fences_retired(struct witness *w, unsigned warp);

// A fence of level gpu or sys retired.
void witness_fences_note(struct witness *w, const struct witnessed *fence);

// When the last fence was sent that had retired before a load of this warp was taken, or precedes the load in
// its warp.
uint64_t witness_fenced(const struct witness *w, unsigned warp, uint64_t taken);

#endif
