// Load/store unit: taking, presenting, replaying and retiring instructions.
#include "lsu.h"

// ---- queues of instructions

static unsigned lsu_oldest(const struct lsu_queue *q)
{
    return q->id[q->head];
}

static void lsu_append(struct lsu_queue *q, unsigned id)
{
    q->id[(q->head + q->count++) % LSU_IDS] = (uint8_t)id;
}

static void lsu_remove(struct lsu_queue *q)
{
    q->head = (uint8_t)((q->head + 1) % LSU_IDS);
    q->count--;
    q->sub = 0;
}

// The sub-warp of the oldest that is next. It is there: what has none left does not stay in the queue.
static unsigned lsu_next_sub(const struct lsu_state *s, const struct lsu_queue *q)
{
    return q->sub + lowest(s->entry[lsu_oldest(q)].subs >> q->sub);
}

// Sub-warp `sub` of the oldest is done with.
static void lsu_advance(const struct lsu_state *s, struct lsu_queue *q, unsigned sub)
{
    q->sub = (uint8_t)(sub + 1);
    if (s->entry[lsu_oldest(q)].subs >> q->sub == 0)
        lsu_remove(q);
}

// ---- slots

// The slots of a sub-warp whose lanes are active.
static uint32_t lsu_active_slots(const struct lsu_entry *e, unsigned sub)
{
    unsigned words = lg_words(e->width);
    uint32_t slots = 0;
    for (unsigned i = 0; i < LANES; i++)
        slots |= bit(e->mask, slot_lane(words, sub, i)) << i;
    return slots;
}

// One loop for each number of words: with that fixed, compilers make vector code of it.
static void lsu_slot_addr(const struct lsu_entry *e, unsigned sub, uint16_t addr[LANES])
{
    unsigned words = lg_words(e->width);
    const uint16_t *lane = &e->addr[slot_lane(words, sub, 0)];
    if (words == 0)
        for (unsigned i = 0; i < LANES; i++)
            addr[i] = lane[i];
    else if (words == 1)
        for (unsigned i = 0; i < LANES; i++)
            addr[i] = (uint16_t)((lane[i / 2] + 4 * (i % 2)) & ADDR_MASK);
    else
        for (unsigned i = 0; i < LANES; i++)
            addr[i] = (uint16_t)((lane[i / 4] + 4 * (i % 4)) & ADDR_MASK);
}

// Which register each slot stands for.
static void lsu_slot_regs(const struct lsu_entry *e, unsigned sub, uint8_t lane[LANES], uint8_t ofs[LANES])
{
    unsigned words = lg_words(e->width);
    for (unsigned i = 0; i < LANES; i++) {
        lane[i] = (uint8_t)slot_lane(words, sub, i);
        ofs[i] = (uint8_t)slot_ofs(words, i);
    }
}

// The sub-warps that have an active lane.
static unsigned lsu_subs(uint32_t mask, unsigned width)
{
    unsigned words = lg_words(width), lanes = LANES >> words, subs = 0;
    for (unsigned k = 0; k < 1u << words; k++)
        subs |= (unsigned)((mask >> k * lanes & UINT32_MAX >> (32 - lanes)) != 0) << k;
    return subs;
}

// ---- the replay buffer

// The oldest place with a load, or with a store, that is ready to enter; UL1_RB if there is none.
static unsigned lsu_ready_replay(const struct lsu_state *s, unsigned store)
{
    for (unsigned p = 0; p < s->replays; p++) {
        const struct lsu_replay *r = &s->replay[p];
        if (r->store == store && r->wait == 0 && (!store || r->has_beat))
            return p;
    }
    return UL1_RB;
}

// The oldest place with a store that lacks its beat; UL1_RB if there is none.
static unsigned lsu_wanting_replay(const struct lsu_state *s)
{
    for (unsigned p = 0; p < s->replays; p++)
        if (s->replay[p].store && !s->replay[p].has_beat)
            return p;
    return UL1_RB;
}

