// Load/store unit: predicts which instructions retire, and when, from their passes and outcomes. `who.h`
// supplies the new queue, cached accesses and deferred accesses.
#ifndef LSU_ENDS_H
#define LSU_ENDS_H

#include "blocks/lsu/who.h"

struct lsu_ends {
    struct lsu_end {
        bool retires; // it is the last pass of its instruction; for a cached load known from stage 1 on
        uint8_t id;
    } stage[UL1_HLAT + 1]; // the pass in each stage, or an instruction that retires without one
};

// Null, or the rule that an output breaks. Call both in every cycle, in this order, with the state of `who.h`
// at the cycle's beginning.
const char *lsu_ends_check(const struct lsu_ends *, const struct lsu_predictor *, const struct ul1_lsu_in *,
                           const struct ul1_lsu_out *);
void lsu_ends_advance(struct lsu_ends *, const struct lsu_predictor *, const struct ul1_lsu_in *,
                      const struct ul1_lsu_out *);

#endif
