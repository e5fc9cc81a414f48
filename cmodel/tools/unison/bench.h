// `unison`: measures how fast programs run on the model. Returns an exit status, after a message on an error.
#ifndef UNISON_BENCH_H
#define UNISON_BENCH_H

#include "unison/args.h"

int command_bench(const struct args *);

#endif
