// `unison`: programs on the model. Returns an exit status, and has said what is wrong.
#ifndef UNISON_RUN_H
#define UNISON_RUN_H

#include "unison/args.h"

int command_run(const struct args *);

#endif
