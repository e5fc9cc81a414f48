// What goes on around a test's own parts: the carveout is changed, rows of shared memory of which nothing is known are written
// before a part may load them, what is dirty is written back, and in the end what is known is loaded.
#ifndef SURROUND_AROUND_H
#define SURROUND_AROUND_H

#include "surround/program.h"

struct around {
    unsigned known;         // so many rows have been written since the last reset, and were not the cache's meanwhile
    unsigned row, end;      // the next to be written or loaded, and behind the last
    struct rng *rng;
    struct command command;
};

// The cache has what lies behind the border now.
void around_carveout(struct around *, unsigned carveout);

// Rows of shared memory that are not known are written first for a part with this carveout.
bool around_lacks(const struct around *, unsigned carveout);

// The carveout is changed to that of these settings; what is dirty is written back. These and the following parts have the
// settings, as far as the cache depends on them.
struct part around_carveout_part(struct around *, const struct settings *);
struct part around_writing_back(struct around *, const struct settings *);

// Nothing is done but what the machine does of itself, as the page size or the page table is another.
struct part around_changing(struct around *, const struct settings *);

// By a store each, for a part with these settings.
struct part around_seeding(struct around *, struct rng *, const struct settings *);

// All rows that are known, by a load each.
struct part around_reading_back(struct around *, const struct settings *);

#endif
