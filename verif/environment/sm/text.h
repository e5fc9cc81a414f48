// Turns text programs (docs/programs.md) into programs of the environment.
#ifndef SM_TEXT_H
#define SM_TEXT_H

#include "program/machine.h"
#include "program/tree.h"
#include "environment/sm/program.h"
#include "ul1.h"

// A program for this machine. The tree must outlive it. Null: memory is exhausted.
struct program *text_program(const struct tree *, const struct ul1_block *, uint64_t seed);

// The tree of a text program, else null. `text_watch` sets the callback that receives the outcome of its
// warps (program/machine.h).
const struct tree *text_tree(const struct program *);
void text_watch(struct program *, machine_watcher *, void *who);

// The name of the machine that it runs on.
const char *text_machine(const struct tree *);

#endif
