// What others have left a machine so far in a part, from which follows how long it may let anybody wait (wait_rows.h).
#ifndef SURROUND_PACE_H
#define SURROUND_PACE_H

#include "surround/program.h"
#include "surround/wait_rows.h"

struct paced {
    struct pace pace;                   // as slow as it was so far
    uint64_t takes;                     // cycles until memory takes a request, at most
    // Cycles in a row: booked by others, without store data, without memory, with answers
    unsigned booked, late, refused, answered;
};

// A part begins, with these settings.
void pace_part(struct paced *, const struct settings *);

// In each cycle.
void pace_see(struct paced *, const struct ul1_l1_in *, const struct ul1_l1_out *);

static inline void at_most(uint64_t *most, uint64_t n)
{
    *most = *most < n ? n : *most;
}

#endif
