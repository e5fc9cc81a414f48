// `unison`: the short subcommands. They return an exit status, after a message on an error.
#ifndef UNISON_OTHERS_H
#define UNISON_OTHERS_H

#include "unison/args.h"

int command_list(const struct args *);
int command_waves(const struct args *);

#endif
