// A run on two cores: the stimulus, the expected twin and all who judge run ahead, and the actual twin follows with the
// comparison. A run that passes is the same as on one core, cycle for cycle.
#ifndef APART_H
#define APART_H

#include "lockstep/run.h"

// Whether a run can be carried out so: two twins, of which the expected one may be used by another thread.
bool run_can_apart(const struct run *);

// As run_go. False: something was found, or kept it from being carried out: the run is to be done again from its beginning, with
// run_go, for a report of it. (But not after ^C: the verdict stands.)
bool run_apart(struct run *);

#endif
