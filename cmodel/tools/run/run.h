// Runs a program on the library's transaction level: the model alone, any lane count, no Verilator. It takes
// the same cycles as in lockstep. docs/programs.md lists what it refuses.
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include "program/engine.h"
#include "program/tree.h"
#include "ul1_sizes.h"

enum run_end { RUN_PASSED, RUN_OBJECTED = 2, RUN_AT_FAULT = 3 }; // also the exit status

// The result. An error of the machine has no position in the text.
struct run_result {
    enum run_end end;
    char error[400];
    uint64_t cycles;                // cycles of the run
    uint32_t counter[UL1_COUNTERS]; // final values of the machine's counters
};

// An engine for the program, after another engine has checked it at every point of its sweeps. Returns null
// with the reason in the result.
struct engine *run_engine(const struct tree *, uint64_t seed, struct run_result *);

// Runs the tree's engine. Counts can be read from the engine afterwards.
struct run_result run_program(const struct tree *, struct engine *, uint64_t seed);

#endif
