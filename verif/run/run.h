// Runs a program on the library's transaction level: the model alone, any lane count, no Verilator. It has the cycles that
// the lockstep has; see docs/programs.md for what it refuses.
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include "program/engine.h"
#include "program/tree.h"
#include "ul1_sizes.h"

enum run_end { RUN_PASSED, RUN_OBJECTED = 2, RUN_AT_FAULT = 3 }; // the exit status, too

// What came of it. An error has no place where it is the machine that objects.
struct run_result {
    enum run_end end;
    char error[400];
    uint64_t cycles;            // that were run
    uint32_t counter[UL1_COUNTERS]; // what the machine's own had come to
};

// What the transaction level cannot do of a program, in words; null: it can do all of it.
const char *run_refuses(const struct tree *);

// An engine for the program, once another has looked whether that makes sense at every point of its sweeps. Null: the result
// says why not.
struct engine *run_engine(const struct tree *, uint64_t seed, struct run_result *);

// The engine was made for the tree and is asked for counts afterwards.
struct run_result run_program(const struct tree *, struct engine *, uint64_t seed);

#endif
