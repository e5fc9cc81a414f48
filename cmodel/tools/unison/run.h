// `unison`: runs programs on the model. Returns an exit status, after a message on an error.
#ifndef UNISON_RUN_H
#define UNISON_RUN_H

#include "unison/args.h"

int command_run(const struct args *);

#endif
