// The memory checker: properties of an instruction when it is taken: its words, its store policy, and its
// errors.
#ifndef MEMCHECK_TAKING_H
#define MEMCHECK_TAKING_H

#include "ground.h"

// Objects to an impossible instruction. Else fills *i, in flight, without effects on memory so far.
bool memcheck_take(struct memcheck *w, struct checked_instr *i, const struct memcheck_instr *in);

#endif
