// A run in two halves: the stimulus, the expected twin and all checkers run ahead, and the actual twin
// follows with the comparison. The halves use two cores, or alternate on one in blocks of cycles, so that
// each half's code stays in the core's cache. A run that passes equals run_go, cycle for cycle.
#ifndef APART_H
#define APART_H

#include "checkers/lockstep/run.h"

// Whether a run can be split so: it has two twins, and another thread may use the expected one.
bool run_can_apart(const struct run *);

// Like run_go. Returns false on a finding, or if the run could not be carried out: repeat it from its
// beginning with run_go, for the report. (Not after ^C: then the verdict is valid.)
bool run_apart(struct run *);    // on two cores
bool run_in_turns(struct run *); // on one

#endif
