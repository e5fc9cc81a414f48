// The memory checker: which stores are certainly performed, and which are lost. As soon as stores are
// certainly performed, it compares memory: it must hold one of the values that are then legal.
#ifndef WITNESS_PERFORMED_H
#define WITNESS_PERFORMED_H

#include "ground.h"
#include "history.h"

// Objects if memory holds an illegal value in that line, or in any line that was stored to.
bool witness_right_memory(struct witness *w, const struct line *l);
bool witness_all_memory(struct witness *w);

// Stores are certainly performed. By a fence: written-through stores that had retired when the fence was
// taken, and those of its warp. By a write-back: all; or, if a page is given, all but the dirty data of other
// pages. Data that a flush or an eviction has sent count as written through. These functions object if a
// failure should have been reported by now, or if memory does not hold what it must.
bool witness_performed_by_fence(struct witness *w, const struct witnessed *fence);
bool witness_performed_all(struct witness *w);
bool witness_performed_page(struct witness *w, uint64_t va);

// A flush retires.
void witness_flushed(struct witness *w, const struct witnessed *flush);

// A line with dirty sectors is evicted from the cache.
void witness_leaves(struct witness *w, uint64_t va);

// The cache is empty and its contents are lost, by a reset or new settings: stores that are not certainly
// performed may or may not take effect.
void witness_lost(struct witness *w);

#endif
