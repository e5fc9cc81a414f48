// The memory checker: commands, and their effect when complete. If there is one L1, and its cache cannot hold
// a different value, memory alone describes a line after the command, and the line's history ends.
#ifndef WITNESS_COMMANDS_H
#define WITNESS_COMMANDS_H

#include "ground.h"

// A command was taken; it is complete.
bool witness_command_begun(struct witness *w, unsigned op, uint64_t addr, unsigned carveout);
bool witness_command_complete(struct witness *w);

// Whether a command is in progress that keeps instructions from being taken.
bool witness_command_holds(const struct witness *w);

#endif
