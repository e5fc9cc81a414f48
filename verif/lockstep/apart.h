// A run in which the stimulus, the expected twin and all who judge run ahead, and the actual twin follows with the comparison: on
// two cores, or on one in turns of some cycles each, so that what one of them executes is still in the core's cache in the next
// cycle. A run that passes is the same as with run_go, cycle for cycle.
#ifndef APART_H
#define APART_H

#include "lockstep/run.h"

// Whether a run can be carried out so: two twins, of which the expected one may be used by another thread.
bool run_can_apart(const struct run *);

// As run_go. False: something was found, or kept it from being carried out: the run is to be done again from its beginning, with
// run_go, for a report of it. (But not after ^C: the verdict stands.)
bool run_apart(struct run *);    // on two cores
bool run_in_turns(struct run *); // on one

#endif
