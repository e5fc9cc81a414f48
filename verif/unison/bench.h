// `unison`: how fast programs run on the model. Returns an exit status, and has said what is wrong.
#ifndef UNISON_BENCH_H
#define UNISON_BENCH_H

#include "unison/args.h"

int command_bench(const struct args *);

#endif
