// Measures what a part costs, from the machine's outputs, and compares it with what the test expects.
#ifndef SM_COSTS_H
#define SM_COSTS_H

#include "environment/sm/program.h"

// Counts requests to memory, and the outcome of the cached access in stage 1.
void costs_cycle(struct costs *, const struct ul1_sizes *, const struct ul1_l1_in *,
                 const struct ul1_l1_out *);

// Returns the name of the first cost that differs, and both numbers, or null if none does. Costs that only
// outputs inside the machine show are compared only if `inside` says that these outputs were visible.
const char *costs_differ(const struct costs *expected, const struct costs *measured, bool inside,
                         int64_t numbers[2]);

#endif
