// Prints results of tests: a row for each or, on the terminal, a line for each family. The report file has
// the rows, and the counts of all cover points.
#ifndef ROWS_H
#define ROWS_H

#include "cosim/outcome.h"

void rows_begin(struct session *);
void rows_test(struct session *, const struct test *, const struct outcome *);
void rows_end(struct session *);

// Prints the totals of the adversary in a line.
void rows_adversary(struct session *);

#endif
