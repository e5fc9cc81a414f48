// All tests, in the order in which they run.
#ifndef TESTS_ALL_H
#define TESTS_ALL_H

#include "lockstep/test.h"

const struct test *tests_all(unsigned *count);

#endif
