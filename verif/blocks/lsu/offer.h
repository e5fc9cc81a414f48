// Load/store unit: the instructions that its drive offers, and remainders presented again.
#ifndef LSU_OFFER_H
#define LSU_OFFER_H

#include "blocks/lsu/shadow.h"
#include "blocks/lsu/constraints.h"

// A new instruction; next_warp is the next warp if all alternate.
void lsu_offer_new(struct drive *, const struct lsu_constraints *, unsigned carveout, unsigned *next_warp,
                   struct ul1_lsu_in *);

// Any of the returned remainders; there must be one. Its other fields stay random.
void lsu_offer_again(struct drive *, const struct lsu_shadow *, struct ul1_lsu_in *);

#endif
