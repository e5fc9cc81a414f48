// Calls the lockstep program build/LANES/cosim. Only that program contains Verilator.
#ifndef UNISON_COSIM_H
#define UNISON_COSIM_H

#include "unison/args.h"

enum { COSIM_PATH = 4096 };

// The folder of the program `unison`.
void cosim_folder(const struct args *, char folder[COSIM_PATH]);

// Whether the lockstep program is built.
bool cosim_there(const struct args *);

// Prints `say`, if not null, and replaces this process by the lockstep program, with these null-terminated
// arguments. Returns an exit status only on failure, after printing how to build the program.
int cosim_hand_over(const struct args *, const char *const argument[], const char *say);

#endif
