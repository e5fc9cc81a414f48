#include "blocks/lsu/answers.h"

#include <stddef.h>

#include "kit/mask.h"
#include "shape/sizes.h"
#include "shape/taken.h"

enum { WENT_SHARED, WENT_CACHED, WENT_PLAIN };
enum { ASIDE_BET, ASIDE_ROOM };

// ---- instructions, their sub-warps and lines

static unsigned sub_lanes_count(const struct lsu_instr *i)
{
    return LANES / width_words(i->width);
}

static unsigned sub_of(const struct lsu_instr *i, unsigned lane)
{
    return lane / sub_lanes_count(i);
}

static uint32_t lanes_of_sub(const struct lsu_instr *i, unsigned sub)
{
    return (uint32_t)(mask_all(sub_lanes_count(i)) << sub * sub_lanes_count(i));
}

static uint32_t slots_of(const struct lsu_instr *i, unsigned sub, uint32_t lanes)
{
    uint32_t slots = 0;
    for (unsigned s = 0; s < LANES; s++)
        slots |= (lanes >> (sub * sub_lanes_count(i) + s / width_words(i->width)) & 1u) << s;
    return slots;
}

static uint32_t on_line(const struct lsu_instr *i, uint32_t lanes, uint64_t line)
{
    uint32_t on = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        on |= (lanes >> lane & 1u) && i->line[lane] == line ? 1u << lane : 0;
    return on;
}

static bool is_upkeep(const struct lsu_instr *i)
{
    return i->inval || i->flush;
}

static bool wants_room(const struct lsu_instr *i)
{
    return i->store || i->flush;
}

// Plain loads.
static bool is_plain(const struct lsu_instr *i)
{
    return !i->store && !is_upkeep(i) && !i->ordered;
}

// No older one of its warp is in the new queue that is a fence or goes to the same memory; of a fence, none at all.
static bool has_turn(const struct lsu_answers *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    if (!i->queued)
        return false;
    for (unsigned n = 0; n < UL1_PT; n++) {
        const struct lsu_instr *o = &a->instr[n];
        if (o->queued && o->warp == i->warp && o->age < i->age && (i->fence || o->fence || o->shared == i->shared))
            return false;
    }
    return true;
}

static bool in_warps(uint64_t warps, unsigned warp)
{
    return warps >> warp & 1;
}

static bool sleeps(const struct lsu_answers *a, unsigned warp)
{
    for (unsigned n = 0; n < UL1_PT; n++)
        if (a->instr[n].sleeper && a->instr[n].warp == warp)
            return true;
    return false;
}

// A new or woken load or upkeep of the warp is in stage 1.
static bool looks(const struct lsu_answers *a, unsigned warp)
{
    return a->look.valid && !a->look.replay && a->instr[a->look.id].warp == warp;
}

static bool fell(const struct lsu_answers *a, unsigned id)
{
    return a->fell && a->fell_id == id;
}

// ---- accesses that are prepared

static unsigned count_kind(const struct lsu_answers *a, unsigned kind)
{
    unsigned n = 0;
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        n += a->access[p].used && a->access[p].kind == kind;
    return n;
}

static bool reads(const struct lsu_answers *a, unsigned kind)
{
    return a->reading.used && a->reading.kind == kind;
}

static bool is_new(const struct lsu_answers *a, unsigned place, unsigned warp)
{
    const struct lsu_access *x = &a->access[place];
    return x->used && x->kind == LSU_LINE_NEW && a->instr[x->id].warp == warp;
}

// A woken access of the instruction is prepared or on the way.
static bool comes(const struct lsu_answers *a, unsigned id)
{
    bool any = reads(a, LSU_LINE_WOKEN) && a->reading.id == id;
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        any |= a->access[p].used && a->access[p].kind == LSU_LINE_WOKEN && a->access[p].id == id;
    return any;
}

static bool is_woken(const struct lsu_answers *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    return i->sleeper && !i->asleep && (i->todo || comes(a, id));
}

