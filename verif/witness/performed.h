// The witness: which stores are surely performed, and which are lost. When stores are surely performed, memory is looked at,
// there and then: it must hold one of the values that are legal with that.
#ifndef WITNESS_PERFORMED_H
#define WITNESS_PERFORMED_H

#include "ground.h"
#include "history.h"

// Objects if memory holds in that line, or in any that was stored to, what it may not.
bool witness_right_memory(struct witness *w, const struct line *l);
bool witness_all_memory(struct witness *w);

// Stores are surely performed: by a fence those written through that had retired when it was taken, and of its warp; by a
// write-back all, or, of what makes sectors dirty, those to the page of `va` alone. What flushes have sent on its way, or
// what had to leave the cache, is like what is written through. Objects if a failure should have been reported by now, or memory does not hold what it must.
bool witness_performed_by_fence(struct witness *w, const struct witnessed *fence);
bool witness_performed_all(struct witness *w);
bool witness_performed_page(struct witness *w, uint64_t va);

// A flush retires.
void witness_flushed(struct witness *w, const struct witnessed *flush);

// A line with dirty sectors has to leave the cache.
void witness_leaves(struct witness *w, uint64_t va);

// The cache is empty and what it had is lost, by a reset or other settings: what is not surely performed is or is not.
void witness_lost(struct witness *w);

#endif
