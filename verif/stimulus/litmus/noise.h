// Writes the instructions of noise: accesses that are not checked, and put the L1 into states in which errors
// are likely.
#ifndef LITMUS_NOISE_H
#define LITMUS_NOISE_H

#include "stimulus/litmus/paper.h"
#include "stimulus/litmus/spec.h"

// For warp `warp`, in the part before the race and in the race.
void noise_before(struct paper *, const struct spec *, const struct noise *, unsigned warp);
void noise_race(struct paper *, const struct spec *, const struct noise *, unsigned warp);

// Whether the race contains some of it.
bool noise_races(const struct noise *);

#endif
