// Records the ports of the parts behind the L1s of a machine of wired parts, except for words of lines.
// docs/report.md describes the file, and scripts/report reads it.
#ifndef STORY_TRAFFIC_H
#define STORY_TRAFFIC_H

#include <stdio.h>

#include "checkers/lockstep/run.h"

// Whether a machine has such parts.
bool traffic_has(const struct ul1_block *);

// Whether some of them perform reductions and atomics, which the page does not follow.
bool traffic_operates(const struct ul1_block *whole);

// Begins the file. The observer then writes a line for each cycle in which a port changes, and does not close
// the file. It sees the model, or else the other twin. Null: memory is exhausted.
struct observer *traffic_open(const struct ul1_block *whole, FILE *);

#endif
