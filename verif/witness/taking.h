// The witness: what an instruction is by itself, as it is taken: its words, its way of storing, and what is wrong with it.
#ifndef WITNESS_TAKING_H
#define WITNESS_TAKING_H

#include "ground.h"

// Objects to what no instruction can be. Else *i is this one, flying; what it does to memory is not considered yet.
bool witness_take(struct witness *w, struct witnessed *i, const struct witness_instr *in);

#endif
