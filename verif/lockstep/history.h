// The events that led to a failure: keeps the samples of some cycles and tells of each what its interfaces were doing.
#ifndef HISTORY_H
#define HISTORY_H

#include <stdio.h>

#include "lockstep/run.h"

// An observer of the cycles from..to; print before it is closed.
struct observer *history_open(const struct ul1_block *shape, uint64_t from, uint64_t to);
void history_print(const struct observer *, FILE *);

#endif
