// Tells which prepared access in the pool is next, and which warps have an access that may still be deferred.
// It reads the state of each instruction (standing.h); the attribution of waits (attribute.h) uses it.
#ifndef SM_STANDING_PREPARED_H
#define SM_STANDING_PREPARED_H

#include "environment/sm/standing.h"

// The pool entries that had a pass or joined the longest ago, or UL1_POOL if there is none: of the ready
// loads, the ready stores, and the loads that lack only a write-port reservation.
struct standing_pool {
    unsigned load, store, lacking;
};
struct standing_pool standing_pool(const struct standing *, const struct ul1_l1_out *);

// Warps, a bit each, with a load or CMO that may still be deferred: prepared, in the pipeline, or looked up
// in this cycle.
uint64_t standing_unsure(const struct standing *, const struct ul1_l1_out *);

#endif