static const struct lsu_access *oldest(const struct lsu_answers *a, unsigned kind, unsigned id)
{
    const struct lsu_access *found = NULL;
    for (unsigned p = 0; p < LSU_PREPARED; p++) {
        const struct lsu_access *x = &a->access[p];
        if (x->used && x->kind == kind && (id == LSU_NOBODY || x->id == id) && (!found || x->age < found->age))
            found = x;
    }
    return found;
}

// That of the oldest sleeper who is woken; if all places are taken, of the oldest who has one.
static const struct lsu_access *woken_access(const struct lsu_answers *a)
{
    const bool full = count_kind(a, LSU_LINE_WOKEN) == UL1_WOKEN_LINES;
    unsigned first = LSU_NOBODY;
    for (unsigned n = 0; n < UL1_PT; n++)
        if (is_woken(a, n) && (!full || comes(a, n)) && (first == LSU_NOBODY || a->instr[n].since < a->instr[first].since))
            first = n;
    return first == LSU_NOBODY || fell(a, first) ? NULL : oldest(a, LSU_LINE_WOKEN, first);
}

static bool any_woken(const struct lsu_answers *a)
{
    for (unsigned n = 0; n < UL1_PT; n++)
        if (is_woken(a, n))
            return true;
    return false;
}

static bool is_ready(const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct lsu_access *x)
{
    const struct lsu_instr *i = &a->instr[x->id];
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        if (is_new(a, p, i->warp) && a->access[p].age < x->age)
            return false;
    if (in_warps(a->tending, i->warp) || (i->ordered && in_warps(a->loading, i->warp)) || fell(a, x->id))
        return false;
    if (wants_room(i) && !in->room_cached)
        return false;
    return !i->store || (!sleeps(a, i->warp) && !looks(a, i->warp));
}

// The oldest new line that is ready, or null.
static const struct lsu_access *ready_line(const struct lsu_answers *a, const struct ul1_lsu_in *in)
{
    const struct lsu_access *found = NULL;
    if (any_woken(a))
        return NULL;
    for (unsigned p = 0; p < LSU_PREPARED; p++) {
        const struct lsu_access *x = &a->access[p];
        if (x->used && x->kind == LSU_LINE_NEW && (!found || x->age < found->age) && is_ready(a, in, x))
            found = x;
    }
    return found;
}

// ---- nulls and fences

static bool plain_turn(const struct lsu_answers *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    if (!(i->null || i->fence) || !has_turn(a, id))
        return false;
    if (in_warps(a->busy, i->warp) && (i->fence || i->shared))
        return false;
    return !(in_warps(a->tending, i->warp) && (i->fence || !i->shared));
}

// The oldest that may go; that fence which asks memory next.
static unsigned plain(const struct lsu_answers *a, bool asks)
{
    unsigned first = LSU_NOBODY;
    for (unsigned n = 0; n < UL1_PT; n++) {
        const struct lsu_instr *i = &a->instr[n];
        const bool settled = i->fence && !a->out[i->warp];
        const bool may = asks ? settled && !i->near && !i->asked : i->null || (settled && (i->near || i->answered));
        if (i->queued && may && (first == LSU_NOBODY || i->age < a->instr[first].age) && plain_turn(a, n))
            first = n;
    }
    return first;
}

// ---- what is prepared next

// The lanes that are gathered in this cycle, and their line.
static uint32_t gathers(const struct lsu_answers *a, uint64_t *line)
{
    const struct lsu_access *r = &a->reading;
    const struct lsu_instr *i = &a->instr[r->id];
    *line = r->line;
    if (!r->used || (r->kind != LSU_LINE_REPLAY && fell(a, r->id)))
        return 0;
    if (r->kind == LSU_LINE_REPLAY)
        return r->bare ? 0 : on_line(i, i->mask & lanes_of_sub(i, r->sub), r->line);
    const uint32_t todo = r->kind == LSU_LINE_NEW ? a->gather.left : i->todo;
    if (!todo)
        return 0;
    *line = i->line[mask_first(todo)];
    return on_line(i, todo & lanes_of_sub(i, sub_of(i, mask_first(todo))), *line);
}

