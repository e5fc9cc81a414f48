// Directed tests of an L2 slice alone: requests one after another, the cycles until their answers, and the
// requests that memory gets. The contract checks all words.
#ifndef TESTS_SLICE_H
#define TESTS_SLICE_H

#include "checkers/lockstep/test.h"

extern const struct test tests_slice[];
extern const unsigned tests_slice_count;

#endif
