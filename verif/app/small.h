// What fails, made small: a program of few lines that fails in the same way, or the fewest cycles of a block alone.
#ifndef SMALL_H
#define SMALL_H

#include "app/outcome.h"

// The program in a file, which fails so, as a smaller one beside it, NAME.small.l1. Says what came of it.
void small_program(struct session *, const char *path, const struct outcome_sign *);

// The random test of a block alone, which came to that: with each seed in turn, for as long as the shortest so far. Says which.
void small_alone(struct session *, const struct test *, const struct outcome *);

#endif
