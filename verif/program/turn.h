// Whose turn it is among the warps of an L1.
#ifndef PROGRAM_TURN_H
#define PROGRAM_TURN_H

#include "program/state.h"

// Of the warps that could have an instruction offered, a bit each, those that may go before all others: in the order of the
// text the one that stands first, if it is one of them; else all.
uint64_t turn_may(const struct engine *, unsigned l1, uint64_t ready);

// One of these. There is one.
unsigned turn_choose(const struct engine *, unsigned l1, uint64_t may);

// In the order of the text: the warp at a bar that will never be complete, as those that it waits for wait behind it.
// Null: there is none.
const struct warp *turn_stuck(const struct engine *, unsigned l1);

#endif
