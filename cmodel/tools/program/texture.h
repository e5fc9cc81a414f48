// The texture and the coordinates of an instruction, from its expressions.
#ifndef PROGRAM_TEXTURE_H
#define PROGRAM_TEXTURE_H

#include "program/state.h"

// Fills them in, for the lanes of the mask. Returns false if the engine objects.
bool texture_fill(struct engine *, struct warp *, const struct stmt *, struct machine_access *);

#endif
