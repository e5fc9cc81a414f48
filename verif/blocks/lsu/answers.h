// Load/store unit: what it answers of cached accesses, upkeep and sleepers, judged by what it has of them as the specification has
// it: who is prepared and when, who is next of them, who sleeps and who wakes.
#ifndef LSU_ANSWERS_H
#define LSU_ANSWERS_H

#include "blocks/lsu/who.h"

// Null, or the rule that an output breaks. Call both in every cycle, in this order.
const char *lsu_answers_check(const struct lsu_answers *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);
// loads: the pool has a load; new: a new access to shared memory is chosen.
void lsu_answers_advance(struct lsu_answers *, bool loads, bool new, const struct ul1_lsu_in *, const struct ul1_lsu_out *);

#endif
