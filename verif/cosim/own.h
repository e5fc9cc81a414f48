// Tests a user's own Verilog of a block: additional output, and the verdict.
#ifndef OWN_H
#define OWN_H

#include "cosim/outcome.h"

// Prints below a test's row by how many cycles the interfaces of the block were late.
void own_test(struct session *, const struct test *, const struct outcome *);

// Prints before the first test which checks do not apply; prints the last line.
void own_begin(struct session *);
void own_end(struct session *);

#endif
