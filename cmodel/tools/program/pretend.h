// A trivial machine to test programs on. It accepts one instruction a cycle, executes it in the same cycle in
// one pass, and retires it some cycles later. Nothing fails, and commands have no effect. Each atomic stores
// its first operand, as an exchange does. Each lock is free.
#ifndef PROGRAM_PRETEND_H
#define PROGRAM_PRETEND_H

#include "program/engine.h"
#include "program/tree.h"

enum pretended {
    PRETENDED,        // the program has ended
    PRETEND_OBJECTED, // the engine objected, and has the reason
    PRETEND_TOO_LONG, // the limit of cycles was reached
    PRETEND_NO_MEMORY,
};

enum pretended pretend_run(struct engine *, const struct tree *, uint64_t cycles);

#endif
