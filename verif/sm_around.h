// What goes on around a test's own parts: the split is changed, rows of shared memory of which nothing is known are written
// before a part may load them, what is dirty is written back, and in the end what is known is loaded.
#ifndef SM_AROUND_H
#define SM_AROUND_H

#include "sm.h"

struct sm_around {
    unsigned known;         // so many rows have been written since the last reset, and were not the cache's meanwhile
    unsigned row, end;      // the next to be written or loaded, and behind the last
    struct rng *rng;
    struct sm_command command;
};

// The cache has what lies behind the border now.
void sm_around_split(struct sm_around *, unsigned split);

// Rows of shared memory that are not known are written first for a part with this split.
bool sm_around_lacks(const struct sm_around *, unsigned split);

// The split is changed to that of these settings; what is dirty is written back. These and the following parts have the
// settings, as far as the cache depends on them.
struct sm_part sm_splitting(struct sm_around *, const struct sm_settings *);
struct sm_part sm_writing_back(struct sm_around *, const struct sm_settings *);

// By a store each, for a part with these settings.
struct sm_part sm_seeding(struct sm_around *, struct rng *, const struct sm_settings *);

// All rows that are known, by a load each.
struct sm_part sm_reading_back(struct sm_around *, const struct sm_settings *);

#endif
