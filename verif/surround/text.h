// Programs of text (docs/programs.md) as programs of the surroundings.
#ifndef SURROUND_TEXT_H
#define SURROUND_TEXT_H

#include "program/machine.h"
#include "program/tree.h"
#include "surround/program.h"

// The tree must stay. Null: no memory.
struct program *text_program(const struct tree *, uint64_t seed);

// The tree of a program of text, else null. The listener that is told what its warps come to (program/machine.h).
const struct tree *text_tree(const struct program *);
void text_watch(struct program *, machine_watcher *, void *who);

// The name of the machine that it runs on.
const char *text_machine(const struct tree *);

#endif