static void lsu_leave_replay(struct lsu_state *s, unsigned place)
{
    s->replays--;
    memmove(&s->replay[place], &s->replay[place + 1], (s->replays - place) * sizeof s->replay[0]);
}

// There is room, by the conditions for taking and presenting. (A remainder presented again that was never given back could
// break them; it is dropped.)
static void lsu_append_replay(struct lsu_state *s, struct lsu_replay r)
{
    if (s->replays < UL1_RB)
        s->replay[s->replays++] = r;
}

// ---- outputs

static unsigned lsu_head_ready(const struct lsu_state *s)
{
    return s->fresh.count && !(s->busy >> s->entry[lsu_oldest(&s->fresh)].warp & 1);
}

static unsigned lsu_head_null(const struct lsu_state *s)
{
    return s->entry[lsu_oldest(&s->fresh)].subs == 0;
}

static void lsu_show_ready(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    uint64_t unused = ~s->valid & ((UINT64_C(1) << UL1_PT) - 1);
    out->in_ready = unused && s->replays < UL1_RB - 1;
    out->again_ready = s->replays < UL1_RB;
    out->in_entry = (uint8_t)(unused ? lowest(unused) : 0);
    out->lsu_idle = s->valid == 0;
}

static void lsu_show_candidates(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    unsigned rl = lsu_ready_replay(s, 0), rs = lsu_ready_replay(s, 1);
    out->cand_rl = rl < UL1_RB;
    out->cand_rs = rs < UL1_RB;
    out->cand_rs_older = rs < rl;
    out->cand_store = s->entry[lsu_oldest(&s->fresh)].store;
    out->cand_new = lsu_head_ready(s) && !lsu_head_null(s) && (!out->cand_store || s->beat_count)
        && (s->replays < UL1_RB || s->home == UL1_HOME_INSTR);
}

static void lsu_show_remainder(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    out->rpl_valid = s->rpl_valid;
    out->rpl_id = s->rpl_id;
    out->rpl_sub = s->rpl_sub;
    out->rpl_mask = s->rpl_mask;
}

static void lsu_show_follow(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    const struct lsu_follow *f = &s->follow[UL1_LAT - 1];
    const struct lsu_entry *e = &s->entry[f->id];
    out->wb_valid = f->load;
    out->wb_id = f->id;
    out->wb_sub = f->sub;
    out->wb_warp = e->warp;
    out->wb_reg = e->reg;
    if (f->load)
        lsu_slot_regs(e, f->sub, out->wb_lane, out->wb_ofs);

    out->ret_valid = f->ret;
    out->ret_id = f->id;
    out->ret_warp = e->warp;
    out->ret_err = e->err;
    out->ret_lane = (uint8_t)(e->mask ? lowest(e->mask) : 0);
    out->ret_mask = e->mask;
}

static void lsu_state(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    (void)in;
    lsu_show_ready(s, out);
    lsu_show_candidates(s, out);
    lsu_show_remainder(s, out);
    lsu_show_follow(s, out);
}

// The beat to pull: for a replay that lacks its beat, else for the oldest store that lacks one; of the latter the intake
// keeps a beat free.
static void lsu_st(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    unsigned place = lsu_wanting_replay(s);
    if (place < UL1_RB) {
        const struct lsu_replay *r = &s->replay[place];
        out->st_ready = in->ink_any;
        out->st_id = r->id;
        out->st_sub = r->sub;
        out->st_mask = r->mask;
    } else if (s->stores.count) {
        out->st_ready = in->ink_two;
        out->st_id = (uint8_t)lsu_oldest(&s->stores);
        out->st_sub = (uint8_t)lsu_next_sub(s, &s->stores);
        out->st_mask = lsu_active_slots(&s->entry[out->st_id], out->st_sub);
    } else {
        out->st_ready = 0;
    }
    if (out->st_ready)
        lsu_slot_regs(&s->entry[out->st_id], out->st_sub, out->st_lane, out->st_ofs);
}

