#include "blocks/lsu/ends.h"

#include <string.h>

#include "common/matrix.h"
#include "common/pairs.h"

// Words for pairs of lanes go to the lower active lane of each pair, and to the other one if that is active.
static const char *check_pairs(const struct lsu_predictor *a, const struct ul1_lsu_out *out)
{
    const struct lsu_instr *i = &a->instr[out->rf_id];
    if (!out->rf_valid)
        return NULL;
    if (out->rf_pairs != i->pairs)
        return "rf_pairs: not the pairs of the load that is written";
    for (unsigned slot = 0; slot < LANES && i->pairs; slot++) {
        const unsigned pair = (out->rf_sub * LANES + slot) / width_words(i->width) % (LANES / 2);
        if (out->rf_lane[slot] != pair_lane(i->pairs, i->active, pair))
            return "rf_lane: not the lower active lane of the slot's pair";
        if ((out->rf_both >> slot & 1) != pair_is_double(i->pairs, i->active, pair))
            return "rf_both: not that both lanes of the slot's pair are active";
    }
    return !i->pairs && out->rf_both ? "rf_both: of a load without pairs" : NULL;
}

// Each half of a matrix load's words goes to its place in the register file, and other words are whole.
static const char *check_matrix(const struct lsu_predictor *a, const struct ul1_lsu_out *out)
{
    const struct lsu_instr *i = &a->instr[out->rf_id];
    if (!out->rf_valid)
        return NULL;
    if (out->rf_matrix != i->matrix)
        return "rf_matrix: not the matrix access of the load that is written";
    for (unsigned slot = 0; slot < LANES && i->matrix; slot++) {
        const struct matrix_place low = matrix_place(i->matrix, slot, 0),
                                  high = matrix_place(i->matrix, slot, 1);
        if (out->rf_ofs[slot] != out->rf_sub)
            return "rf_ofs: not the register of the matrix load's sub-warp";
        if (out->rf_lane[slot] != low.lane || out->rf_high[slot] != high.lane)
            return "rf_lane, rf_high: not the lanes of the slot's halves";
        if ((out->rf_half >> slot & 1) != low.half)
            return "rf_half: not the half of the registers";
    }
    return !i->matrix && out->rf_half ? "rf_half: of no matrix load" : NULL;
}

const char *lsu_ends_check(const struct lsu_ends *e, const struct lsu_predictor *a,
                           const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    const struct lsu_end *last = &e->stage[UL1_HLAT];
    if (!a->judged || in->rst)
        return NULL;
    const char *broken = check_pairs(a, out);
    if (!broken)
        broken = check_matrix(a, out);
    if (broken)
        return broken;
    if (out->ret_valid != last->retires)
        return "ret_valid: not that the last of an instruction is in stage HLAT";
    return last->retires && out->ret_id != last->id
        ? "ret_id: not the instruction whose last is in stage HLAT"
        : NULL;
}

// The outcome of a cached access in stage 1 decides whether it was the last.
static void advance_told(struct lsu_ends *e, const struct lsu_predictor *a, const struct ul1_lsu_in *in)
{
    const struct lsu_instr *i = &a->instr[a->look.id];
    const bool hit = a->look.valid && (a->look.old ? a->look.err == UL1_ERR_NONE : in->look_hit);
    const bool cmo = !a->look.replay && who_is_cmo(i) && !in->miss_defer;
    if (a->look.valid && (hit || cmo || (a->look.replay && a->look.err != UL1_ERR_NONE)))
        e->stage[1].retires = !(i->open & ~a->look.lanes);
}

static struct lsu_end advance_entering(const struct lsu_predictor *a, const struct ul1_lsu_in *in,
                                       const struct ul1_lsu_out *out)
{
    const struct lsu_instr *i = &a->instr[out->req_id];
    const unsigned plain = who_plain(a);
    if (!out->req_valid)
        return (struct lsu_end){ .retires = plain != LSU_NOBODY && !out->cand_valid, .id = (uint8_t)plain };
    struct lsu_end p = { .id = out->req_id };
    if (out->req_old) {
        p.retires = false; // the end of stage 1 tells
    } else if (!out->req_cached) {
        p.retires = !in->split_more && i->mask
            && !(i->mask & ~mask_all(who_first_lane(i, out->req_sub) + who_sub_lanes_count(i)));
    } else if (enters_line(in->sel_valid, out) && i->store) {
        const struct lsu_access *line = who_oldest(a, LSU_LINE_STORE);
        p.retires = line && line->final && !i->returns;
    }
    return p;
}

void lsu_ends_advance(struct lsu_ends *e, const struct lsu_predictor *a, const struct ul1_lsu_in *in,
                      const struct ul1_lsu_out *out)
{
    if (in->rst) {
        memset(e, 0, sizeof *e);
        return;
    }
    advance_told(e, a, in);
    memmove(&e->stage[2], &e->stage[1], (UL1_HLAT - 1) * sizeof *e->stage);
    e->stage[1] = advance_entering(a, in, out);
}
