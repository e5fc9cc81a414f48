#include "blocks/lsu/answers.h"

#include <stddef.h>

#include "shape/taken.h"

// ---- what is judged

static const char *check_prepared(const struct lsu_answers *a, const struct ul1_lsu_out *out)
{
    uint64_t fresh = 0;
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        fresh |= a->access[p].used && a->access[p].kind <= LSU_LINE_STORE ? mask_bit(a->access[p].id) : 0;
    if (out->gather_ready != who_fits(a, LSU_LINE_REPLAY))
        return "gather_ready: not that there is a place for a replay";
    if (out->gather_valid != a->reading.used)
        return "gather_valid: not that a cached access can be prepared";
    if (a->reading.used && out->gather_id != a->reading.id)
        return "gather_id: not the first that can be prepared";
    return out->gather_fresh != fresh ? "gather_fresh: not those of new lines" : NULL;
}

static const char *check_sleepers(const struct lsu_answers *a, const struct ul1_lsu_out *out)
{
    uint64_t asleep = 0;
    bool room = false;
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1)) {
        const struct lsu_instr *i = &a->instr[n];
        asleep |= i->asleep ? mask_bit(n) : 0;
        room |= i->cause == UL1_CAUSE_ROOM && (i->asleep || i->token);
    }
    if (out->sleep_ids != asleep)
        return "sleep_ids: not those that sleep";
    const bool has = a->look.valid && a->look.token && a->look.cause == UL1_CAUSE_ROOM;
    return out->sleep_yields != (!room || has) ? "sleep_yields: not that nobody older waits for room" : NULL;
}

static const char *check_candidates(const struct lsu_answers *a, const struct ul1_lsu_out *out)
{
    const struct lsu_access *replay = who_oldest(a, LSU_LINE_REPLAY, LSU_NOBODY), *woken = who_woken_access(a);
    if (out->cand_replay != (replay != NULL))
        return "cand_replay: not that one is prepared";
    if (replay && (out->cand_prt != replay->prt || out->cand_last != replay->last || out->cand_err != replay->err || out->cand_bare != replay->bare))
        return "cand_prt, cand_last, cand_err, cand_bare: not the oldest replay's";
    if (out->cand_woken != (woken != NULL))
        return "cand_woken: not that the oldest sleeper's is prepared";
    if (woken && out->cand_woken_flush != a->instr[woken->id].flush)
        return "cand_woken_flush: not what the oldest sleeper's is";
    const unsigned asks = who_plain(a, true);
    if (out->fence_valid != (asks != LSU_NOBODY))
        return "fence_valid: not that a fence asks memory";
    return asks != LSU_NOBODY && out->fence_id != asks ? "fence_id: not the oldest that asks" : NULL;
}

// The access that enters, if it is cached; null if it is none.
static const struct lsu_access *selected(const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->sel_replay)
        return who_oldest(a, LSU_LINE_REPLAY, LSU_NOBODY);
    if (in->sel_woken)
        return who_woken_access(a);
    if (!in->sel_new || !out->cand_cached)
        return NULL;
    return who_ready_line(a, in, out->cand_store || out->cand_flush ? LSU_LINE_STORE : LSU_LINE_LOAD);
}

static const char *check_request(const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    const struct lsu_access *x = selected(a, in, out);
    if (!x)
        return NULL;
    const struct lsu_instr *i = &a->instr[x->id];
    if (!out->req_cached || out->req_line != x->line)
        return "req_cached, req_line: not the access that is selected";
    if (x->bare)
        return out->req_mask ? "req_mask: slots of a bare replay" : NULL;
    if (out->req_id != x->id || out->req_sub != x->sub)
        return "req_id, req_sub: not those of the access that is selected";
    if (out->req_mask != who_slots_of(i, x->sub, x->lanes))
        return "req_mask: not the slots on the line";
    if (out->req_store != i->store || out->req_inval != i->inval || out->req_flush != i->flush)
        return "req_store, req_inval, req_flush: not what is selected";
    if (who_is_upkeep(i) && out->req_bypass)
        return "req_bypass: of upkeep";
    if (i->store && out->req_beat != x->beat)
        return "req_beat: not the first that was pulled for the store";
    return out->req_end != (i->store && x->end) ? "req_end: not that a store's sub-warp has no line left" : NULL;
}

const char *lsu_answers_check(const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (!a->judged || in->rst)
        return NULL;
    const char *broken = check_prepared(a, out);
    if (!broken)
        broken = check_sleepers(a, out);
    if (!broken)
        broken = check_candidates(a, out);
    return broken ? broken : check_request(a, in, out);
}

