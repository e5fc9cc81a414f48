// Load/store unit: taking, presenting, replaying, putting to sleep and retiring instructions.
#include "lsu.h"

// An entry as a member of a set.
static uint64_t lsu_one(unsigned id)
{
    return UINT64_C(1) << id;
}

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

// The slots of a sub-warp whose lanes are in the mask.
static uint32_t lsu_slots_of(const struct lsu_entry *e, unsigned sub, uint32_t lanes)
{
    unsigned words = lg_words(e->width);
    uint32_t slots = 0;
    for (unsigned i = 0; i < LANES; i++)
        slots |= bit(lanes, slot_lane(words, sub, i)) << i;
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

// The lanes of a sub-warp of which a slot is in the mask.
static uint32_t lsu_slot_lanes(const struct lsu_entry *e, unsigned sub, uint32_t slots)
{
    unsigned words = lg_words(e->width), first = slot_lane(words, sub, 0);
    uint32_t lanes = 0;
    for (unsigned i = 0; i < LANES; i++)
        lanes |= bit(slots, i) << ((first + (i >> words)) & (LANES - 1));
    return lanes;
}

// ---- lines

static uint64_t lsu_line(const struct lsu_entry *e, unsigned lane)
{
    return (uint64_t)e->high[lane] << UL1_ROW_W | addr_row(e->addr[lane]);
}

// The lanes of the mask that lie on the line.
static uint32_t lsu_on_line(const struct lsu_entry *e, uint32_t mask, uint64_t line)
{
    uint32_t high = (uint32_t)(line >> UL1_ROW_W), row = (uint32_t)line & (UL1_ROWS - 1), lanes = 0;
    for (unsigned i = 0; i < LANES; i++)
        lanes |= (uint32_t)(((e->high[i] ^ high) | (addr_row(e->addr[i]) ^ row)) == 0) << i;
    return lanes & mask;
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

// ---- the sleepers

// The oldest of some of them; there must be one.
static unsigned lsu_oldest_sleeper(const struct lsu_state *s, uint64_t some)
{
    uint64_t left = some;
    while (s->before[lowest(left)] & some)
        left &= left - 1;
    return lowest(left);
}

// Those that are awake and have a lane to do.
static uint64_t lsu_woken(const struct lsu_state *s)
{
    uint64_t woken = 0;
    for (uint64_t left = s->sleepers & ~s->asleep; left; left &= left - 1)
        woken |= s->entry[lowest(left)].todo ? left & -left : 0;
    return woken;
}

static uint64_t lsu_asleep_for(const struct lsu_state *s, struct lsu_lack lack)
{
    uint64_t those = 0;
    for (uint64_t left = s->asleep; left; left &= left - 1) {
        struct lsu_lack l = s->lack[lowest(left)];
        those |= l.cause == lack.cause && l.key == lack.key ? left & -left : 0;
    }
    return those;
}

static void lsu_fall_asleep(struct lsu_state *s, unsigned id, struct lsu_lack lack)
{
    if (!(s->sleepers & lsu_one(id))) {
        for (unsigned i = 0; i < LSU_IDS; i++)
            s->before[i] &= ~lsu_one(id);
        s->before[id] = s->sleepers;
        s->sleepers |= lsu_one(id);
    }
    s->asleep |= lsu_one(id);
    s->lack[id] = lack;
}

// The oldest that waits for it, if anyone does.
static void lsu_wake_with_token(struct lsu_state *s, struct lsu_lack lack)
{
    uint64_t those = lsu_asleep_for(s, lack);
    if (!those)
        return;
    uint64_t one = lsu_one(lsu_oldest_sleeper(s, those));
    s->asleep &= ~one;
    s->tokens |= one;
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

// A shared access may leave a remainder, which needs a place; a store needs its beat besides.
static unsigned lsu_shared_ready(const struct lsu_state *s, unsigned store)
{
    return (!store || s->beat_count) && (s->replays < UL1_RB || s->home == UL1_HOME_INSTR);
}

static void lsu_show_ready(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    uint64_t unused = ~s->valid & ((UINT64_C(1) << UL1_PT) - 1);
    out->in_ready = unused && s->replays < UL1_RB - 1;
    out->again_ready = s->replays < UL1_RB;
    out->in_entry = (uint8_t)(unused ? lowest(unused) : 0);
    out->lsu_idle = s->valid == 0;
    out->lsu_asleep = s->asleep;
}

static void lsu_show_candidates(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    unsigned rl = lsu_ready_replay(s, 0), rs = lsu_ready_replay(s, 1);
    out->cand_rl = rl < UL1_RB;
    out->cand_rs = rs < UL1_RB;
    out->cand_rs_older = rs < rl;
    out->cand_wake = lsu_woken(s) != 0;
    out->cand_store = s->entry[lsu_oldest(&s->fresh)].store;
    out->cand_cached = s->entry[lsu_oldest(&s->fresh)].cached;
    out->cand_new = lsu_head_ready(s) && !lsu_head_null(s) && (out->cand_cached || lsu_shared_ready(s, out->cand_store));
}

static void lsu_show_remainder(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    out->rpl_valid = s->rpl_valid;
    out->rpl_id = s->rpl_id;
    out->rpl_sub = s->rpl_sub;
    out->rpl_mask = s->rpl_mask;
}

// Words of shared loads and of hits were booked so that they never come in one cycle.
static void lsu_show_beat(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    const struct lsu_follow *hit = &s->follow[UL1_HLAT - 1], *f = hit->hit ? hit : &s->follow[UL1_LAT - 1];
    const struct lsu_entry *e = &s->entry[f->id];
    out->wb_valid = hit->hit || f->load;
    out->wb_id = f->id;
    out->wb_sub = f->sub;
    out->wb_warp = e->warp;
    out->wb_reg = e->reg;
    if (out->wb_valid)
        lsu_slot_regs(e, f->sub, out->wb_lane, out->wb_ofs);
}

static void lsu_show_retirement(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    const struct lsu_follow *f = &s->follow[UL1_HLAT - 1];
    const struct lsu_entry *e = &s->entry[f->id];
    unsigned lane = e->failing ? lowest(e->failing) : 0;
    out->ret_valid = f->ret;
    out->ret_id = f->id;
    out->ret_warp = e->warp;
    out->ret_err = e->err;
    out->ret_lane = (uint8_t)lane;
    out->ret_mask = e->failing;
    out->ret_addr = (uint64_t)e->high[lane] << LSU_ADDR_BITS | e->addr[lane];
}

static void lsu_state(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    (void)in;
    lsu_show_ready(s, out);
    lsu_show_candidates(s, out);
    lsu_show_remainder(s, out);
    lsu_show_beat(s, out);
    lsu_show_retirement(s, out);
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
        out->st_mask = lsu_slots_of(&s->entry[out->st_id], out->st_sub, s->entry[out->st_id].mask);
    } else {
        out->st_ready = 0;
    }
    if (out->st_ready)
        lsu_slot_regs(&s->entry[out->st_id], out->st_sub, out->st_lane, out->st_ofs);
}

static void lsu_req_new(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    out->req_id = (uint8_t)lsu_oldest(&s->fresh);
    out->req_sub = (uint8_t)lsu_next_sub(s, &s->fresh);
    out->req_ink = s->beat[s->beat_head];
    out->req_mask = lsu_slots_of(&s->entry[out->req_id], out->req_sub, s->entry[out->req_id].mask);
}

static void lsu_req_remainder(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    const struct lsu_replay *r = &s->replay[lsu_ready_replay(s, in->sel_rs)];
    out->req_id = r->id;
    out->req_sub = r->sub;
    out->req_ink = r->ink;
    out->req_mask = r->mask;
}

// The line of the lowest lane to do, of an instruction not yet presented in full or of a woken one.
static void lsu_req_line(const struct lsu_state *s, unsigned id, struct ul1_lsu_out *out)
{
    const struct lsu_entry *e = &s->entry[id];
    unsigned lane = lowest(e->todo);
    out->req_id = (uint8_t)id;
    out->req_sub = (uint8_t)(lane >> (LG - lg_words(e->width)));
    out->req_line = lsu_line(e, lane);
    out->req_mask = lsu_slots_of(e, out->req_sub, lsu_on_line(e, e->todo, out->req_line));
}

// All of a sub-warp that lies on the line that has been filled.
static void lsu_req_filled(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    const struct lsu_entry *e = &s->entry[in->rep_id];
    out->req_id = in->rep_id;
    out->req_sub = in->rep_sub;
    out->req_line = in->rep_line;
    out->req_mask = lsu_slots_of(e, in->rep_sub, lsu_on_line(e, e->mask, in->rep_line));
}

static void lsu_req(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    unsigned cached = in->sel_rep || in->sel_wake || (in->sel_new && s->entry[lsu_oldest(&s->fresh)].cached);
    out->req_valid = cached || in->sel_rl || in->sel_rs || in->sel_new;
    out->req_cached = (uint8_t)cached;
    out->req_mask = 0;
    if (!out->req_valid)
        return;

    if (in->sel_rep)
        lsu_req_filled(s, in, out);
    else if (in->sel_wake)
        lsu_req_line(s, lsu_oldest_sleeper(s, lsu_woken(s)), out);
    else if (cached)
        lsu_req_line(s, lsu_oldest(&s->fresh), out);
    else if (in->sel_new)
        lsu_req_new(s, out);
    else
        lsu_req_remainder(s, in, out);

    const struct lsu_entry *e = &s->entry[out->req_id];
    out->req_store = e->store;
    out->req_width = e->width;
    out->req_signed = e->sign;
    out->req_bypass = e->bypass;
    lsu_slot_addr(e, out->req_sub, out->req_addr);
}

// ---- the clock edge. The order of the steps follows the spec: a beat is noted in its place before places move up, and
// places leave before others are appended.

static void lsu_clock_retire(struct lsu_state *s, const struct ul1_lsu_out *out)
{
    if (out->ret_valid)
        s->valid &= ~lsu_one(out->ret_id);
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

// What becomes of the shared access whose pass was accepted. `place` is where the replay buffer has it.
static void lsu_clock_remainder(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                                unsigned place)
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

// A cached access is under way: its lanes are no longer to do. What is told of it in the next cycle is for it.
static void lsu_clock_cached(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                             struct lsu_look *look)
{
    unsigned id = out->req_id;
    struct lsu_entry *e = &s->entry[id];
    *look = (struct lsu_look){ .valid = 1, .replay = in->sel_rep, .err = in->rep_err,
        .lanes = lsu_slot_lanes(e, out->req_sub, out->req_mask) };
    if (in->sel_rep)
        return;
    e->todo &= ~look->lanes;
    if (in->sel_new && !e->todo)
        lsu_remove(&s->fresh);
    if (in->sel_wake) {
        look->has_token = (s->tokens & lsu_one(id)) != 0;
        look->token = s->lack[id];
        s->tokens &= ~lsu_one(id);
    }
}

// The pass accepted in this cycle, or else a null instruction at the head, is to enter the follow-up pipeline as `f`.
static void lsu_clock_present(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                              unsigned place, struct lsu_follow *f, struct lsu_look *look)
{
    s->rpl_valid = 0;
    if (out->req_valid) {
        f->id = out->req_id;
        f->sub = out->req_sub;
    }
    if (out->req_cached) {
        lsu_clock_cached(s, in, out, look);
    } else if (out->req_valid) {
        f->load = !out->req_store;
        f->ret = !in->acc_more && s->entry[f->id].subs >> (f->sub + 1) == 0;
        lsu_clock_remainder(s, in, out, place);
        if (in->sel_new)
            lsu_clock_fresh(s, out);
    } else if (lsu_head_ready(s) && lsu_head_null(s)) {
        f->ret = 1;
        f->id = (uint8_t)lsu_oldest(&s->fresh);
        lsu_remove(&s->fresh);
    }
}

// ---- what became of the cached pass in stage 1: the steps of the spec's list, in its order

// 1, done: its lanes have hit, or fail.
static void lsu_done(struct lsu_state *s, struct lsu_follow *f, const struct lsu_look *l, unsigned hit)
{
    struct lsu_entry *e = &s->entry[f->id];
    f->hit = (uint8_t)hit;
    e->open &= ~l->lanes;
    f->ret = e->open == 0;
    if (hit || !l->lanes)
        return;
    if (!e->failing || lowest(l->lanes) < lowest(e->failing))
        e->err = l->err;
    e->failing |= l->lanes;
}

// 1, deferred: its lanes come again. A sleeper that is asleep has an older line to wait for.
static void lsu_deferred(struct lsu_state *s, const struct ul1_lsu_in *in, unsigned id, uint32_t lanes)
{
    s->entry[id].todo |= lanes;
    if (s->fresh.count && lsu_oldest(&s->fresh) == id)
        lsu_remove(&s->fresh);
    if (!(s->asleep & lsu_one(id)))
        lsu_fall_asleep(s, id, (struct lsu_lack){ in->miss_cause, in->miss_key });
}

// 2. A sleeper that is awake and has no lane to do is none any more, unless its last access is yet to be judged.
static void lsu_leave_sleepers(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out, unsigned id)
{
    unsigned again = in->sel_wake && out->req_id == id;
    if (!(s->asleep & lsu_one(id)) && !s->entry[id].todo && !again)
        s->sleepers &= ~lsu_one(id);
}

// 3. What has become free and was not used by the one who was woken for it is for the next. (The access is of the line whose
// deferral earned the token, so its set is the key.)
static void lsu_pass_token_on(struct lsu_state *s, const struct ul1_lsu_in *in, struct lsu_lack token)
{
    unsigned again = in->miss_defer && in->miss_cause == token.cause;
    if (!in->miss_open && !again)
        lsu_wake_with_token(s, token);
}

// 4. The last replay of an entry: it and the way of its line will be free when those who are woken now are looked up.
static void lsu_freed(struct lsu_state *s, const struct ul1_lsu_in *in)
{
    if (!s->asleep)
        return;
    s->asleep &= ~lsu_asleep_for(s, (struct lsu_lack){ UL1_CAUSE_MERGE, in->rep_prt });
    s->asleep &= ~lsu_asleep_for(s, (struct lsu_lack){ UL1_CAUSE_CLOSED, in->rep_prt });
    lsu_wake_with_token(s, (struct lsu_lack){ UL1_CAUSE_ENTRY, 0 });
    lsu_wake_with_token(s, (struct lsu_lack){ UL1_CAUSE_WAY, (uint8_t)tag_index(in->rep_line, in->cfg_split) });
}

static void lsu_clock_outcome(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    const struct lsu_look *l = &s->look;
    struct lsu_follow *f = &s->follow[0];
    if (in->look_hit || (l->replay && l->err != UL1_ERR_NONE))
        lsu_done(s, f, l, in->look_hit);
    else if (in->miss_defer)
        lsu_deferred(s, in, f->id, l->lanes);
    if (!l->replay && !in->miss_defer)
        lsu_leave_sleepers(s, in, out, f->id);
    if (l->has_token)
        lsu_pass_token_on(s, in, l->token);
}

static void lsu_clock_pass(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out, unsigned place)
{
    struct lsu_follow f = { 0 };
    struct lsu_look look = { 0 };
    lsu_clock_present(s, in, out, place, &f, &look);
    if (s->look.valid)
        lsu_clock_outcome(s, in, out);
    if (in->sel_rep && in->rep_last)
        lsu_freed(s, in);
    memmove(&s->follow[1], &s->follow[0], (UL1_HLAT - 1) * sizeof f);
    s->follow[0] = f;
    s->look = look;
}

// Rule 7: whether the instruction fails, why, and in which lanes. A cached load cannot be out of range.
static void lsu_judge(struct lsu_entry *e, const struct ul1_lsu_in *in)
{
    uint64_t low = (UINT64_C(1) << lg_bytes(in->in_width)) - 1;
    uint64_t limit = e->cached ? UINT64_MAX : (uint64_t)shared_rows(in->cfg_split) * 4 * LANES;
    uint32_t misaligned = 0, outside = 0;
    for (unsigned i = 0; i < LANES; i++) {
        misaligned |= (uint32_t)((in->in_addr[i] & low) != 0) << i;
        outside |= (uint32_t)(in->in_addr[i] >= limit) << i;
    }
    unsigned no_way = in->in_space != UL1_SPACE_SHARED && !e->cached;
    uint32_t failing = in->in_mask & (no_way ? UINT32_MAX : misaligned | outside);

    e->failing = failing;
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

static void lsu_keep_high(struct lsu_entry *e, const struct ul1_lsu_in *in)
{
    for (unsigned i = 0; i < LANES; i++)
        e->high[i] = (uint32_t)(in->in_addr[i] >> LSU_ADDR_BITS);
}

static void lsu_clock_new(struct lsu_state *s, const struct ul1_lsu_in *in, unsigned id)
{
    struct lsu_entry *e = &s->entry[id];
    s->valid |= lsu_one(id);
    e->warp = in->in_warp;
    e->store = in->in_store;
    e->width = in->in_width;
    e->sign = in->in_signed;
    e->reg = in->in_reg;
    e->mask = in->in_mask;
    e->cached = !in->in_store && (in->in_space == UL1_SPACE_GLOBAL || in->in_space == UL1_SPACE_LOCAL);
    e->bypass = in->in_hint == UL1_HINT_CG;
    lsu_judge(e, in);
    e->todo = e->open = e->cached && e->subs ? in->in_mask : 0;
    lsu_keep_addr(e, in);
    if (e->cached || e->failing)
        lsu_keep_high(e, in);
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
    s->sleepers = s->asleep = s->tokens = 0;
    s->rpl_valid = 0;
    memset(s->follow, 0, sizeof s->follow);
    s->look.valid = 0;
}

static void lsu_clock(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->rst) {
        lsu_reset(s);
        return;
    }
    s->home = in->cfg_home;
    unsigned place = in->sel_rl || in->sel_rs ? lsu_ready_replay(s, in->sel_rs) : UL1_RB;
    lsu_clock_retire(s, out);
    lsu_clock_beat(s, in, out);
    lsu_clock_waits(s);
    lsu_clock_pass(s, in, out, place);
    if (in->in_valid && in->in_again && out->again_ready)
        lsu_clock_again(s, in);
    if (in->in_valid && !in->in_again && out->in_ready)
        lsu_clock_new(s, in, out->in_entry);
}
