// What the instruction side does around a test's own parts: writing the whole array, and loading all of shared memory.
#ifndef SM_AROUND_H
#define SM_AROUND_H

#include "sm.h"

struct sm_around {
    unsigned row;           // the next to be written or loaded
    struct rng *rng;
};

// Every row of the largest shared memory by a store, those behind it by fills.
struct sm_part sm_seeding(struct sm_around *, struct rng *);

// Every row of the largest shared memory by a load.
struct sm_part sm_reading_back(struct sm_around *);

#endif
