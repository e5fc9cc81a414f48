// `unison`: explains the passes of an access. Returns an exit status, after a message on an error.
#ifndef UNISON_EXPLAIN_H
#define UNISON_EXPLAIN_H

#include "unison/args.h"

int command_explain(const struct args *);

#endif
