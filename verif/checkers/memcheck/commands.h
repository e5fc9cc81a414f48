// The memory checker: commands, and their effect when complete. If there is one L1, and its cache cannot hold
// a different value, memory alone describes a line after the command, and the line's history ends.
#ifndef MEMCHECK_COMMANDS_H
#define MEMCHECK_COMMANDS_H

#include "ground.h"

// A command was taken; it is complete.
bool memcheck_command_begun(struct memcheck *w, unsigned op, uint64_t addr, unsigned carveout);
bool memcheck_command_complete(struct memcheck *w);

// Whether a command is in progress that keeps instructions from being taken.
bool memcheck_command_holds(const struct memcheck *w);

#endif
