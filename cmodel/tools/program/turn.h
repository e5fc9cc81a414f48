// Selects the next warp of an L1.
#ifndef PROGRAM_TURN_H
#define PROGRAM_TURN_H

#include "program/state.h"

// Reduces the warps that can offer an instruction to those that may go next. In the order of the text: only
// the first warp, if it is ready. In other orders: all ready warps.
uint64_t turn_may(const struct engine *, unsigned l1, uint64_t ready);

// Chooses one of these warps. There is at least one.
unsigned turn_choose(const struct engine *, unsigned l1, uint64_t may);

// In the order of the text, finds a warp at a barrier that cannot complete, because the warps that it waits
// for wait behind it.
const struct warp *turn_stuck(const struct engine *, unsigned l1);

#endif
