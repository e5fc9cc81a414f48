// Makes reductions and atomics on global memory of some accesses of a test.
#ifndef LITMUS_CHANGE_H
#define LITMUS_CHANGE_H

#include "kit/rng.h"
#include "stimulus/litmus/spec.h"

// At least one. The noise is chosen behind this.
void change_some(struct rng *, struct spec *);

#endif
