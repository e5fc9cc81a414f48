// Load/store unit: advances the state of front.h at the end of a cycle.
#ifndef LSU_FRONT_ADVANCE_H
#define LSU_FRONT_ADVANCE_H

#include "blocks/lsu/front.h"

// Call in every cycle after the check, with the state of `who.h` at the cycle's beginning. `notes`: notes for
// cover points are taken.
void lsu_front_advance(struct lsu_front *, const struct lsu_predictor *, const struct ul1_lsu_in *,
                       const struct ul1_lsu_out *, bool notes);

#endif
