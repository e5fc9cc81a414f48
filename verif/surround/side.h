// The instruction side of a machine: presents instructions and remainders, hands over store data, and follows each instruction
// until it retires.
#ifndef SIDE_H
#define SIDE_H

#include "surround/host.h"

// Sets the pins of the instruction side.
void side_drive(struct host *, const struct ul1_l1_out *, struct ul1_l1_in *);

// Looks at them, and at passes, in a settled cycle without reset.
bool side_observe(struct host *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// Stores that are reported as lost, before anything else of the cycle is told to the witness.
bool side_reports(struct host *, const struct ul1_l1_out *);

// All that was in flight is lost.
void side_reset(struct host *);

#endif
