// Makes failures small: a short program that fails in the same way, or the fewest cycles of a block alone.
#ifndef SMALL_H
#define SMALL_H

#include "cosim/outcome.h"

// Reduces the failing program in a file, and writes the result beside it, as NAME.small.l1. Prints the
// result.
void small_program(struct session *, const char *path, const struct outcome_sign *);

// Reduces a failing random test of a block alone: tries seeds, each for as many cycles as the shortest
// failure so far. Prints the seed.
void small_alone(struct session *, const struct test *, const struct outcome *);

#endif
