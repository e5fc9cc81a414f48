// Supplies the parts that the bench adds around a test's own parts. They change the carveout, write rows of
// shared memory with unknown contents, write dirty lines back, and load all known rows at the end.
#ifndef SM_AROUND_H
#define SM_AROUND_H

#include "environment/sm/program.h"

struct around {
    const struct ul1_sizes *sizes; // of the L1
    unsigned known;    // rows written since the last reset that have not belonged to the cache since
    unsigned row, end; // the next row to write or load, and the one behind the last
    struct rng *rng;
    struct command command;
};

// The cache now owns the rows behind the border.
void around_carveout(struct around *, unsigned carveout);

// Whether rows of shared memory are unknown that a part with this carveout needs written first.
bool around_lacks(const struct around *, unsigned carveout);

// A part that changes the carveout to that of these settings; it writes dirty lines back. This part and those
// below run with the given settings, as far as the cache depends on them.
struct part around_carveout_part(struct around *, const struct settings *);
struct part around_writing_back(struct around *, const struct settings *);

// An empty part: the machine itself reacts to a new page size or page table.
struct part around_changing(struct around *, const struct settings *);

// A part that writes unknown rows, one store a row, for a part with these settings.
struct part around_seeding(struct around *, struct rng *, const struct settings *);

// A part that loads all known rows, one load a row.
struct part around_reading_back(struct around *, const struct settings *);

#endif
