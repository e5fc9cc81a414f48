// The subcommands. Each returns an exit status, and has said what is wrong.
#ifndef UNISON_COMMANDS_H
#define UNISON_COMMANDS_H

#include "unison/args.h"

int command_run(const struct args *);
int command_list(const struct args *);
int command_explain(const struct args *);
int command_waves(const struct args *);
int command_bench(const struct args *);

#endif
