// What is told of the tests: a row for each, or, on the terminal, a line for each family of them. The report file has the
// rows, and how often every event happened.
#ifndef ROWS_H
#define ROWS_H

#include "app/outcome.h"

void rows_begin(struct session *);
void rows_test(struct session *, const struct test *, const struct outcome *);
void rows_end(struct session *);

// What the adversary came to, in a line.
void rows_adversary(struct session *);

#endif
