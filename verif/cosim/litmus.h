// Runs generated litmus tests (stimulus/litmus/cycles.h), and reports all tests that axioms have checked
// (cosim/judging.h).
#ifndef COSIM_LITMUS_H
#define COSIM_LITMUS_H

#include "cosim/outcome.h"

// The tests of --litmus. Returns null after a message if there are none.
const struct test *litmus_tests(const struct session *, unsigned *count);

// Ends one test: a generated test that failed is written as a program. The other function prints the totals.
void litmus_test_over(struct session *, const struct test *, const struct outcome *);
void litmus_over(struct session *);

#endif
