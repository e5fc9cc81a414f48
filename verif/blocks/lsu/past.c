#include "blocks/lsu/past.h"

#include <string.h>

#include "blocks/lsu/shadow.h"

static uint64_t one(unsigned id)
{
    return UINT64_C(1) << id;
}

static void put(uint64_t *entries, unsigned id, bool on)
{
    *entries = (*entries & ~one(id)) | (uint64_t)on << id;
}

uint64_t lsu_of_warp(const struct lsu_past *p, uint64_t entries, unsigned warp)
{
    uint64_t found = 0;
    for (; entries; entries &= entries - 1)
        found |= p->entry[__builtin_ctzll(entries)].warp == warp ? entries & -entries : 0;
    return found;
}

static void advance_intake(struct lsu_past *p, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    bool taken = in->in_valid && (in->in_again || (lsu_takes(in, out) && in->in_op == UL1_OP_STORE));
    p->no_beat = !out->pull_ready && !taken && !in->split_more;
    p->one_free = in->intake_free && !in->intake_spare;
    p->none_free = !in->intake_free;
}

static void advance_taken(struct lsu_past *p, const struct ul1_lsu_in *in, unsigned id, uint64_t cycle)
{
    bool store = in->in_op == UL1_OP_STORE, load = in->in_op == UL1_OP_LOAD,
         fence = in->in_op == UL1_OP_FENCE;
    put(&p->in_flight, id, true);
    put(&p->unseen, id, true);
    put(&p->null, id, !fence && !in->in_mask);
    put(&p->stores, id, store);
    put(&p->cached_loads, id, lsu_is_cached(in) && load);
    put(&p->ordered, id, lsu_is_cached(in) && load && in->in_hint == UL1_HINT_ORD);
    put(&p->cached_stores, id, lsu_is_cached(in) && store);
    put(&p->fences, id, fence);
    put(&p->cmo, id, lsu_is_cmo(in));
    p->entry[id] = (struct lsu_instruction){ .taken = cycle,
                                             .warp = in->in_warp,
                                             .level = in->in_level,
                                             .space = in->in_space,
                                             .hint = in->in_hint,
                                             .interleaved = UL1_LOCAL_INTERLEAVE && in->in_interleave
                                                 && in->in_space == UL1_SPACE_LOCAL,
                                             .mask = in->in_mask };
}

static void advance_instructions(struct lsu_past *p, const struct ul1_lsu_in *in,
                                 const struct ul1_lsu_out *out, uint64_t cycle)
{
    if (enters_new(in->sel_valid, out))
        put(&p->unseen, out->req_id, false);
    if (out->ret_valid) {
        put(&p->in_flight, out->ret_id, false);
        put(&p->unseen, out->ret_id, false);
    }
    if (in->in_valid && !in->in_again && lsu_takes(in, out))
        advance_taken(p, in, out->in_entry, cycle);
    p->had_credit = in->credit_shared && in->credit_cached;
}

// Lanes of cached loads that were presented, and those that fail.
static void advance_lanes(struct lsu_past *p, const struct lsu_pass *stage1, const struct ul1_lsu_out *out)
{
    if (out->req_cached && !out->cand_replay)
        p->entry[out->req_id].presented |= lsu_lanes_of(out);
    if (lsu_pass_fails(stage1))
        p->entry[stage1->id].failed |= stage1->lanes;
}

static void advance_known(struct lsu_past *p, const struct lsu_contract *c)
{
    const struct lsu_predictor *a = &c->predictor;
    p->chosen = c->front.chosen;
    p->left = c->front.has_left;
    memcpy(p->given, c->front.given, sizeof p->given);
    memcpy(p->went, a->went, sizeof p->went);
    p->owed = a->displaced_replay || a->displaced_load;
    memcpy(p->turn, a->turn, sizeof p->turn);
    p->retired = a->retired;
    p->examined = a->examined;
    p->deferral = a->deferral;
    p->unwoken = a->unwoken;
    p->urgent = a->urgent;
    p->reads = a->reading.used;
}

void lsu_past_advance(struct lsu_past *p, const struct lsu_track *t, const struct lsu_contract *c,
                      const struct ul1_lsu_in *in, const struct ul1_lsu_out *out, uint64_t cycle)
{
    p->wrote = out->rf_valid;
    advance_lanes(p, &t->stage1, out);
    if (enters_new(in->sel_valid, out) && out->req_store)
        p->slept &= ~one(p->entry[out->req_id].warp);
    advance_intake(p, in, out);
    advance_instructions(p, in, out, cycle);
    if (in->miss_defer)
        p->cause[t->stage1.id] = in->miss_cause;
    p->looked = t->stage1.lookup;
    p->kept_up = t->stage1.inval || t->stage1.flush;
    p->looked_warp = p->entry[t->stage1.id].warp;
    if (in->miss_defer)
        p->slept |= one(p->looked_warp);
    advance_known(p, c);
}

void lsu_past_reset(struct lsu_past *p)
{
    memset(p, 0, sizeof *p);
}
