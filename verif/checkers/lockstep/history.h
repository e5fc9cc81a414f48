// The history of a failure: keeps the samples of some cycles, and prints the activity of the interfaces in
// each.
#ifndef HISTORY_H
#define HISTORY_H

#include <stdio.h>

#include "checkers/lockstep/run.h"

// An observer that keeps the cycles from..to; print before it is closed. It prints, in each cycle and by
// interface, all fields that are not at rest, and marks those that changed with a *. `at` is the port at
// which a failure was first seen, or null. The interfaces of its block come first (> that it reads, < that it
// drives), with arrays in the last cycles.
struct observer *history_open(const struct ul1_block *shape, uint64_t from, uint64_t to);
void history_print(const struct observer *, const struct ul1_port *at, FILE *);

#endif
