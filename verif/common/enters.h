// Classifies the access that enters stage 0, by the arbiter's grant and the candidate.
#ifndef ENTERS_H
#define ENTERS_H

#include <stdbool.h>

#include "common/sizes.h"

// The replay of a filled line.
static inline bool enters_replay(unsigned sel_valid, const struct ul1_lsu_out *out)
{
    return sel_valid && out->cand_replay;
}

// A shared access that has had a pass before.
static inline bool enters_remainder(unsigned sel_valid, const struct ul1_lsu_out *out)
{
    return sel_valid && out->cand_remainder;
}

// A line access of a load, a store or a CMO.
static inline bool enters_line(unsigned sel_valid, const struct ul1_lsu_out *out)
{
    return sel_valid && out->cand_cached;
}

// A line access, or a shared access that has had no pass.
static inline bool enters_new(unsigned sel_valid, const struct ul1_lsu_out *out)
{
    return sel_valid && !out->cand_replay && !out->cand_remainder;
}

#endif
