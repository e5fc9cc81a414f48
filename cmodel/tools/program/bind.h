// Evaluates what a part declares before it runs, at one point of the sweeps: its settings, and the warps of
// each statement.
#ifndef PROGRAM_BIND_H
#define PROGRAM_BIND_H

#include "program/state.h"

// Sets the defaults that hold before the first part.
void bind_start(struct engine *);

// Applies the settings of this part on top of those of earlier parts.
bool bind_part(struct engine *, const struct tree_part *);

// Determines the warps of the part's statements.
bool bind_warps(struct engine *, const struct tree_part *);

#endif
