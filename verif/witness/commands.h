// The witness: commands, and what is left done when one is complete. If there is one L1 and its cache cannot know better
// either, what memory holds is then all there is to know of a line, and its history ends.
#ifndef WITNESS_COMMANDS_H
#define WITNESS_COMMANDS_H

#include "ground.h"

// One was taken; it is complete.
bool witness_command_begun(struct witness *w, unsigned op, uint64_t addr, unsigned carveout);
bool witness_command_complete(struct witness *w);

// One is under way that keeps instructions out.
bool witness_command_holds(const struct witness *w);

#endif
