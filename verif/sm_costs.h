// What a part costs: counted from what the machine shows, and compared with what a test expects.
#ifndef SM_COSTS_H
#define SM_COSTS_H

#include "sm.h"

// Counts requests to the memory, and what became of the cached access in stage 1.
void sm_costs_cycle(struct sm_costs *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// Costs that a quiet twin does not show are compared only if `inside` says that they were seen. Of the first that is not
// as expected, its name, and both numbers; null: there is none.
const char *sm_costs_differ(const struct sm_costs *expected, const struct sm_costs *measured, bool inside,
                            int64_t numbers[2]);

#endif