// The oldest sleeper that is awake and has a lane to do, if there is a place for it.
static unsigned chooses_woken(const struct lsu_answers *a, uint32_t lanes)
{
    unsigned id = LSU_NOBODY, count = count_kind(a, LSU_LINE_WOKEN) + reads(a, LSU_LINE_WOKEN);
    for (unsigned n = 0; n < UL1_PT; n++) {
        const struct lsu_instr *i = &a->instr[n];
        const uint32_t todo = i->todo & ~(reads(a, LSU_LINE_WOKEN) && a->reading.id == n ? lanes : 0);
        if (i->sleeper && !i->asleep && todo && (id == LSU_NOBODY || i->since < a->instr[id].since))
            id = n;
    }
    if (id == LSU_NOBODY)
        return LSU_NOBODY;
    bool first = !comes(a, id);
    for (unsigned n = 0; n < UL1_PT; n++)
        first &= !(comes(a, n) && a->instr[n].since < a->instr[id].since);
    return count + !first < UL1_WOKEN_LINES ? id : LSU_NOBODY;
}

// Whether an access of it may turn out to have to wait for one of its warp.
static bool bets(const struct lsu_answers *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    bool some = false, loads = true, stores = true;
    for (unsigned p = 0; p <= LSU_PREPARED; p++) {
        const bool there = p < LSU_PREPARED ? is_new(a, p, i->warp) : a->gather.valid && a->instr[a->gather.id].warp == i->warp;
        const struct lsu_instr *o = &a->instr[p < LSU_PREPARED ? a->access[p].id : a->gather.id];
        some |= there;
        loads &= !there || is_plain(o);
        stores &= !there || o->store;
    }
    if (i->store)
        return !stores || looks(a, i->warp);
    if (is_upkeep(i) || i->ordered)
        return some || looks(a, i->warp);
    return !loads || in_warps(a->tending, i->warp);
}

static bool still_bets(const struct lsu_answers *a, const struct lsu_gathered_sub *g)
{
    const struct lsu_instr *i = &a->instr[g->id];
    if (!g->valid || !g->bets)
        return false;
    if ((looks(a, i->warp) && a->look.id != g->id) || in_warps(a->tending, i->warp))
        return true;
    if ((i->ordered && in_warps(a->loading, i->warp)) || (i->store && sleeps(a, i->warp)))
        return true;
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        if (is_new(a, p, i->warp) && a->access[p].id != g->id)
            return true;
    return false;
}

// New lines, there and on the way, that bet; that may find no room.
static void count_idle(const struct lsu_answers *a, unsigned *bet, unsigned *room)
{
    const bool on = reads(a, LSU_LINE_NEW);
    *bet = on && a->gather.bets;
    *room = on && !a->gather.bets && wants_room(&a->instr[a->reading.id]);
    for (unsigned p = 0; p < LSU_PREPARED; p++) {
        const struct lsu_access *x = &a->access[p];
        *bet += x->used && x->kind == LSU_LINE_NEW && x->bets;
        *room += x->used && x->kind == LSU_LINE_NEW && !x->bets && wants_room(&a->instr[x->id]);
    }
}

static bool is_free(const struct lsu_answers *a, unsigned id, bool bet)
{
    unsigned bets_there, room_there;
    count_idle(a, &bets_there, &room_there);
    return bet ? bets_there < UL1_BETS : !wants_room(&a->instr[id]) || room_there < UL1_ROOM_LINES;
}

