// `unison`: passes of an access, and why. Returns an exit status, and has said what is wrong.
#ifndef UNISON_EXPLAIN_H
#define UNISON_EXPLAIN_H

#include "unison/args.h"

int command_explain(const struct args *);

#endif