// ---- the end of a cycle

static void leave_queue(struct lsu_answers *a, unsigned id)
{
    struct lsu_instr *i = &a->instr[id];
    a->out[i->warp] += mask_has(a->queued, id);
    a->queued &= ~mask_bit(id);
    a->queued_of[i->warp] &= ~mask_bit(id);
}

static void set_warp(uint64_t *warps, unsigned warp, bool on)
{
    *warps = (*warps & ~mask_bit(warp)) | (on ? mask_bit(warp) : 0);
}

// What else of an instruction that was deferred is prepared is to do again.
static void take_back(struct lsu_answers *a)
{
    for (unsigned p = 0; p < LSU_PREPARED; p++) {
        struct lsu_access *x = &a->access[p];
        if (!x->used || x->kind == LSU_LINE_REPLAY || x->id != a->fell_id)
            continue;
        a->instr[a->fell_id].todo |= x->lanes;
        x->used = false;
    }
}

static void wake_one(struct lsu_answers *a, unsigned cause, unsigned key, unsigned but)
{
    unsigned first = LSU_NOBODY;
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1)) {
        const struct lsu_instr *i = &a->instr[n];
        if (i->asleep && i->cause == cause && i->key == key && n != but && (first == LSU_NOBODY || i->since < a->instr[first].since))
            first = n;
    }
    if (first == LSU_NOBODY)
        return;
    a->instr[first].asleep = false;
    a->instr[first].token = true;
}

static void wake_all(struct lsu_answers *a, unsigned cause, unsigned key)
{
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1))
        if (a->instr[n].cause == cause && a->instr[n].key == key)
            a->instr[n].asleep = false;
}

static void advance_deferred(struct lsu_answers *a, const struct ul1_lsu_in *in)
{
    struct lsu_instr *i = &a->instr[a->look.id];
    i->todo |= a->look.lanes;
    leave_queue(a, a->look.id);
    a->fell = true;
    a->fell_id = a->look.id;
    if (who_is_upkeep(i))
        set_warp(&a->tending, i->warp, true);
    if (i->ordered)
        set_warp(&a->loading, i->warp, true);
    const bool sleeper = mask_has(a->sleepers, a->look.id);
    if (sleeper && i->asleep)
        return;
    i->since = sleeper ? i->since : a->clock;
    i->asleep = true;
    a->sleepers |= mask_bit(a->look.id);
    i->cause = in->miss_cause;
    i->key = in->miss_key;
}

// Of the access in stage 1: done, deferred or under fetch; whether its instruction sleeps no more; and its token.
static void advance_outcome(struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct lsu_instr *i = &a->instr[a->look.id];
    const bool upkeep = !a->look.replay && who_is_upkeep(i) && !in->miss_defer;
    if (in->look_hit || upkeep || (a->look.replay && a->look.err != UL1_ERR_NONE)) {
        i->open &= ~a->look.lanes;
        if (!i->open && i->ordered)
            set_warp(&a->loading, i->warp, false);
        if (!i->open && upkeep)
            set_warp(&a->tending, i->warp, false);
    } else if (in->miss_defer) {
        advance_deferred(a, in);
    }
    if (!a->look.replay && !in->miss_defer && mask_has(a->sleepers, a->look.id) && !i->asleep && !i->todo && !who_comes(a, a->look.id)
        && !(in->sel_woken && out->req_id == a->look.id))
        a->sleepers &= ~mask_bit(a->look.id);
    const bool same = in->miss_defer && in->miss_cause == a->look.cause;
    if (a->look.token && !in->miss_open && !same && a->look.cause != UL1_CAUSE_ROOM)
        wake_one(a, a->look.cause, a->look.key, LSU_NOBODY);
}

// What is selected leaves the lines, and is in stage 1 next.
static struct lsu_looked advance_selected(struct lsu_answers *a, const struct ul1_lsu_in *in, const struct lsu_access *x)
{
    struct lsu_instr *i = &a->instr[x->id];
    struct lsu_looked look = { .valid = !x->bare && (in->sel_replay || !i->store), .replay = in->sel_replay, .id = x->id,
        .err = x->err, .lanes = x->lanes };
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        a->access[p].used &= a->access[p].kind != x->kind || a->access[p].age != x->age;
    if (in->sel_replay || i->store)
        return look;
    if (x->final && who_is_upkeep(i))
        set_warp(&a->tending, i->warp, true);
    if (x->final && i->ordered)
        set_warp(&a->loading, i->warp, true);
    if (in->sel_woken) {
        look.token = i->token, look.cause = i->cause, look.key = i->key;
        i->token = false;
    }
    return look;
}