// Of those set aside the one that goes on.
static unsigned goes_on(const struct lsu_answers *a)
{
    const struct lsu_gathered_sub *room = &a->aside[ASIDE_ROOM], *bet = &a->aside[ASIDE_BET];
    if (room->valid && !fell(a, room->id) && is_free(a, room->id, false))
        return ASIDE_ROOM;
    if (!bet->valid || fell(a, bet->id) || !is_free(a, bet->id, still_bets(a, bet)))
        return LSU_SETS_ASIDE;
    return room->valid && wants_room(&a->instr[bet->id]) ? LSU_SETS_ASIDE : ASIDE_BET;
}

// What it waits for is not known to take long, nor is a sub-warp of its warp set aside.
static bool may_be_gathered(const struct lsu_answers *a, const struct ul1_lsu_in *in, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    if (!i->cached || i->null || !has_turn(a, id) || (i->store && !i->beats))
        return false;
    if (wants_room(i) && (!in->room_cached || a->aside[ASIDE_ROOM].valid))
        return false;
    for (unsigned g = 0; g < LSU_SETS_ASIDE; g++)
        if (a->aside[g].valid && a->instr[a->aside[g].id].warp == i->warp)
            return false;
    if (i->store && sleeps(a, i->warp))
        return false;
    const bool waits = in_warps(a->tending, i->warp) || (i->ordered && in_warps(a->loading, i->warp));
    return !waits || looks(a, i->warp);
}

// The oldest of the new queue that can be, and whether it bets.
static unsigned chooses_new(const struct lsu_answers *a, const struct ul1_lsu_in *in, bool *bet)
{
    unsigned found = LSU_NOBODY;
    for (unsigned n = 0; n < UL1_PT; n++) {
        const struct lsu_instr *i = &a->instr[n];
        if (!i->queued || (found != LSU_NOBODY && i->age > a->instr[found].age) || !may_be_gathered(a, in, n))
            continue;
        const bool b = bets(a, n);
        if (!is_free(a, n, b) || (b && a->aside[ASIDE_BET].valid))
            continue;
        found = n;
        *bet = b;
    }
    return found;
}

// ---- what is judged

static const char *check_prepared(const struct lsu_answers *a, const struct ul1_lsu_out *out)
{
    uint64_t fresh = 0;
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        fresh |= a->access[p].used && a->access[p].kind == LSU_LINE_NEW ? mask_bit(a->access[p].id) : 0;
    if (out->gather_ready != (count_kind(a, LSU_LINE_REPLAY) + reads(a, LSU_LINE_REPLAY) < UL1_REPLAY_LINES))
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
    for (unsigned n = 0; n < UL1_PT; n++) {
        const struct lsu_instr *i = &a->instr[n];
        asleep |= i->sleeper && i->asleep ? mask_bit(n) : 0;
        room |= i->sleeper && i->cause == UL1_CAUSE_ROOM && (i->asleep || i->token);
    }
    if (out->sleep_ids != asleep)
        return "sleep_ids: not those that sleep";
    const bool has = a->look.valid && a->look.token && a->look.cause == UL1_CAUSE_ROOM;
    return out->sleep_yields != (!room || has) ? "sleep_yields: not that nobody older waits for room" : NULL;
}

static const char *check_candidates(const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    const struct lsu_access *replay = oldest(a, LSU_LINE_REPLAY, LSU_NOBODY), *woken = woken_access(a), *line = ready_line(a, in);
    if (out->cand_replay != (replay != NULL))
        return "cand_replay: not that one is prepared";
    if (replay && (out->cand_prt != replay->prt || out->cand_last != replay->last || out->cand_err != replay->err || out->cand_bare != replay->bare))
        return "cand_prt, cand_last, cand_err, cand_bare: not the oldest replay's";
    if (out->cand_woken != (woken != NULL))
        return "cand_woken: not that the oldest sleeper's is prepared";
    if (woken && out->cand_woken_flush != a->instr[woken->id].flush)
        return "cand_woken_flush: not what the oldest sleeper's is";
    if (out->cand_new && out->cand_cached && !line)
        return "cand_cached: no new line is ready";
    if (line && !a->plain_waits && !out->cand_new)
        return "cand_new: not, though a line is ready";
    if (line && out->cand_new && !out->cand_cached && a->went == WENT_SHARED)
        return "cand_cached: not, though a line is ready and the last was of shared memory";
    if (out->cand_new && out->cand_cached && (out->cand_store != a->instr[line->id].store || out->cand_flush != a->instr[line->id].flush))
        return "cand_store, cand_flush: not what the oldest line that is ready is";
    const unsigned asks = plain(a, true);
    if (out->fence_valid != (asks != LSU_NOBODY))
        return "fence_valid: not that a fence asks memory";
    return asks != LSU_NOBODY && out->fence_id != asks ? "fence_id: not the oldest that asks" : NULL;
}

