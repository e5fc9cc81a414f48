// The memory checker: which stores are certainly performed, and which are lost. As soon as stores are
// certainly performed, it compares memory: it must hold one of the values that are then legal.
#ifndef MEMCHECK_PERFORMED_H
#define MEMCHECK_PERFORMED_H

#include "ground.h"
#include "history.h"

// Objects if memory holds an illegal value in that line, or in any line that was stored to.
bool memcheck_right_memory(struct memcheck *w, const struct line *l);
bool memcheck_all_memory(struct memcheck *w);

// Stores are certainly performed. By a fence: written-through stores that had retired when the fence was
// taken, and those of its warp. By a write-back: all; or, if a page is given, all but the dirty data of other
// pages. Data that a flush or an eviction has sent count as written through. These functions object if a
// failure should have been reported by now, or if memory does not hold what it must.
bool memcheck_performed_by_fence(struct memcheck *w, const struct checked_instr *fence);
bool memcheck_performed_all(struct memcheck *w);
bool memcheck_performed_page(struct memcheck *w, uint64_t va);

// A flush retires.
void memcheck_flushed(struct memcheck *w, const struct checked_instr *flush);

// A line with dirty sectors is evicted from the cache.
void memcheck_leaves(struct memcheck *w, uint64_t va);

// The cache is empty and its contents are lost, by a reset or new settings: stores that are not certainly
// performed may or may not take effect. `goes_on`: memory may yet perform reductions of the L1, until
// memcheck_drained().
void memcheck_lost(struct memcheck *w, bool goes_on);
void memcheck_drained(struct memcheck *w);

#endif