// A token for room is about.
static bool room_is_given(const struct lsu_answers *a)
{
    bool given = a->look.valid && a->look.token && a->look.cause == UL1_CAUSE_ROOM;
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1))
        given |= a->instr[n].token && a->instr[n].cause == UL1_CAUSE_ROOM;
    return given;
}

// `enters`: the access that was selected, not used if none was. Who sleeps for what the last replay of an entry frees wakes.
static void advance_pass(struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                         const struct lsu_access *enters)
{
    const bool given = room_is_given(a);
    struct lsu_looked look = { 0 };
    if (enters->used)
        look = advance_selected(a, in, enters);
    a->fell = false;
    if (a->look.valid)
        advance_outcome(a, in, out);
    if (in->sel_replay && enters->used && enters->last) {
        wake_all(a, UL1_CAUSE_MERGE, enters->prt);
        wake_all(a, UL1_CAUSE_CLOSED, enters->prt);
        wake_one(a, UL1_CAUSE_ENTRY, 0, LSU_NOBODY);
        wake_one(a, UL1_CAUSE_WAY, line_set(enters->line, in->carveout), LSU_NOBODY);
    }
    if (in->room_dirty && !given)
        wake_one(a, UL1_CAUSE_ROOM, 0, in->sel_new || in->sel_woken ? out->req_id : LSU_NOBODY);
    a->look = look;
}

// The lanes that are gathered, and what is chosen by the state at the beginning of a cycle.
struct choice {
    struct lsu_access reading;
    uint64_t line;
    uint32_t lanes;
};

static struct choice choose(const struct lsu_answers *a, const struct ul1_lsu_in *in)
{
    struct choice c = { .lanes = 0 };
    unsigned id;
    c.lanes = who_gathers(a, &c.line);
    if (in->replay_valid && who_fits(a, LSU_LINE_REPLAY))
        c.reading = (struct lsu_access){ .used = true, .kind = LSU_LINE_REPLAY, .id = in->merged_id, .sub = in->merged_sub,
            .prt = in->replay_prt, .last = in->merged_last, .err = in->merged_err, .bare = in->merged_bare, .line = in->merged_line };
    else if ((id = who_chooses_woken(a, c.lanes)) != LSU_NOBODY)
        c.reading = (struct lsu_access){ .used = true, .kind = LSU_LINE_WOKEN, .id = (uint8_t)id };
    else if ((id = who_chooses_new(a, in, c.lanes)) != LSU_NOBODY)
        c.reading = (struct lsu_access){ .used = true, .kind = (uint8_t)who_new_kind(&a->instr[id]), .id = (uint8_t)id };
    return c;
}

// A new line of a store has its first beat, which is used up with the last of the sub-warp; the final one leaves the new queue.
static void gather_new(struct lsu_answers *a, struct lsu_access *x)
{
    struct lsu_instr *i = &a->instr[x->id];
    x->beat = i->beat[0];
    x->end = i->store && !(i->todo & who_lanes_of_sub(i, x->sub));
    if (x->end && i->beats) {
        i->beats--;
        i->beat[0] = i->beat[1];
    }
    if (x->final)
        leave_queue(a, x->id);
}

// What is gathered joins the lines.
static void advance_gathered(struct lsu_answers *a, const struct choice *c)
{
    struct lsu_access x = a->reading;
    struct lsu_instr *i = &a->instr[x.id];
    unsigned p = 0;
    a->reading = c->reading;
    if (c->reading.used && c->reading.kind <= LSU_LINE_STORE) {
        a->turn[c->reading.kind] = c->reading.id;
        a->stored_last = c->reading.kind == LSU_LINE_STORE;
    }
    if (!x.used || (!c->lanes && !x.bare))
        return;
    x.line = c->line;
    x.lanes = c->lanes;
    x.age = a->clock;
    if (x.kind != LSU_LINE_REPLAY) {
        i->todo &= ~c->lanes;
        x.sub = (uint8_t)who_sub_of(i, mask_first(c->lanes));
        x.final = !i->todo;
    }
    if (x.kind <= LSU_LINE_STORE)
        gather_new(a, &x);
    while (p < LSU_PREPARED && a->access[p].used)
        p++;
    if (p < LSU_PREPARED)
        a->access[p] = x;
}

