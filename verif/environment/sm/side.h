// The instruction side of a machine: presents instructions and remainders, supplies store data, and follows
// each instruction until it retires.
#ifndef SIDE_H
#define SIDE_H

#include "environment/sm/sm.h"


// Samples the pins and the passes of a settled cycle without reset.
bool side_observe(struct sm *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// Passes reports of lost stores to the memory checker, before anything else of the cycle.
bool side_reports(struct sm *, const struct ul1_l1_out *);

// Everything in flight is lost.
void side_reset(struct sm *);

#endif
