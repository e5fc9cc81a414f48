// What a part costs: counted from what the machine shows, and compared with what a test expects.
#ifndef SURROUND_COSTS_H
#define SURROUND_COSTS_H

#include "surround/program.h"

// Counts requests to the memory, and what became of the cached access in stage 1.
void costs_cycle(struct costs *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// Costs that a quiet twin does not show are compared only if `inside` says that they were seen. Of the first that is not
// as expected, its name, and both numbers; null: there is none.
const char *costs_differ(const struct costs *expected, const struct costs *measured, bool inside,
                            int64_t numbers[2]);

#endif
