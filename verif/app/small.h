// What fails, made small: a program of few lines that fails in the same way, or the fewest cycles of a block alone.
#ifndef SMALL_H
#define SMALL_H

#include "app/outcome.h"

// How a failure is known again.
struct small_sign {
    enum verdict verdict;
    char sign[OUTCOME_SIGN];
};

struct small_sign small_sign(enum verdict, const struct mismatch *first, const char *message);
bool small_same(const struct small_sign *, const struct outcome *);

// The program in a file, which fails so, as a smaller one beside it (PATH.small.l1), or in the file that the options name for what
// is written. Says what came of it.
void small_program(struct session *, const char *path, const struct small_sign *);

// make shrink: the test, which failed so.
void small_test(struct session *, const struct test *, const struct outcome *);

#endif
