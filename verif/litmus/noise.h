// Writes the instructions of noise: accesses that are not judged but bring the L1 into the states in
// which errors hide.
#ifndef LITMUS_NOISE_H
#define LITMUS_NOISE_H

#include "litmus/paper.h"
#include "litmus/spec.h"

// For warp `warp`, in the part before the race and in the race.
void noise_before(struct paper *, const struct spec *, const struct noise *, unsigned warp);
void noise_race(struct paper *, const struct spec *, const struct noise *, unsigned warp);

// Whether there is something of it in the race.
bool noise_races(const struct noise *);

#endif
