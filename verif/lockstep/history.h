// The events that led to a failure: keeps the samples of some cycles and tells of each what its interfaces were doing.
#ifndef HISTORY_H
#define HISTORY_H

#include <stdio.h>

#include "lockstep/run.h"

// An observer that keeps the cycles from..to; print before it is closed. Told is, in each cycle, what is not at rest, by interface:
// what has changed since the cycle before is marked with a *. Where a failure was first seen at a port, `at`, the interfaces of its
// block come first (> what it reads, < what it drives), with arrays in the last cycles; else at is null.
struct observer *history_open(const struct ul1_block *shape, uint64_t from, uint64_t to);
void history_print(const struct observer *, const struct ul1_port *at, FILE *);

#endif
