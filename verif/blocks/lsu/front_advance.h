// Load/store unit: how what front.h remembers changes at the end of a cycle.
#ifndef LSU_FRONT_ADVANCE_H
#define LSU_FRONT_ADVANCE_H

#include "blocks/lsu/front.h"

// In every cycle, behind the check, and with who.h's as it is at the cycle's beginning. `notes`: notes for events are taken.
void lsu_front_advance(struct lsu_front *, const struct lsu_answers *, const struct ul1_lsu_in *, const struct ul1_lsu_out *, bool notes);

#endif
