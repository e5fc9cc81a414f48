// `unison`: the subcommands that are a few lines each. Returns an exit status, and has said what is wrong.
#ifndef UNISON_OTHERS_H
#define UNISON_OTHERS_H

#include "unison/args.h"

int command_list(const struct args *);
int command_waves(const struct args *);

#endif
