// All tests, in the order in which they run; of the programs among them those alone whose names are asked for (null: all), as to
// read them all takes longer than many a run.
#ifndef TESTS_ALL_H
#define TESTS_ALL_H

#include "lockstep/test.h"

const struct test *tests_all(test_asked *asked, const void *who, unsigned *count);

#endif
