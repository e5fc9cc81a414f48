// Follows each instruction of a run, and checks that each of its cycles is a step, or a wait in exactly one
// row. So its cycles are its passes, its other steps and its waits by cause, with no rest. A life is written
// out when the instruction retires, so memory is needed only for instructions in flight.
#ifndef STORY_SPANS_H
#define STORY_SPANS_H

#include <stdio.h>

#include "environment/sm/watcher.h"

// The watcher for a stimulus. It writes to the file (write.h); a null file: nothing is written. Null: memory
// is exhausted.
struct watcher *spans_new(FILE *);

// Writes instructions in flight, too.
void spans_free(struct watcher *);

#endif
