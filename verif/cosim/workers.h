// Runs tests on all cores, in several processes that each run one test after another. The results do not
// depend on the number of processes.
#ifndef WORKERS_H
#define WORKERS_H

#include "cosim/outcome.h"

struct workers;

// Starts at most this number of processes for these tests. Returns null if none can be started.
struct workers *workers_new(struct session *, const struct test *const *tests, unsigned count,
                            uint64_t processes);

// Waits until a test has ended. Returns false for a test that had not begun before an interruption. If a
// process ends unexpectedly, its test fails.
bool workers_wait(struct workers *, unsigned test, struct outcome *);

// Abandons tests that run.
void workers_free(struct workers *);

#endif
