// Measures speed: the lockstep against the Verilog alone, and the model alone, as ratios within one run.
#ifndef BENCH_H
#define BENCH_H

#include "cosim/session.h"

// Returns the exit status.
int bench_print(struct session *, const struct test *tests, unsigned count);

#endif
