// Tells which programs the library's transaction level refuses, and why. run.c asks it before a run, and
// `unison` asks it to skip such programs among many.
#ifndef RUN_REFUSE_H
#define RUN_REFUSE_H

#include "program/tree.h"

// Why the transaction level cannot run the program; null: it can.
const char *run_refuses(const struct tree *);

#endif
