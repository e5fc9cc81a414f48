// Directed tests of decoupled L1s without the L1s: requests at the pins of SMs, the cycles until their
// responses, and how many reads, hits and flits they lead to. The ledger checks all words.
#ifndef TESTS_DECOUPLED_H
#define TESTS_DECOUPLED_H

#include "checkers/lockstep/test.h"

extern const struct test tests_decoupled[];
extern const unsigned tests_decoupled_count;

#endif
