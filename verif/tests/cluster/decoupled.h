// Directed tests of decoupled L1s without the L1s. They offer requests at the pins of SMs, and state when the
// responses come, and how many reads, hits and flits there are. The ledger checks all words.
#ifndef TESTS_DECOUPLED_H
#define TESTS_DECOUPLED_H

#include "checkers/lockstep/test.h"

extern const struct test tests_decoupled[];
extern const unsigned tests_decoupled_count;

#endif
