// The lockstep program, which alone knows Verilator: build/LANES/cosim beside build/unison.
#ifndef UNISON_COSIM_H
#define UNISON_COSIM_H

#include "unison/args.h"

enum { COSIM_PATH = 4096 };

// The folder that unison is in.
void cosim_folder(const struct args *, char folder[COSIM_PATH]);

// Whether it is built.
bool cosim_there(const struct args *);

// Becomes it, with these arguments up to a null; before that it says what is to be said, if anything. Returns only if it
// cannot: a status, and it was said how it is built.
int cosim_hand_over(const struct args *, const char *const argument[], const char *say);

#endif
