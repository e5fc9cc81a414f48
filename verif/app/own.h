// Somebody's own Verilog of a block: what is told of it besides, and the verdict on it.
#ifndef OWN_H
#define OWN_H

#include "app/outcome.h"

// What a test adds, below its row: by how much the interfaces of the block were behind.
void own_test(struct session *, const struct test *, const struct outcome *);

// Before the first test, where something is not judged; and the last line.
void own_begin(struct session *);
void own_end(struct session *);

#endif