static void advance_new(struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct lsu_instr *i = &a->instr[out->in_entry];
    a->queued |= mask_bit(out->in_entry);
    a->queued_of[in->in_warp] |= mask_bit(out->in_entry);
    a->sleepers &= ~mask_bit(out->in_entry);
    const bool upkeep = in->in_op == UL1_OP_INVAL || in->in_op == UL1_OP_FLUSH, fence = in->in_op == UL1_OP_FENCE;
    const bool known = upkeep || in->in_op == UL1_OP_LOAD || in->in_op == UL1_OP_STORE;
    *i = (struct lsu_instr){ .store = in->in_op == UL1_OP_STORE, .inval = in->in_op == UL1_OP_INVAL,
        .flush = in->in_op == UL1_OP_FLUSH, .fence = fence, .near = in->in_level == UL1_LEVEL_CTA, .warp = in->in_warp,
        .width = upkeep ? (uint8_t)UL1_WIDTH_B8 : in->in_width, .mask = fence ? 0 : in->in_mask, .age = a->clock };
    i->shared = !fence && in->in_space == UL1_SPACE_SHARED;
    i->cached = !fence && (in->in_space == UL1_SPACE_GLOBAL || in->in_space == UL1_SPACE_LOCAL);
    bool fails = !known || (!i->cached && (!i->shared || upkeep));
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint64_t addr = in->in_addr[lane];
        const bool outside = !i->cached && addr >= carveout_size(in->carveout);
        i->line[lane] = addr >> WITHIN_LINE_W;
        fails |= (i->mask >> lane & 1) && (addr % width_bytes(i->width) || outside);
    }
    i->todo = fails ? 0 : i->mask;
    i->open = i->cached && !i->store ? i->todo : 0;
    i->null = !fence && !i->todo;
    a->plain = (a->plain & ~mask_bit(out->in_entry)) | (i->null || fence ? mask_bit(out->in_entry) : 0);
    i->ordered = i->open && in->in_hint == UL1_HINT_ORD;
}

// A null or a fence that is next goes in a cycle in which nothing is selected.
static void advance_plain(struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    const unsigned id = who_plain(a, false);
    const bool goes = id != LSU_NOBODY && !out->cand_new && !out->req_valid;
    a->plain_waits = id != LSU_NOBODY && !goes;
    if (goes) {
        leave_queue(a, id);
        a->went = WENT_PLAIN;
    }
    if (in->sel_new)
        a->went = !out->cand_cached ? WENT_SHARED : out->cand_store || out->cand_flush ? WENT_STORE : WENT_LOAD;
}

// The shared access that is prepared, unless it is a remainder; and what its pass says of its warp.
static void advance_shared(struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (out->req_valid && !out->req_cached)
        set_warp(&a->busy, a->instr[out->req_id].warp, in->split_more);
    struct lsu_instr *i = &a->instr[out->choice_id];
    if (!out->choice_valid || a->again || !i->todo)
        return;
    i->todo &= ~who_lanes_of_sub(i, who_sub_of(i, mask_first(i->todo)));
    if (!i->todo)
        leave_queue(a, out->choice_id);
}

// A beat is pulled for a cached store, which has two at most.
static void advance_beat(struct lsu_instr *i, unsigned beat)
{
    if (i->cached && i->beats < 2)
        i->beat[i->beats++] = (uint8_t)beat;
}

void lsu_answers_advance(struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->rst) {
        *a = (struct lsu_answers){ .judged = true, .went = WENT_PLAIN };
        return;
    }
    const struct choice c = choose(a, in);
    const struct lsu_access *x = selected(a, in, out), enters = x ? *x : (struct lsu_access){ .used = false };
    a->clock++;
    advance_plain(a, in, out);
    if (out->ret_valid)
        a->out[a->instr[out->ret_id].warp]--;
    if (in->pull_valid && out->pull_ready)
        advance_beat(&a->instr[out->pull_id], in->intake_beat);
    if (out->fence_valid && in->accept_fence)
        a->instr[out->fence_id].asked = true;
    if (in->answer_fence && in->answer_id < UL1_PT)
        a->instr[in->answer_id].answered = true;
    if (a->fell)
        take_back(a);
    advance_pass(a, in, out, &enters);
    advance_shared(a, in, out);
    advance_gathered(a, &c);
    a->again = in->in_valid && in->in_again && out->in_again_ready;
    if (in->in_valid && !in->in_again && takes_new(out, in->in_op, in->in_space))
        advance_new(a, in, out);
}
