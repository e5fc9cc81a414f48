// Directed tests of a node alone: requests one after another, the cycles until their answers, the versions of
// lines that reads see, and the packets that slices get. The contract checks all words.
#ifndef TESTS_NODES_H
#define TESTS_NODES_H

#include "checkers/lockstep/test.h"

extern const struct test tests_nodes[];
extern const unsigned tests_nodes_count;

#endif
