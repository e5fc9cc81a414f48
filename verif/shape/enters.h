// What enters, by what the arbiter says and which the candidate is.
#ifndef SHAPE_ENTERS_H
#define SHAPE_ENTERS_H

#include <stdbool.h>

#include "shape/sizes.h"

// The replay of a filled line.
static inline bool enters_replay(unsigned sel_valid, const struct ul1_lsu_out *out)
{
    return sel_valid && out->cand_replay;
}

// An access to shared memory that had a pass before.
static inline bool enters_remainder(unsigned sel_valid, const struct ul1_lsu_out *out)
{
    return sel_valid && out->cand_remainder;
}

// A line of a load, a store or upkeep.
static inline bool enters_line(unsigned sel_valid, const struct ul1_lsu_out *out)
{
    return sel_valid && out->cand_cached;
}

// Such a line, or an access to shared memory that had no pass.
static inline bool enters_new(unsigned sel_valid, const struct ul1_lsu_out *out)
{
    return sel_valid && !out->cand_replay && !out->cand_remainder;
}

#endif