// The access that enters, if it is cached; null if it is none.
static const struct lsu_access *selected(const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->sel_replay)
        return oldest(a, LSU_LINE_REPLAY, LSU_NOBODY);
    if (in->sel_woken)
        return woken_access(a);
    return in->sel_new && out->cand_cached ? ready_line(a, in) : NULL;
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
    if (out->req_mask != slots_of(i, x->sub, x->lanes))
        return "req_mask: not the slots on the line";
    if (out->req_store != i->store || out->req_inval != i->inval || out->req_flush != i->flush)
        return "req_store, req_inval, req_flush: not what is selected";
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
        broken = check_candidates(a, in, out);
    return broken ? broken : check_request(a, in, out);
}

// ---- the end of a cycle

static void leave_queue(struct lsu_answers *a, unsigned id)
{
    struct lsu_instr *i = &a->instr[id];
    a->out[i->warp] += i->queued;
    i->queued = false;
}

static void set_warp(uint64_t *warps, unsigned warp, bool on)
{
    *warps = (*warps & ~mask_bit(warp)) | (on ? mask_bit(warp) : 0);
}

// What else of an instruction that was deferred is prepared is to do again.
static void take_back(struct lsu_answers *a)
{
    struct lsu_instr *i = &a->instr[a->fell_id];
    struct lsu_gathered_sub *held[] = { &a->gather, &a->aside[ASIDE_BET], &a->aside[ASIDE_ROOM] };
    for (unsigned p = 0; p < LSU_PREPARED; p++) {
        struct lsu_access *x = &a->access[p];
        if (!x->used || x->kind == LSU_LINE_REPLAY || x->id != a->fell_id)
            continue;
        i->todo |= x->lanes;
        x->used = false;
    }
    for (unsigned g = 0; g < sizeof held / sizeof *held; g++) {
        if (!held[g]->valid || held[g]->id != a->fell_id)
            continue;
        i->todo |= held[g]->left;
        held[g]->valid = false;
    }
}

static void wake_one(struct lsu_answers *a, unsigned cause, unsigned key, unsigned but)
{
    unsigned first = LSU_NOBODY;
    for (unsigned n = 0; n < UL1_PT; n++) {
        const struct lsu_instr *i = &a->instr[n];
        if (i->sleeper && i->asleep && i->cause == cause && i->key == key && n != but && (first == LSU_NOBODY || i->since < a->instr[first].since))
            first = n;
    }
    if (first == LSU_NOBODY)
        return;
    a->instr[first].asleep = false;
    a->instr[first].token = true;
}

static void wake_all(struct lsu_answers *a, unsigned cause, unsigned key)
{
    for (unsigned n = 0; n < UL1_PT; n++)
        if (a->instr[n].sleeper && a->instr[n].cause == cause && a->instr[n].key == key)
            a->instr[n].asleep = false;
}

static void advance_deferred(struct lsu_answers *a, const struct ul1_lsu_in *in)
{
    struct lsu_instr *i = &a->instr[a->look.id];
    i->todo |= a->look.lanes;
    leave_queue(a, a->look.id);
    a->fell = true;
    a->fell_id = a->look.id;
    if (is_upkeep(i))
        set_warp(&a->tending, i->warp, true);
    if (i->ordered)
        set_warp(&a->loading, i->warp, true);
    if (i->sleeper && i->asleep)
        return;
    i->since = i->sleeper ? i->since : a->clock;
    i->sleeper = i->asleep = true;
    i->cause = in->miss_cause;
    i->key = in->miss_key;
}

