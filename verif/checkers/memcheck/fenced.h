// The memory checker: which stores a bypassing load must see since a fence of its L1. Memory serves such a
// load, by a request that follows the fence's answer. So the load sees all that memory had performed when the
// fence was sent, or something newer. If it is not fresh, caches behind may serve it. They have the writes of
// this L1, which pass them.
#ifndef MEMCHECK_FENCED_H
#define MEMCHECK_FENCED_H

#include "ground.h"

// Whether a load bypasses the cache: rule 6 of cached loads. Whether it bypasses also those behind, if it
// does.
bool memcheck_bypasses(const struct memcheck *w, const struct memcheck_instr *in);
bool memcheck_is_fresh(const struct memcheck *w, const struct memcheck_instr *in);

// An instruction retired: a fence of its warp that is in flight may be sent from now on.
void memcheck_fences_retired(struct memcheck *w, unsigned warp);

// A fence of level gpu or sys retired.
void memcheck_fences_note(struct memcheck *w, const struct checked_instr *fence);

// When the last fence was sent that had retired before a load of this warp was taken, or precedes the load in
// its warp.
uint64_t memcheck_fenced(const struct memcheck *w, unsigned warp, uint64_t taken);

#endif
