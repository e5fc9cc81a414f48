// Runs tests on all cores: a process each, which runs one test after the other as it is told. What becomes of them does not
// depend on how many there are.
#ifndef WORKERS_H
#define WORKERS_H

#include "app/outcome.h"

struct workers;

// So many processes at most, for these tests. Null: there can be none.
struct workers *workers_new(struct session *, const struct test *const *tests, unsigned count, uint64_t processes);

// Waits until the test of this number is over. After an interruption tests that had not begun are not run: false. A process
// that ends by itself is a test's failure.
bool workers_wait(struct workers *, unsigned test, struct outcome *);

// What is under way is given up.
void workers_free(struct workers *);

#endif
