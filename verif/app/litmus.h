// Generated litmus tests (litmus/cycles.h), and what came of all that were judged by axioms (app/judging.h).
#ifndef APP_LITMUS_H
#define APP_LITMUS_H

#include "app/outcome.h"

// The tests of --litmus. Null: it was said why there are none.
const struct test *litmus_tests(const struct session *, unsigned *count);

// The end of one test: a generated one that failed is written out as a program. And what came of all.
void litmus_test_over(struct session *, const struct test *, const struct outcome *);
void litmus_over(struct session *);

#endif
