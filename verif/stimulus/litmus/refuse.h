// Programs and instructions that the axioms cannot check.
#ifndef LITMUS_REFUSE_H
#define LITMUS_REFUSE_H

#include "stimulus/litmus/notes.h"

// Why the program cannot be checked at all; null: it may be possible.
const char *refuse_program(const struct tree *);

// A barrier of the machine is a bar of its thread block if each warp there takes part in each of its uses.
// Returns null, or why one is none.
const char *refuse_bars(const struct extract *);

#endif
