// All tests, in the order in which they run. Only programs with requested names are read (null: all), because
// reading all takes longer than many runs.
#ifndef TESTS_ALL_H
#define TESTS_ALL_H

#include "checkers/lockstep/test.h"

const struct test *tests_all(test_asked *asked, const void *who, unsigned *count);

#endif
