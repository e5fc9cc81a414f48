// Directed tests of a memory controller alone: when the sectors of requests are answered.
#ifndef TESTS_CONTROLLER_H
#define TESTS_CONTROLLER_H

#include "checkers/lockstep/test.h"

extern const struct test tests_controller[];
extern const unsigned tests_controller_count;

#endif
