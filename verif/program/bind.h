// What a part says before it runs, at a point of the sweeps: settings, and which warps have which statements.
#ifndef PROGRAM_BIND_H
#define PROGRAM_BIND_H

#include "program/state.h"

// What holds before the first part.
void bind_start(struct engine *);

// The settings of this part, on top of those before.
bool bind_part(struct engine *, const struct tree_part *);

// The warps of its statements.
bool bind_warps(struct engine *, const struct tree_part *);

#endif
