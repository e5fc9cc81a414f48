// Programs of text (docs/programs.md) as programs of the surroundings.
#ifndef SURROUND_TEXT_H
#define SURROUND_TEXT_H

#include "program/tree.h"
#include "surround/program.h"

// The tree must stay. Null: no memory.
struct program *text_program(const struct tree *, uint64_t seed);

// The name of the machine that it runs on.
const char *text_machine(const struct tree *);

#endif
