// Follows each instruction of a run, and holds that each of its cycles is a step or a wait, in exactly one row: so its cycles
// are its passes, its other steps and its waits by cause, without rest. What each did is written when it retires, so that a run
// of any length takes the memory of what is in flight.
#ifndef STORY_SPANS_H
#define STORY_SPANS_H

#include <stdio.h>

#include "surround/watcher.h"

// For a stimulus. It writes into the file (write.h); null: nothing is written. Null: no memory.
struct watcher *spans_new(FILE *);

// What is under way is written, too.
void spans_free(struct watcher *);

#endif