static void lsu_req(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    out->req_valid = in->sel_rl || in->sel_rs || in->sel_new;
    out->req_mask = 0;
    if (!out->req_valid)
        return;

    if (in->sel_new) {
        out->req_id = (uint8_t)lsu_oldest(&s->fresh);
        out->req_sub = (uint8_t)lsu_next_sub(s, &s->fresh);
        out->req_ink = s->beat[s->beat_head];
        out->req_mask = lsu_active_slots(&s->entry[out->req_id], out->req_sub);
    } else {
        const struct lsu_replay *r = &s->replay[lsu_ready_replay(s, in->sel_rs)];
        out->req_id = r->id;
        out->req_sub = r->sub;
        out->req_ink = r->ink;
        out->req_mask = r->mask;
    }
    const struct lsu_entry *e = &s->entry[out->req_id];
    out->req_store = e->store;
    out->req_width = e->width;
    out->req_signed = e->sign;
    lsu_slot_addr(e, out->req_sub, out->req_addr);
}

// ---- the clock edge. The order of the steps follows the spec: a beat is noted in its place before places move up, and
// places leave before others are appended.

static void lsu_clock_retire(struct lsu_state *s, const struct ul1_lsu_out *out)
{
    if (out->ret_valid)
        s->valid &= ~(UINT64_C(1) << out->ret_id);
}

static void lsu_clock_beat(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (!in->st_valid || !out->st_ready)
        return;
    unsigned place = lsu_wanting_replay(s);
    if (place < UL1_RB) {
        s->replay[place].has_beat = 1;
        s->replay[place].ink = in->ink_idx;
    } else {
        s->beat[(s->beat_head + s->beat_count++) % UL1_INK] = in->ink_idx;
        lsu_advance(s, &s->stores, out->st_sub);
    }
}

static void lsu_clock_waits(struct lsu_state *s)
{
    for (unsigned p = 0; p < s->replays; p++)
        s->replay[p].wait = (uint8_t)(s->replay[p].wait - (s->replay[p].wait != 0));
}

// A new access is under way: its beat and its sub-warp are done with.
static void lsu_clock_fresh(struct lsu_state *s, const struct ul1_lsu_out *out)
{
    if (out->req_store) {
        s->beat_head = (uint8_t)((s->beat_head + 1) % UL1_INK);
        s->beat_count--;
    }
    lsu_advance(s, &s->fresh, out->req_sub);
}

// What becomes of the access whose pass was accepted. `place` is where the replay buffer has it.
static void lsu_clock_remainder(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out, unsigned place)
{
    unsigned stays = in->acc_more && in->cfg_home == UL1_HOME_LSU;
    uint64_t warp = UINT64_C(1) << s->entry[out->req_id].warp;
    uint32_t left = out->req_mask & ~in->acc_mask;
    uint8_t wait = (uint8_t)(in->cfg_interval ? in->cfg_interval - 1 : 0);

    s->busy = in->acc_more ? s->busy | warp : s->busy & ~warp;
    if (stays && in->sel_new) {
        lsu_append_replay(s, (struct lsu_replay){ .id = out->req_id, .sub = out->req_sub, .store = out->req_store,
            .wait = wait, .has_beat = out->req_store, .ink = out->req_ink, .mask = left });
    } else if (stays) {
        s->replay[place].mask = left;
        s->replay[place].wait = wait;
    } else if (!in->sel_new) {
        lsu_leave_replay(s, place);
    }
    s->rpl_valid = in->acc_more && !stays;
    s->rpl_id = out->req_id;
    s->rpl_sub = out->req_sub;
    s->rpl_mask = left;
}

