// Chooses noise and times, such that the accesses of a test race.
#ifndef LITMUS_RACE_H
#define LITMUS_RACE_H

#include "kit/rng.h"
#include "stimulus/litmus/spec.h"

void race_choose(struct rng *, struct spec *);

#endif
