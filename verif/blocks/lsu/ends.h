// Load/store unit: which instructions retire, and when: judged by the passes and by what they were told. It takes the new queue, cached accesses and sleepers from who.h.
#ifndef LSU_ENDS_H
#define LSU_ENDS_H

#include "blocks/lsu/who.h"

struct lsu_ends {
    struct lsu_end {
        bool retires;                   // it is the last of its instruction: of a cached load known from stage 1 on
        uint8_t id;
    } stage[UL1_HLAT + 1];              // the pass in each stage, or what retires without one
};

// Null, or the rule that an output breaks. Both in every cycle, in this order, and with who.h's as it is at the cycle's beginning.
const char *lsu_ends_check(const struct lsu_ends *, const struct lsu_answers *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);
void lsu_ends_advance(struct lsu_ends *, const struct lsu_answers *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);

#endif
