// Load/store unit: taking, presenting, replaying, putting to sleep and retiring instructions, and fences.
#include "lsu.h"

// An entry as a member of a set.
static uint64_t lsu_one(unsigned id)
{
    return UINT64_C(1) << id;
}

// ---- the new queue

// The oldest of some that are in it; LSU_IDS if there is none.
static unsigned lsu_oldest(const struct lsu_queue *q, uint64_t some)
{
    if (some)
        for (unsigned i = 0; i < q->count; i++)
            if (some >> q->id[i] & 1)
                return q->id[i];
    return LSU_IDS;
}

static void lsu_append(struct lsu_queue *q, unsigned id, unsigned warp)
{
    if (!q->of_warp[warp])
        q->turn |= lsu_one(id);
    q->of_warp[warp] |= lsu_one(id);
    q->id[q->count++ % LSU_IDS] = (uint8_t)id;
}

// The turn is then that of the next of its warp. (Who leaves had it.)
static void lsu_remove(struct lsu_queue *q, unsigned id, unsigned warp)
{
    unsigned i = 0;
    while (i < q->count && q->id[i] != id)
        i++;
    if (i == q->count)
        return;
    q->count--;
    memmove(&q->id[i], &q->id[i + 1], q->count - i);
    q->of_warp[warp] &= ~lsu_one(id);
    q->turn &= ~lsu_one(id);
    if (q->of_warp[warp])
        q->turn |= lsu_one(lsu_oldest(q, q->of_warp[warp]));
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

// The sub-warp that a lane is of, and its lanes.
static unsigned lsu_sub_of(const struct lsu_entry *e, unsigned lane)
{
    return lane >> (UL1_LANE_W - lg_words(e->width));
}

static uint32_t lsu_sub_lanes(const struct lsu_entry *e, unsigned sub)
{
    unsigned words = lg_words(e->width);
    return UINT32_MAX >> (32 - (LANES >> words)) << slot_lane(words, sub, 0);
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

// ---- who is next

// Those that are awake and have a lane to do.
static uint64_t lsu_woken(const struct lsu_state *s)
{
    uint64_t woken = 0;
    for (uint64_t left = s->sleepers.all & ~s->sleepers.asleep; left; left &= left - 1)
        woken |= s->entry[lowest(left)].todo ? left & -left : 0;
    return woken;
}

// Those that have the turn and whose warp is not busy.
static uint64_t lsu_turns(const struct lsu_state *s)
{
    uint64_t turns = s->fresh.turn;
    for (uint64_t left = s->busy; left; left &= left - 1)
        turns &= ~s->fresh.of_warp[lowest(left)];
    return turns;
}

// Fences before which everything of their warp has retired; those for this L1 alone among them.
static uint64_t lsu_settled_fences(const struct lsu_state *s, uint64_t turns, uint64_t *near)
{
    uint64_t settled = 0;
    *near = 0;
    for (uint64_t left = turns & s->fences; left; left &= left - 1) {
        const struct lsu_entry *e = &s->entry[lowest(left)];
        uint64_t one = s->out[e->warp] ? 0 : left & -left;
        settled |= one;
        *near |= e->level == UL1_LEVEL_CTA ? one : 0;
    }
    return settled;
}

// The store whose beat is the oldest, if nothing else is in its way: no cached load of its warp may yet be deferred and then
// see what it stores.
static uint64_t lsu_ready_store(const struct lsu_state *s, unsigned room_store)
{
    unsigned id = s->beat[s->beat_head].id, warp = s->entry[id].warp;
    unsigned looks = s->look.valid && !s->look.replay && s->entry[s->follow[0].id].warp == warp;
    return s->beat_count && room_store && !s->sleeping[warp] && !looks ? lsu_one(id) & s->stores : 0;
}

// The oldest of the new queue that is ready; LSU_IDS if none is. A shared access may leave a remainder, which needs a place.
static unsigned lsu_next(const struct lsu_state *s, unsigned room_store)
{
    uint64_t turns = lsu_turns(s), near;
    if (!turns)
        return LSU_IDS;
    uint64_t placed = s->replays < UL1_RB || s->home == UL1_HOME_INSTR ? UINT64_MAX : s->cached;
    uint64_t fences = lsu_settled_fences(s, turns, &near) & (near | s->answered);
    uint64_t accesses = ~(s->stores | s->fences) | lsu_ready_store(s, room_store);
    return lsu_oldest(&s->fresh, turns & (s->nulls | fences | (accesses & placed)));
}

// A null or a fence is no access.
static unsigned lsu_is_access(const struct lsu_state *s, unsigned id)
{
    return !((s->nulls | s->fences) & lsu_one(id));
}

// The store to pull a beat for; LSU_IDS if there is none.
static unsigned lsu_pulling(const struct lsu_state *s)
{
    return lsu_oldest(&s->fresh, s->fresh.turn & s->pulls);
}

// The access in stage 1 was woken for a slot of the write data buffer.
static unsigned lsu_has_slot(const struct lsu_state *s)
{
    return s->look.has_token && s->look.token.cause == UL1_CAUSE_ROOM;
}

// ---- outputs

static void lsu_show_candidates(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    unsigned rl = lsu_ready_replay(s, 0), rs = lsu_ready_replay(s, 1);
    out->cand_remainder_load = rl < UL1_RB;
    out->cand_remainder_store = rs < UL1_RB;
    out->cand_store_older = rs < rl;
    out->cand_woken = lsu_woken(s) != 0;
}

static void lsu_show_fence(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    uint64_t near, settled = lsu_settled_fences(s, lsu_turns(s), &near), asks = settled & ~near & ~s->asked;
    unsigned id = asks ? lowest(asks) : 0;
    out->fence_valid = asks != 0;
    out->fence_id = (uint8_t)id;
    out->fence_level = s->entry[id].level;
}

// With nobody older who sleeps for a slot or is about to use one, the access in stage 1 may.
static void lsu_show_sleepers(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    out->sleep_ids = s->sleepers.asleep;
    out->sleep_yields = !((s->sleepers.asleep | s->sleepers.tokens) & s->sleepers.slot) || lsu_has_slot(s);
}

static void lsu_show_remainder(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    out->remainder_valid = s->remainder_valid;
    out->remainder_id = s->remainder_id;
    out->remainder_sub = s->remainder_sub;
    out->remainder_mask = s->remainder_mask;
}

// Words of shared loads and of hits were booked so that they never come in one cycle.
static void lsu_show_beat(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    const struct lsu_follow *hit = &s->follow[UL1_HLAT - 1], *f = hit->hit ? hit : &s->follow[UL1_LAT - 1];
    const struct lsu_entry *e = &s->entry[f->id];
    out->rf_valid = hit->hit || f->load;
    out->rf_id = f->id;
    out->rf_sub = f->sub;
    out->rf_warp = e->warp;
    out->rf_reg = e->reg;
    if (out->rf_valid)
        lsu_slot_regs(e, f->sub, out->rf_lane, out->rf_ofs);
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
    out->in_again_ready = s->replays < UL1_RB;
    out->lsu_idle = s->valid == 0;
    lsu_show_candidates(s, out);
    lsu_show_fence(s, out);
    lsu_show_sleepers(s, out);
    lsu_show_remainder(s, out);
    lsu_show_beat(s, out);
    lsu_show_retirement(s, out);
}

static void lsu_ready(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    uint64_t unused = ~s->valid & ((UINT64_C(1) << UL1_PT) - 1);
    out->in_ready = unused && s->replays < UL1_RB - 1 && !in->cmd_hold;
    out->in_entry = (uint8_t)(unused ? lowest(unused) : 0);
}

static void lsu_cand(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    unsigned id = lsu_next(s, in->room_store);
    out->cand_new = id < LSU_IDS && lsu_is_access(s, id);
    out->cand_store = out->cand_new && s->stores >> id & 1;
    out->cand_cached = out->cand_new && s->cached >> id & 1;
}

// The beat to pull: for a replay that lacks its beat, else for the oldest store that lacks one; of the latter the intake
// keeps a beat free.
static void lsu_pull(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    unsigned place = lsu_wanting_replay(s), id = lsu_pulling(s);
    if (place < UL1_RB) {
        const struct lsu_replay *r = &s->replay[place];
        out->pull_ready = in->intake_free;
        out->pull_id = r->id;
        out->pull_sub = r->sub;
        out->pull_mask = r->mask;
    } else if (id < LSU_IDS) {
        const struct lsu_entry *e = &s->entry[id];
        out->pull_ready = in->intake_spare;
        out->pull_id = (uint8_t)id;
        out->pull_sub = (uint8_t)lsu_sub_of(e, lowest(e->pull));
        out->pull_mask = lsu_slots_of(e, out->pull_sub, e->mask);
    } else {
        out->pull_ready = 0;
    }
    if (out->pull_ready)
        lsu_slot_regs(&s->entry[out->pull_id], out->pull_sub, out->pull_lane, out->pull_ofs);
}

// Slots of the lowest sub-warp with a lane to do. (Of who has none, they are not looked at.)
static void lsu_req_shared(const struct lsu_state *s, unsigned id, struct ul1_lsu_out *out)
{
    const struct lsu_entry *e = &s->entry[id];
    out->req_id = (uint8_t)id;
    out->req_sub = (uint8_t)(e->todo ? lsu_sub_of(e, lowest(e->todo)) : 0);
    out->req_mask = lsu_slots_of(e, out->req_sub, e->mask);
}

static void lsu_req_remainder(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    const struct lsu_replay *r = &s->replay[lsu_ready_replay(s, in->sel_remainder_store)];
    out->req_id = r->id;
    out->req_sub = r->sub;
    out->req_beat = r->beat_at;
    out->req_mask = r->mask;
}

// The line of the lowest lane to do, of an instruction not yet presented in full or of a woken one.
static void lsu_req_line(const struct lsu_state *s, unsigned id, struct ul1_lsu_out *out)
{
    const struct lsu_entry *e = &s->entry[id];
    unsigned lane = e->todo ? lowest(e->todo) : 0, sub = lsu_sub_of(e, lane);
    uint64_t line = lsu_line(e, lane);
    uint32_t todo = e->todo & lsu_sub_lanes(e, sub), lanes = lsu_on_line(e, todo, line);
    out->req_id = (uint8_t)id;
    out->req_sub = (uint8_t)sub;
    out->req_line = line;
    out->req_mask = lsu_slots_of(e, sub, lanes);
    out->req_end = s->stores >> id & 1 && lanes == todo;
}

// All of a sub-warp that lies on the line that has been filled.
static void lsu_req_filled(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    const struct lsu_entry *e = &s->entry[in->merged_id];
    out->req_id = in->merged_id;
    out->req_sub = in->merged_sub;
    out->req_line = in->merged_line;
    out->req_mask = lsu_slots_of(e, in->merged_sub, lsu_on_line(e, e->mask, in->merged_line));
}

// Of a replay that no load waits for there is the line alone.
static void lsu_req_bare(const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    out->req_store = out->req_id = out->req_sub = out->req_width = out->req_signed = 0;
    out->req_line = in->merged_line;
    out->req_bypass = out->req_writeback = 0;
}

static void lsu_req(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    unsigned id = in->sel_new ? lsu_next(s, in->room_store) % LSU_IDS : 0;
    unsigned cached = in->sel_replay || in->sel_woken || (in->sel_new && s->cached >> id & 1);
    out->req_valid = cached || in->sel_remainder_load || in->sel_remainder_store || in->sel_new;
    out->req_cached = (uint8_t)cached;
    out->req_mask = 0;
    out->req_beat = 0;
    out->req_end = 0;
    if (!out->req_valid)
        return;
    if (in->sel_replay && in->merged_bare) {
        lsu_req_bare(in, out);
        return;
    }

    if (in->sel_replay)
        lsu_req_filled(s, in, out);
    else if (in->sel_woken)
        lsu_req_line(s, sleepers_oldest(&s->sleepers, lsu_woken(s)), out);
    else if (cached)
        lsu_req_line(s, id, out);
    else if (in->sel_new)
        lsu_req_shared(s, id, out);
    else
        lsu_req_remainder(s, in, out);
    if (in->sel_new)
        out->req_beat = s->beat[s->beat_head].beat_at;

    const struct lsu_entry *e = &s->entry[out->req_id];
    out->req_store = s->stores >> out->req_id & 1;
    out->req_width = e->width;
    out->req_signed = e->sign;
    out->req_bypass = e->bypass;
    out->req_writeback = e->wb;
    lsu_slot_addr(e, out->req_sub, out->req_addr);
}

// ---- the clock edge. The order of the steps follows the spec: a beat is noted in its place before places move up, and
// places leave before others are appended.

// Who was chosen by the state at the beginning of the cycle.
struct lsu_chosen {
    uint8_t place;                          // of a remainder: its place in the replay buffer
    uint8_t instead;                        // without an access: the null or the fence that is next; LSU_IDS if none is
};

static struct lsu_chosen lsu_choose(const struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    unsigned place = in->sel_remainder_load || in->sel_remainder_store ? lsu_ready_replay(s, in->sel_remainder_store) : UL1_RB;
    unsigned next = out->req_valid || out->cand_new ? LSU_IDS : lsu_next(s, in->room_store);
    return (struct lsu_chosen){ (uint8_t)place, (uint8_t)next };
}

static void lsu_clock_retire(struct lsu_state *s, const struct ul1_lsu_out *out)
{
    if (!out->ret_valid)
        return;
    s->valid &= ~lsu_one(out->ret_id);
    s->out[out->ret_warp]--;
}

// An instruction leaves the new queue, if it is in it, and is out then.
static void lsu_leave_fresh(struct lsu_state *s, unsigned id)
{
    unsigned warp = s->entry[id].warp;
    if (!(s->fresh.of_warp[warp] & lsu_one(id)))
        return;
    lsu_remove(&s->fresh, id, warp);
    s->out[warp]++;
}

static void lsu_clock_beat(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (!in->pull_valid || !out->pull_ready)
        return;
    unsigned place = lsu_wanting_replay(s);
    if (place < UL1_RB) {
        s->replay[place].has_beat = 1;
        s->replay[place].beat_at = in->intake_beat;
        return;
    }
    struct lsu_entry *e = &s->entry[out->pull_id];
    s->beat[(s->beat_head + s->beat_count++) % UL1_INTAKE] = (struct lsu_beat){ out->pull_id, in->intake_beat };
    e->pull &= ~lsu_sub_lanes(e, out->pull_sub);
    if (!e->pull)
        s->pulls &= ~lsu_one(out->pull_id);
}

// Fences that are asked for, or answered.
static void lsu_clock_fences(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (out->fence_valid && in->accept_fence)
        s->asked |= lsu_one(out->fence_id);
    if (in->answer_fence && in->answer_id < UL1_PT)
        s->answered |= lsu_one(in->answer_id);
}

static void lsu_clock_waits(struct lsu_state *s)
{
    for (unsigned p = 0; p < s->replays; p++)
        s->replay[p].wait = (uint8_t)(s->replay[p].wait - (s->replay[p].wait != 0));
}

static void lsu_leave_beat(struct lsu_state *s)
{
    s->beat_head = (uint8_t)((s->beat_head + 1) % UL1_INTAKE);
    s->beat_count--;
}

// Lanes are presented: they are no longer to do, and who has none left is out of the new queue.
static void lsu_presented(struct lsu_state *s, unsigned id, uint32_t lanes)
{
    struct lsu_entry *e = &s->entry[id];
    e->todo &= ~lanes;
    if (!e->todo)
        lsu_leave_fresh(s, id);
}

// What becomes of the shared access whose pass was accepted. `place` is where the replay buffer has it.
static void lsu_clock_remainder(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                                unsigned place)
{
    unsigned stays = in->split_more && in->cfg_home == UL1_HOME_LSU;
    uint64_t warp = UINT64_C(1) << s->entry[out->req_id].warp;
    uint32_t left = out->req_mask & ~in->split_mask;
    uint8_t wait = (uint8_t)(in->cfg_interval ? in->cfg_interval - 1 : 0);

    s->busy = in->split_more ? s->busy | warp : s->busy & ~warp;
    if (stays && in->sel_new) {
        lsu_append_replay(s, (struct lsu_replay){ .id = out->req_id, .sub = out->req_sub, .store = out->req_store,
            .wait = wait, .has_beat = out->req_store, .beat_at = out->req_beat, .mask = left });
    } else if (stays) {
        s->replay[place].mask = left;
        s->replay[place].wait = wait;
    } else if (!in->sel_new) {
        lsu_leave_replay(s, place);
    }
    s->remainder_valid = in->split_more && !stays;
    s->remainder_id = out->req_id;
    s->remainder_sub = out->req_sub;
    s->remainder_mask = left;
}

// A shared access is under way. A new one leaves nothing of its sub-warp to do.
static void lsu_clock_shared(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                             unsigned place, struct lsu_follow *f)
{
    const struct lsu_entry *e = &s->entry[out->req_id];
    lsu_clock_remainder(s, in, out, place);
    if (in->sel_new && out->req_store)
        lsu_leave_beat(s);
    if (in->sel_new)
        lsu_presented(s, out->req_id, lsu_sub_lanes(e, out->req_sub));
    f->load = !out->req_store;
    f->ret = !in->split_more && !e->todo;
}

// A cached store is under way. The lines of a sub-warp share its beat.
static void lsu_clock_cached_store(struct lsu_state *s, const struct ul1_lsu_out *out, struct lsu_follow *f)
{
    const struct lsu_entry *e = &s->entry[out->req_id];
    if (out->req_end)
        lsu_leave_beat(s);
    lsu_presented(s, out->req_id, lsu_slot_lanes(e, out->req_sub, out->req_mask));
    f->ret = !e->todo;
}

// A cached load is under way. What is told of it in the next cycle is for `look`.
static void lsu_clock_cached_load(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                                  struct lsu_look *look)
{
    unsigned id = out->req_id;
    *look = (struct lsu_look){ .valid = !(in->sel_replay && in->merged_bare), .replay = in->sel_replay, .err = in->merged_err,
        .lanes = lsu_slot_lanes(&s->entry[id], out->req_sub, out->req_mask) };
    if (!in->sel_replay)
        lsu_presented(s, id, look->lanes);
    if (in->sel_woken) {
        look->has_token = (s->sleepers.tokens & lsu_one(id)) != 0;
        look->token = s->sleepers.lack[id];
        s->sleepers.tokens &= ~lsu_one(id);
    }
}

// The pass accepted in this cycle is to enter the follow-up pipeline as `f`, and if it is a cached load, as `look`.
static void lsu_clock_present(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                              struct lsu_chosen chosen, struct lsu_follow *f, struct lsu_look *look)
{
    s->remainder_valid = 0;
    if (chosen.instead < LSU_IDS) {
        f->ret = 1;
        f->id = chosen.instead;
        lsu_leave_fresh(s, chosen.instead);
    }
    if (!out->req_valid)
        return;
    f->id = out->req_id;
    f->sub = out->req_sub;
    if (!out->req_cached)
        lsu_clock_shared(s, in, out, chosen.place, f);
    else if (out->req_store)
        lsu_clock_cached_store(s, out, f);
    else
        lsu_clock_cached_load(s, in, out, look);
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
    struct lsu_entry *e = &s->entry[id];
    e->todo |= lanes;
    lsu_leave_fresh(s, id);
    s->sleeping[e->warp] = (uint8_t)(s->sleeping[e->warp] + !(s->sleepers.all & lsu_one(id)));
    if (!(s->sleepers.asleep & lsu_one(id)))
        sleepers_fall_asleep(&s->sleepers, id, (struct lsu_lack){ in->miss_cause, in->miss_key });
}

// 2. A sleeper that is awake and has no lane to do is none any more, unless its last access is yet to be judged.
static void lsu_leave_sleepers(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out, unsigned id)
{
    unsigned again = in->sel_woken && out->req_id == id;
    if (!(s->sleepers.all & ~s->sleepers.asleep & lsu_one(id)) || s->entry[id].todo || again)
        return;
    sleepers_leave(&s->sleepers, id);
    s->sleeping[s->entry[id].warp]--;
}

// 3. What has become free and was not used by the one who was woken for it is for the next. (The access is of the line whose
// deferral earned the token, so its set is the key.) A slot that is free is seen in step 5.
static void lsu_pass_token_on(struct lsu_state *s, const struct ul1_lsu_in *in, struct lsu_lack token)
{
    unsigned again = in->miss_defer && in->miss_cause == token.cause;
    if (!in->miss_open && !again && token.cause != UL1_CAUSE_ROOM)
        sleepers_wake_one(&s->sleepers, sleepers_for(&s->sleepers, token));
}

// 4. The last replay of an entry: it and the way of its line will be free when those who are woken now are looked up.
static void lsu_freed(struct sleepers *s, const struct ul1_lsu_in *in)
{
    uint8_t set = (uint8_t)tag_index(in->merged_line, in->carveout);
    if (!s->asleep)
        return;
    s->asleep &= ~sleepers_for(s, (struct lsu_lack){ UL1_CAUSE_MERGE, in->replay_prt });
    s->asleep &= ~sleepers_for(s, (struct lsu_lack){ UL1_CAUSE_CLOSED, in->replay_prt });
    sleepers_wake_one(s, sleepers_for(s, (struct lsu_lack){ UL1_CAUSE_ENTRY, 0 }));
    sleepers_wake_one(s, sleepers_for(s, (struct lsu_lack){ UL1_CAUSE_WAY, set }));
}

// 5. A slot is free. It is not for one who has another access under way, which would leave the token behind.
static void lsu_give_slot(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    uint64_t looked = in->sel_new || in->sel_woken ? lsu_one(out->req_id) : 0;
    sleepers_wake_one(&s->sleepers, s->sleepers.asleep & s->sleepers.slot & ~looked);
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

static void lsu_clock_pass(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                           struct lsu_chosen chosen)
{
    struct lsu_follow f = { 0 };
    struct lsu_look look = { 0 };
    unsigned slot_taken = (s->sleepers.tokens & s->sleepers.slot) || lsu_has_slot(s);
    lsu_clock_present(s, in, out, chosen, &f, &look);
    if (s->look.valid)
        lsu_clock_outcome(s, in, out);
    if (in->sel_replay && in->merged_last)
        lsu_freed(&s->sleepers, in);
    if (in->room_dirty && !slot_taken)
        lsu_give_slot(s, in, out);
    memmove(&s->follow[1], &s->follow[0], (UL1_HLAT - 1) * sizeof f);
    s->follow[0] = f;
    s->look = look;
}

// Rule 7: whether the instruction fails, why, and in which lanes. A cached access cannot be out of range.
static void lsu_judge(struct lsu_entry *e, const struct ul1_lsu_in *in, unsigned cached)
{
    uint64_t low = (UINT64_C(1) << lg_bytes(in->in_width)) - 1;
    uint64_t limit = cached ? UINT64_MAX : (uint64_t)shared_rows(in->carveout) * 4 * LANES;
    uint32_t misaligned = 0, outside = 0;
    for (unsigned i = 0; i < LANES; i++) {
        misaligned |= (uint32_t)((in->in_addr[i] & low) != 0) << i;
        outside |= (uint32_t)(in->in_addr[i] >= limit) << i;
    }
    unsigned known = in->in_op == UL1_OP_LOAD || in->in_op == UL1_OP_STORE;
    unsigned no_way = in->in_space != UL1_SPACE_SHARED && !cached;
    e->failing = in->in_mask & (!known || no_way ? UINT32_MAX : misaligned | outside);
    if (!e->failing)
        e->err = UL1_ERR_NONE;
    else if (!known)
        e->err = UL1_ERR_OP;
    else if (no_way)
        e->err = UL1_ERR_SPACE;
    else
        e->err = bit(misaligned, lowest(e->failing)) ? UL1_ERR_MISALIGNED : UL1_ERR_RANGE;
}

// Whether a store is written back later, and a load bypasses the cache. Of a store bypassing is what its hint says.
static void lsu_policy(struct lsu_entry *e, const struct ul1_lsu_in *in)
{
    unsigned uncached = in->cfg_policy == UL1_POLICY_KEPLER && in->in_space == UL1_SPACE_GLOBAL;
    unsigned local = in->in_space == UL1_SPACE_LOCAL && in->in_hint != UL1_HINT_WT && in->in_hint != UL1_HINT_CG;
    unsigned store = in->in_op == UL1_OP_STORE;
    e->wb = store && (in->in_hint == UL1_HINT_WB || local) && !uncached;
    e->bypass = in->in_hint == UL1_HINT_CG || (!store && uncached && in->in_hint != UL1_HINT_NC);
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

// Sets entry `id` of a mask, or clears it.
static void lsu_put(uint64_t *mask, unsigned id, unsigned set)
{
    *mask = (*mask & ~lsu_one(id)) | (uint64_t)set << id;
}

static void lsu_clock_new(struct lsu_state *s, const struct ul1_lsu_in *in, unsigned id)
{
    struct lsu_entry *e = &s->entry[id];
    unsigned store = in->in_op == UL1_OP_STORE, fence = in->in_op == UL1_OP_FENCE;
    unsigned cached = !fence && (in->in_space == UL1_SPACE_GLOBAL || in->in_space == UL1_SPACE_LOCAL);
    e->warp = in->in_warp;
    e->level = in->in_level;
    e->width = in->in_width;
    e->sign = in->in_signed;
    e->reg = in->in_reg;
    e->mask = fence ? 0 : in->in_mask;
    e->failing = 0;
    e->err = UL1_ERR_NONE;
    if (!fence)
        lsu_judge(e, in, cached);
    lsu_policy(e, in);
    e->todo = e->failing ? 0 : e->mask;
    e->pull = store ? e->todo : 0;
    e->open = cached && !store ? e->todo : 0;
    lsu_keep_addr(e, in);
    if (cached || e->failing)
        lsu_keep_high(e, in);

    lsu_put(&s->valid, id, 1);
    lsu_put(&s->stores, id, store);
    lsu_put(&s->cached, id, cached);
    lsu_put(&s->fences, id, fence);
    lsu_put(&s->nulls, id, !fence && !e->todo);
    lsu_put(&s->pulls, id, e->pull != 0);
    lsu_put(&s->asked, id, 0);
    lsu_put(&s->answered, id, 0);
    lsu_append(&s->fresh, id, e->warp);
}

static void lsu_clock_again(struct lsu_state *s, const struct ul1_lsu_in *in)
{
    lsu_keep_addr(&s->entry[in->in_id], in);
    lsu_append_replay(s, (struct lsu_replay){ .id = in->in_id, .sub = in->in_sub, .store = s->stores >> in->in_id & 1,
        .mask = in->in_mask });
}

static void lsu_reset(struct lsu_state *s)
{
    s->valid = 0;
    s->pulls = 0;
    s->fresh.count = 0;
    s->fresh.turn = 0;
    memset(s->fresh.of_warp, 0, sizeof s->fresh.of_warp);
    memset(s->out, 0, sizeof s->out);
    memset(s->sleeping, 0, sizeof s->sleeping);
    s->beat_head = s->beat_count = 0;
    s->replays = 0;
    s->busy = 0;
    s->sleepers.all = s->sleepers.asleep = s->sleepers.tokens = s->sleepers.slot = 0;
    s->remainder_valid = 0;
    memset(s->follow, 0, sizeof s->follow);
    memset(&s->look, 0, sizeof s->look);
}

static void lsu_clock(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    s->home = in->cfg_home;
    if (in->rst) {
        lsu_reset(s);
        return;
    }
    struct lsu_chosen chosen = lsu_choose(s, in, out);
    lsu_clock_retire(s, out);
    lsu_clock_beat(s, in, out);
    lsu_clock_fences(s, in, out);
    lsu_clock_waits(s);
    lsu_clock_pass(s, in, out, chosen);
    if (in->in_valid && in->in_again && out->in_again_ready)
        lsu_clock_again(s, in);
    if (in->in_valid && !in->in_again && out->in_ready)
        lsu_clock_new(s, in, out->in_entry);
}