// Of the access in stage 1: done, deferred or under fetch; whether its instruction sleeps no more; and its token.
static void advance_outcome(struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct lsu_instr *i = &a->instr[a->look.id];
    const bool upkeep = !a->look.replay && is_upkeep(i) && !in->miss_defer;
    if (in->look_hit || upkeep || (a->look.replay && a->look.err != UL1_ERR_NONE)) {
        i->open &= ~a->look.lanes;
        if (!i->open && i->ordered)
            set_warp(&a->loading, i->warp, false);
        if (!i->open && upkeep)
            set_warp(&a->tending, i->warp, false);
    } else if (in->miss_defer) {
        advance_deferred(a, in);
    }
    if (!a->look.replay && !in->miss_defer && i->sleeper && !i->asleep && !i->todo && !comes(a, a->look.id)
        && !(in->sel_woken && out->req_id == a->look.id))
        i->sleeper = false;
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
    if (x->final && is_upkeep(i))
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
    for (unsigned n = 0; n < UL1_PT; n++)
        given |= a->instr[n].sleeper && a->instr[n].token && a->instr[n].cause == UL1_CAUSE_ROOM;
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

// What is chosen by the state at the beginning of a cycle.
struct choice {
    struct lsu_access reading;
    uint64_t line;
    uint32_t lanes;
    unsigned aside, again, fresh;
    bool still, bets;
};

static struct choice choose(const struct lsu_answers *a, const struct ul1_lsu_in *in)
{
    struct choice c = { .aside = LSU_SETS_ASIDE, .again = LSU_SETS_ASIDE, .fresh = LSU_NOBODY };
    c.lanes = gathers(a, &c.line);
    const uint32_t left = a->gather.left & ~(reads(a, LSU_LINE_NEW) ? c.lanes : 0);
    const bool on = a->gather.valid && !fell(a, a->gather.id) && left;
    c.still = still_bets(a, &a->gather);
    if (on && !is_free(a, a->gather.id, c.still))
        c.aside = c.still ? ASIDE_BET : ASIDE_ROOM;
    if (in->replay_valid && count_kind(a, LSU_LINE_REPLAY) + reads(a, LSU_LINE_REPLAY) < UL1_REPLAY_LINES) {
        c.reading = (struct lsu_access){ .used = true, .kind = LSU_LINE_REPLAY, .id = in->merged_id, .sub = in->merged_sub,
            .prt = in->replay_prt, .last = in->merged_last, .err = in->merged_err, .bare = in->merged_bare, .line = in->merged_line };
        return c;
    }
    unsigned id = chooses_woken(a, c.lanes);
    if (id != LSU_NOBODY) {
        c.reading = (struct lsu_access){ .used = true, .kind = LSU_LINE_WOKEN, .id = (uint8_t)id };
        return c;
    }
    if (count_kind(a, LSU_LINE_NEW) + reads(a, LSU_LINE_NEW) >= UL1_NEW_LINES || c.aside < LSU_SETS_ASIDE)
        return c;
    if (on) {
        id = a->gather.id;
    } else if ((c.again = goes_on(a)) < LSU_SETS_ASIDE) {
        id = a->aside[c.again].id;
        c.bets = still_bets(a, &a->aside[c.again]);
    } else {
        id = c.fresh = chooses_new(a, in, &c.bets);
    }
    if (id != LSU_NOBODY)
        c.reading = (struct lsu_access){ .used = true, .kind = LSU_LINE_NEW, .id = (uint8_t)id };
    return c;
}

// What was gathered joins the lines.
static void join_line(struct lsu_answers *a, const struct choice *c)
{
    struct lsu_access x = a->reading;
    struct lsu_instr *i = &a->instr[x.id];
    unsigned p = 0;
    if (!x.used || (!c->lanes && !x.bare))
        return;
    const bool ends = x.kind == LSU_LINE_NEW && a->gather.left == c->lanes;
    if (x.kind == LSU_LINE_NEW)
        a->gather.left &= ~c->lanes;
    if (x.kind == LSU_LINE_WOKEN)
        i->todo &= ~c->lanes;
    if (x.kind != LSU_LINE_REPLAY)
        x.sub = (uint8_t)sub_of(i, mask_first(c->lanes));
    x.line = c->line;
    x.lanes = c->lanes;
    x.bets = a->gather.bets;
    x.end = ends;
    x.final = !i->todo && (ends || x.kind == LSU_LINE_WOKEN);
    x.age = a->clock;
    while (p < LSU_PREPARED && a->access[p].used)
        p++;
    if (p < LSU_PREPARED)
        a->access[p] = x;
}

static void advance_gathered(struct lsu_answers *a, const struct choice *c)
{
    join_line(a, c);
    a->gather.valid &= a->gather.left != 0;
    a->gather.bets = c->still;
    if (c->aside < LSU_SETS_ASIDE) {
        a->aside[c->aside] = a->gather;
        a->gather.valid = false;
    }
    if (c->again < LSU_SETS_ASIDE) {
        a->gather = a->aside[c->again];
        a->gather.bets = c->bets;
        a->aside[c->again].valid = false;
    }
    if (c->fresh != LSU_NOBODY) {
        struct lsu_instr *i = &a->instr[c->fresh];
        const uint32_t left = i->todo & lanes_of_sub(i, sub_of(i, i->todo ? mask_first(i->todo) : 0));
        a->gather = (struct lsu_gathered_sub){ .valid = true, .bets = c->bets, .id = (uint8_t)c->fresh, .left = left };
        i->todo &= ~left;
        i->beats -= i->store;
        if (!i->todo)
            leave_queue(a, c->fresh);
    }
    a->reading = c->reading;
}

static void advance_new(struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct lsu_instr *i = &a->instr[out->in_entry];
    const bool upkeep = in->in_op == UL1_OP_INVAL || in->in_op == UL1_OP_FLUSH, fence = in->in_op == UL1_OP_FENCE;
    const bool known = upkeep || in->in_op == UL1_OP_LOAD || in->in_op == UL1_OP_STORE;
    *i = (struct lsu_instr){ .valid = true, .queued = true, .store = in->in_op == UL1_OP_STORE, .inval = in->in_op == UL1_OP_INVAL,
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
    i->ordered = i->open && in->in_hint == UL1_HINT_ORD;
}

// A null or a fence that is next goes in a cycle in which nothing is selected.
static void advance_plain(struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    const unsigned id = plain(a, false);
    const bool goes = id != LSU_NOBODY && !out->cand_new && !out->req_valid;
    a->plain_waits = id != LSU_NOBODY && !goes;
    if (goes) {
        leave_queue(a, id);
        a->went = WENT_PLAIN;
    }
    if (in->sel_new)
        a->went = out->cand_cached ? WENT_CACHED : WENT_SHARED;
}

// The shared access that is prepared, unless it is a remainder; and what its pass says of its warp.
static void advance_shared(struct lsu_answers *a, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (out->req_valid && !out->req_cached)
        set_warp(&a->busy, a->instr[out->req_id].warp, in->split_more);
    struct lsu_instr *i = &a->instr[out->choice_id];
    if (!out->choice_valid || a->again || !i->todo)
        return;
    i->todo &= ~lanes_of_sub(i, sub_of(i, mask_first(i->todo)));
    if (!i->todo)
        leave_queue(a, out->choice_id);
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
    if (out->ret_valid) {
        a->instr[out->ret_id].valid = false;
        a->out[a->instr[out->ret_id].warp]--;
    }
    if (in->pull_valid && out->pull_ready && a->instr[out->pull_id].cached)
        a->instr[out->pull_id].beats++;
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