// The pass accepted in this cycle, or else a null instruction at the head, enters the follow-up pipeline.
static void lsu_clock_pass(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out, unsigned place)
{
    struct lsu_follow f = { 0 };
    s->rpl_valid = 0;
    if (out->req_valid) {
        f.load = !out->req_store;
        f.ret = !in->acc_more && s->entry[out->req_id].subs >> (out->req_sub + 1) == 0;
        f.id = out->req_id;
        f.sub = out->req_sub;
        lsu_clock_remainder(s, in, out, place);
        if (in->sel_new)
            lsu_clock_fresh(s, out);
    } else if (lsu_head_ready(s) && lsu_head_null(s)) {
        f.ret = 1;
        f.id = (uint8_t)lsu_oldest(&s->fresh);
        lsu_remove(&s->fresh);
    }
    memmove(&s->follow[1], &s->follow[0], (UL1_LAT - 1) * sizeof f);
    s->follow[0] = f;
}

// Rule 7: whether the instruction fails, why, and in which lanes.
static void lsu_judge(struct lsu_entry *e, const struct ul1_lsu_in *in)
{
    uint64_t low = (UINT64_C(1) << lg_bytes(in->in_width)) - 1;
    uint64_t limit = (uint64_t)shared_rows(in->cfg_split) * 4 * LANES;
    uint32_t misaligned = 0, outside = 0;
    for (unsigned i = 0; i < LANES; i++) {
        misaligned |= (uint32_t)((in->in_addr[i] & low) != 0) << i;
        outside |= (uint32_t)(in->in_addr[i] >= limit) << i;
    }
    unsigned no_way = in->in_space != UL1_SPACE_SHARED;
    uint32_t failing = in->in_mask & (no_way ? UINT32_MAX : misaligned | outside);

    e->mask = failing ? failing : in->in_mask;
    e->subs = (uint8_t)(failing ? 0 : lsu_subs(in->in_mask, in->in_width));
    if (!failing)
        e->err = UL1_ERR_NONE;
    else if (no_way)
        e->err = UL1_ERR_SPACE;
    else
        e->err = bit(misaligned, lowest(failing)) ? UL1_ERR_MISALIGNED : UL1_ERR_RANGE;
}

static void lsu_keep_addr(struct lsu_entry *e, const struct ul1_lsu_in *in)
{
    for (unsigned i = 0; i < LANES; i++)
        e->addr[i] = (uint16_t)(in->in_addr[i] & ADDR_MASK);
}

static void lsu_clock_new(struct lsu_state *s, const struct ul1_lsu_in *in, unsigned id)
{
    struct lsu_entry *e = &s->entry[id];
    s->valid |= UINT64_C(1) << id;
    e->warp = in->in_warp;
    e->store = in->in_store;
    e->width = in->in_width;
    e->sign = in->in_signed;
    e->reg = in->in_reg;
    lsu_judge(e, in);
    lsu_keep_addr(e, in);
    lsu_append(&s->fresh, id);
    if (e->store && e->subs)
        lsu_append(&s->stores, id);
}

static void lsu_clock_again(struct lsu_state *s, const struct ul1_lsu_in *in)
{
    struct lsu_entry *e = &s->entry[in->in_id];
    lsu_keep_addr(e, in);
    lsu_append_replay(s, (struct lsu_replay){ .id = in->in_id, .sub = in->in_sub, .store = e->store, .mask = in->in_mask });
}

static void lsu_reset(struct lsu_state *s)
{
    s->valid = 0;
    s->fresh.head = s->fresh.count = s->fresh.sub = 0;
    s->stores.head = s->stores.count = s->stores.sub = 0;
    s->beat_head = s->beat_count = 0;
    s->replays = 0;
    s->busy = 0;
    s->rpl_valid = 0;
    memset(s->follow, 0, sizeof s->follow);
}

static void lsu_clock(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->rst) {
        lsu_reset(s);
        return;
    }
    s->home = in->cfg_home;
    unsigned place = out->req_valid ? lsu_ready_replay(s, out->req_store) : UL1_RB;
    lsu_clock_retire(s, out);
    lsu_clock_beat(s, in, out);
    lsu_clock_waits(s);
    lsu_clock_pass(s, in, out, place);
    if (in->in_valid && in->in_again && out->again_ready)
        lsu_clock_again(s, in);
    if (in->in_valid && !in->in_again && out->in_ready)
        lsu_clock_new(s, in, out->in_entry);
}
