// Measures how much the environment has delayed a machine so far in a part. The bounds of waits depend on it
// (wait_rows.h).
#ifndef SM_PACE_H
#define SM_PACE_H

#include "environment/sm/program.h"
#include "environment/sm/wait_rows.h"

struct paced {
    struct pace pace; // the slowest seen so far
    uint64_t takes;   // the longest time until memory takes a request, in cycles
    // Consecutive cycles with the port reserved by others, without store data, without memory, and with
    // responses.
    unsigned reserved, late, refused, answered;
};

// A part with these settings begins, on an L1 with these sizes.
void pace_part(struct paced *, const struct ul1_sizes *, const struct settings *);

// Call in each cycle.
void pace_see(struct paced *, const struct ul1_l1_in *, const struct ul1_l1_out *);

static inline void at_most(uint64_t *most, uint64_t n)
{
    *most = *most < n ? n : *most;
}

#endif
