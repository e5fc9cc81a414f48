#include "blocks/lsu/ends.h"

#include <string.h>

#include "shape/taken.h"

static const char *check_words(const struct lsu_ends *e, const struct lsu_answers *a, const struct ul1_lsu_out *out)
{
    const struct lsu_due *now = &e->due[0];
    const struct lsu_instr *i = &a->instr[now->id];
    if (out->rf_valid != now->valid)
        return "rf_valid: not that words are due";
    if (!now->valid)
        return NULL;
    if (out->rf_id != now->id || out->rf_sub != now->sub)
        return "rf_id, rf_sub: not those whose words are due";
    if (out->rf_warp != i->warp || out->rf_reg != e->reg[now->id])
        return "rf_warp, rf_reg: not the instruction's";
    return who_spread(i, now->sub, UINT32_MAX, out->rf_lane, out->rf_ofs) ? NULL : "rf_lane, rf_ofs: not by the width";
}

const char *lsu_ends_check(const struct lsu_ends *e, const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    const struct lsu_end *last = &e->stage[UL1_HLAT];
    if (!a->judged || in->rst)
        return NULL;
    if (out->ret_valid != last->retires)
        return "ret_valid: not that the last of an instruction is in stage HLAT";
    if (last->retires && out->ret_id != last->id)
        return "ret_id: not the instruction whose last is in stage HLAT";
    return check_words(e, a, out);
}

// What is in stage 1 is told: whether its words are written back, and when; of a cached one, whether it was the last.
static void advance_told(struct lsu_ends *e, const struct lsu_answers *a, const struct ul1_lsu_in *in)
{
    struct lsu_end *p = &e->stage[1];
    const struct lsu_instr *i = &a->instr[a->look.id];
    const bool hit = a->look.valid && in->look_hit;
    const bool upkeep = !a->look.replay && who_is_upkeep(i) && !in->miss_defer;
    memmove(e->due, e->due + 1, sizeof e->due - sizeof *e->due);
    e->due[(1 << UL1_STAGE_W) - 1].valid = false;
    if ((p->load || hit) && in->pass_due >= 2)
        e->due[in->pass_due - 2] = (struct lsu_due){ .valid = true, .id = p->id, .sub = p->sub };
    if (a->look.valid && (hit || upkeep || (a->look.replay && a->look.err != UL1_ERR_NONE)))
        p->retires = !(i->open & ~a->look.lanes);
}

static struct lsu_end advance_entering(const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    const struct lsu_instr *i = &a->instr[out->req_id];
    const unsigned plain = who_plain(a);
    if (!out->req_valid)
        return (struct lsu_end){ .retires = plain != LSU_NOBODY && !out->cand_valid, .id = (uint8_t)plain };
    struct lsu_end p = { .load = !out->req_cached && !i->store, .id = out->req_id, .sub = out->req_sub };
    if (!out->req_cached) {
        p.retires = !in->split_more && i->mask && !(i->mask & ~mask_all(who_first_lane(i, out->req_sub) + who_sub_lanes_count(i)));
    } else if (enters_line(in->sel_valid, out) && i->store) {
        const struct lsu_access *line = who_oldest(a, LSU_LINE_STORE);
        p.retires = line && line->final;
    }
    return p;
}

void lsu_ends_advance(struct lsu_ends *e, const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->rst) {
        memset(e, 0, sizeof *e);
        return;
    }
    advance_told(e, a, in);
    memmove(&e->stage[2], &e->stage[1], (UL1_HLAT - 1) * sizeof *e->stage);
    e->stage[1] = advance_entering(a, in, out);
    if (in->in_valid && !in->in_again && takes_new(out, in->in_op, in->in_space))
        e->reg[out->in_entry] = in->in_reg;
}
