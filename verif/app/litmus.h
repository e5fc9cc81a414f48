// Litmus tests: those that are generated (litmus/cycles.h), and that every program with lines of outcomes is judged by axioms
// (litmus/tally.h), whatever its lines say.
#ifndef APP_LITMUS_H
#define APP_LITMUS_H

#include "app/outcome.h"

// The tests of --litmus. Null: it was said why there are none.
const struct test *litmus_tests(const struct session *, unsigned *count);

// Before a run and after it. False: the run's message says why.
bool litmus_begin(struct session *, struct run *);
void litmus_end(struct session *, struct run *, struct outcome *);

// What came of one test; writes out the program of a generated one that failed. And of all of them.
void litmus_test_over(struct session *, const struct test *, const struct outcome *);
void litmus_over(struct session *);

// The file of a generated test, FOLDER/NAME.l1.
void litmus_path(const struct session *, const struct test *, char *path, size_t size);

#endif
