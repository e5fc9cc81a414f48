// Writes the story of a test to a file: the activity of each instruction in each cycle (story/spans.h), and
// the results.
#ifndef COSIM_STORY_H
#define COSIM_STORY_H

#include "cosim/session.h"

// Begins the story of a prepared run, if the options request it. A second call restarts the file. Returns
// false if it cannot be written.
bool story_begin(struct session *, const struct test *, struct run *);

// Call before the run is closed. A null run: the run will be repeated, and the story with it.
void story_end(struct session *, struct run *);

#endif
