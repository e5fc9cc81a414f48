// Cover points of the machine in operations that only some machines have: barriers, lock flags, reductions,
// matrix accesses and copies.
#ifndef OPERATION_POINTS_H
#define OPERATION_POINTS_H

#include "environment/sm/cover_points.h"

// A bar, or a load, that is taken; a half of a copy that retires; a warp that closes a group or waits for
// some; a cycle.
void points_bar(struct points *, const struct instr *);
void points_copy(struct points *, const struct instr *);
void points_copy_retired(struct points *, const struct instr *, unsigned err);
void points_group(struct points *, const struct instr *);
void points_operations(struct points *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
