// The witness: which stores a bypassing load must see since a fence of its L1. Such a load is served by memory, and memory was
// asked after the fence was answered. So it sees what memory had performed when the fence began to ask, or something newer.
#ifndef WITNESS_FENCED_H
#define WITNESS_FENCED_H

#include "ground.h"

// Whether a load bypasses the cache: rule 6 of cached loads.
bool witness_bypasses(const struct witness *w, const struct witness_instr *in);

// An instruction retired: a fence of its warp that is in flight may begin to ask.
void witness_fences_retired(struct witness *w, unsigned warp);

// A fence of level gpu or sys retired.
void witness_fences_note(struct witness *w, const struct witnessed *fence);

// When the last fence began to ask that had retired when a load of this warp was taken, or is before it in its warp.
uint64_t witness_fenced(const struct witness *w, unsigned warp, uint64_t taken);

#endif
