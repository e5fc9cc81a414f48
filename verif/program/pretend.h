// A machine that is none, to try programs on: it takes an instruction a cycle, has done it at once, in one pass, and lets it
// retire some cycles later. Nothing ever fails, no command does anything.
#ifndef PROGRAM_PRETEND_H
#define PROGRAM_PRETEND_H

#include "program/engine.h"
#include "program/tree.h"

enum pretended {
    PRETENDED,              // the program has ended
    PRETEND_OBJECTED,       // the engine has objected, and says why
    PRETEND_TOO_LONG,       // so many cycles were not enough
    PRETEND_NO_MEMORY,
};

enum pretended pretend_run(struct engine *, const struct tree *, uint64_t cycles);

#endif
