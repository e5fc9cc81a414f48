// Load/store unit: the reference predictor for cached accesses, CMOs and deferred accesses. It predicts which
// are prepared and when, which is next, and which are deferred or woken, from a state that follows the
// specification.
#ifndef LSU_PREDICTOR_H
#define LSU_PREDICTOR_H

#include "blocks/lsu/who.h"

// Null, or the rule that an output breaks. Call both in every cycle, in this order.
const char *lsu_predictor_check(const struct lsu_predictor *, const struct ul1_lsu_in *,
                                const struct ul1_lsu_out *);
// loads: the pool has a load; new: a new access to shared memory is chosen.
void lsu_predictor_advance(struct lsu_predictor *, bool loads, bool new, const struct ul1_lsu_in *,
                           const struct ul1_lsu_out *);

#endif
