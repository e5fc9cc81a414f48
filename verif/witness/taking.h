// The memory checker: properties of an instruction when it is taken: its words, its store policy, and its
// errors.
#ifndef WITNESS_TAKING_H
#define WITNESS_TAKING_H

#include "ground.h"

// Objects to an impossible instruction. Else fills *i, in flight, without effects on memory so far.
bool witness_take(struct witness *w, struct witnessed *i, const struct witness_instr *in);

#endif
