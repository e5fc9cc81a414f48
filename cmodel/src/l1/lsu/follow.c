// Follow-up of passes: registers of the loaded words, and retirement.

#include "l1/lsu/outcome.h"
#include "l1/lsu/present.h"

static inline void lsu_show_words(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    const struct lsu_words *words = &s->words[0];
    const struct lsu_entry *e = &s->entry[words->id];
    out->rf_valid = words->valid;
    if (!words->valid)
        return;
    out->rf_id = words->id;
    out->rf_sub = words->sub;
    out->rf_warp = e->warp;
    out->rf_reg = e->reg;
    out->rf_pairs = UL1_LANE_PAIRS ? e->pairs : 0;
    out->rf_matrix = e->matrix;
}

static inline void lsu_show_retirement(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    const struct lsu_follow *last = &s->follow[UL1_HLAT - 1];
    const struct lsu_entry *e = &s->entry[last->id];
    out->ret_valid = last->retires;
    if (!last->retires)
        return;
    out->ret_id = last->id;
    out->ret_warp = e->warp;
    out->ret_err = e->err;
    if (e->err == UL1_ERR_NONE)
        return;
    unsigned lane = e->failing ? lowest(e->failing) : 0;
    out->ret_lane = (uint8_t)lane;
    out->ret_mask = e->failing;
    out->ret_addr = lsu_addr(e, lane);
}

static inline void lsu_clock_retirement(struct lsu_state *s, const struct ul1_lsu_out *out)
{
    if (!out->ret_valid)
        return;
    s->valid &= ~one(out->ret_id);
    s->queue.out[out->ret_warp]--;
}

// The words of the pass in stage 1 reach the register file in the stage in which they are due. The cycle was
// reserved, so no other words are due then. A stage out of range makes no words due.
static inline void lsu_clock_words(struct lsu_state *s, const struct lsu_in *in)
{
    const struct lsu_follow *follow = &s->follow[0];
    unsigned wait = in->pass_due - 2u;
    memmove(&s->words[0], &s->words[1], sizeof s->words - sizeof s->words[0]);
    s->words[UL1_HLAT - 2].valid = 0;
    if (follow->writes && wait < UL1_HLAT - 1)
        s->words[wait] = (struct lsu_words){ 1, follow->id, follow->sub };
}

// Applies the access that enters, the outcome of the one in stage 1, and the wake-ups, in the order of the
// specification.
static inline void lsu_clock_follow(struct lsu_state *s, const struct lsu_in *in,
                                    const struct ul1_lsu_out *out, struct lsu_chosen chosen)
{
    struct lsu_follow follow = { 0 };
    struct lsu_look look = { 0 };
    unsigned last =
        in->sel_valid && chosen.next.kind == LSU_NEXT_REPLAY && s->lines.place[chosen.next.which].last;
    lsu_clock_present(s, in, out, chosen, &follow, &look);
    if (s->look.valid)
        lsu_clock_outcome(s, in, &s->follow[0]);
    lsu_clock_wakes(s, in, last);
    lsu_clock_words(s, in);
    memmove(&s->follow[1], &s->follow[0], (UL1_HLAT - 1) * sizeof follow);
    s->follow[0] = follow;
    s->look = look;
}
