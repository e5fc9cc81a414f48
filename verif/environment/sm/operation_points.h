// Cover points of the machine in operations that only some machines have: barriers, lock flags, reductions
// and matrix accesses.
#ifndef OPERATION_POINTS_H
#define OPERATION_POINTS_H

#include "environment/sm/cover_points.h"

// A bar that is taken; a cycle.
void points_bar(struct points *, const struct instr *);
void points_operations(struct points *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
