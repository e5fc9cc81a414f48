// Load/store unit: what it has of cached accesses, upkeep and sleepers, and of these who can be prepared, who is next, who goes: the
// rules of the specification that look at it and change nothing.
#ifndef LSU_WHO_H
#define LSU_WHO_H

#include <stdbool.h>
#include <stddef.h>

#include "kit/mask.h"
#include "shape/sizes.h"

enum { LSU_LINE_NEW, LSU_LINE_WOKEN, LSU_LINE_REPLAY, LSU_LINE_KINDS };
enum { LSU_PREPARED = UL1_NEW_LINES + UL1_WOKEN_LINES + UL1_REPLAY_LINES, LSU_SETS_ASIDE = 2, LSU_NOBODY = 1 << UL1_ID_W };

struct lsu_answers {
    bool judged;                        // there was a reset, so that what is in it is known
    uint64_t clock;                     // counts up: ages
    struct lsu_instr {
        bool store, inval, flush, fence, ordered, cached, shared, null, near, asked, answered;
        uint8_t warp, width, beats;
        uint32_t mask, todo, open;
        uint64_t age, line[LANES];
        bool asleep, token;
        uint8_t cause, key;             // what it waits for or waited for
        uint64_t since;
    } instr[1 << UL1_ID_W];
    struct lsu_access {
        bool used, bets, final, end, last, bare;
        uint8_t kind, id, sub, prt, err;
        uint32_t lanes;
        uint64_t line, age;
    } access[LSU_PREPARED];
    struct lsu_gathered_sub {
        bool valid, bets;
        uint8_t id;
        uint32_t left;
    } gather, aside[LSU_SETS_ASIDE];    // the sub-warp that is gathered; set aside: one that bets, one of a store or flush
    struct lsu_access reading;          // chosen in the cycle before
    bool fell, again, plain_waits;      // something was deferred in the cycle before, of this entry; a remainder came; see next
    uint8_t fell_id, went;
    uint64_t busy, tending, loading;    // warps
    uint64_t queued, queued_of[UL1_WARPS];  // sets of entries: in the new queue, those of each warp;
    uint64_t sleepers, plain;               // asleep or awake; nulls and fences
    uint8_t out[UL1_WARPS];
    struct lsu_looked {
        bool valid, replay, token;
        uint8_t id, err, cause, key;
        uint32_t lanes;
    } look;                             // a load or upkeep in stage 1
};

enum { WENT_SHARED, WENT_CACHED, WENT_PLAIN };
enum { ASIDE_BET, ASIDE_ROOM };

// The first of a set of entries from this one on; PT or more if there is none.
static inline unsigned who_after(uint64_t set, unsigned id)
{
    const uint64_t left = set >> id << id;
    return left ? mask_first(left) : UL1_PT;
}

// ---- instructions, their sub-warps and lines

static inline unsigned who_sub_lanes_count(const struct lsu_instr *i)
{
    return LANES / width_words(i->width);
}

// (A sub-warp has a lane even where what is known of the instruction is wrong, as it can be of a unit that is late.)
static inline unsigned who_first_lane(const struct lsu_instr *i, unsigned sub)
{
    return sub * who_sub_lanes_count(i) % LANES;
}

static inline unsigned who_sub_of(const struct lsu_instr *i, unsigned lane)
{
    return lane / who_sub_lanes_count(i);
}

static inline uint32_t who_lanes_of_sub(const struct lsu_instr *i, unsigned sub)
{
    return (uint32_t)(mask_all(who_sub_lanes_count(i)) << who_first_lane(i, sub));
}

static inline uint32_t who_slots_of(const struct lsu_instr *i, unsigned sub, uint32_t lanes)
{
    uint32_t slots = 0;
    for (unsigned s = 0; s < LANES; s++)
        slots |= (lanes >> (who_first_lane(i, sub) + s / width_words(i->width)) & 1u) << s;
    return slots;
}

static inline uint32_t who_on_line(const struct lsu_instr *i, uint32_t lanes, uint64_t line)
{
    uint32_t on = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        on |= (lanes >> lane & 1u) && i->line[lane] == line ? 1u << lane : 0;
    return on;
}

static inline bool who_is_upkeep(const struct lsu_instr *i)
{
    return i->inval || i->flush;
}

static inline bool who_wants_room(const struct lsu_instr *i)
{
    return i->store || i->flush;
}

// Plain loads.
static inline bool who_is_plain(const struct lsu_instr *i)
{
    return !i->store && !who_is_upkeep(i) && !i->ordered;
}

// No older one of its warp is in the new queue that is a fence or goes to the same memory; of a fence, none at all.
static inline bool who_has_turn(const struct lsu_answers *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    if (!mask_has(a->queued, id))
        return false;
    for (unsigned n = who_after(a->queued_of[i->warp], 0); n < UL1_PT; n = who_after(a->queued_of[i->warp], n + 1)) {
        const struct lsu_instr *o = &a->instr[n];
        if (o->age < i->age && (i->fence || o->fence || o->shared == i->shared))
            return false;
    }
    return true;
}

static inline bool who_in_warps(uint64_t warps, unsigned warp)
{
    return warps >> warp & 1;
}

static inline bool who_sleeps(const struct lsu_answers *a, unsigned warp)
{
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1))
        if (a->instr[n].warp == warp)
            return true;
    return false;
}

// A new or woken load or upkeep of the warp is in stage 1.
static inline bool who_looks(const struct lsu_answers *a, unsigned warp)
{
    return a->look.valid && !a->look.replay && a->instr[a->look.id].warp == warp;
}

static inline bool who_fell(const struct lsu_answers *a, unsigned id)
{
    return a->fell && a->fell_id == id;
}

// ---- accesses that are prepared

static inline unsigned who_count_kind(const struct lsu_answers *a, unsigned kind)
{
    unsigned n = 0;
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        n += a->access[p].used && a->access[p].kind == kind;
    return n;
}

static inline bool who_reads(const struct lsu_answers *a, unsigned kind)
{
    return a->reading.used && a->reading.kind == kind;
}

static inline bool who_is_new(const struct lsu_answers *a, unsigned place, unsigned warp)
{
    const struct lsu_access *x = &a->access[place];
    return x->used && x->kind == LSU_LINE_NEW && a->instr[x->id].warp == warp;
}

// A woken access of the instruction is prepared or on the way.
static inline bool who_comes(const struct lsu_answers *a, unsigned id)
{
    bool any = who_reads(a, LSU_LINE_WOKEN) && a->reading.id == id;
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        any |= a->access[p].used && a->access[p].kind == LSU_LINE_WOKEN && a->access[p].id == id;
    return any;
}

static inline bool who_is_woken(const struct lsu_answers *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    return mask_has(a->sleepers, id) && !i->asleep && (i->todo || who_comes(a, id));
}

static inline const struct lsu_access *who_oldest(const struct lsu_answers *a, unsigned kind, unsigned id)
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
static inline const struct lsu_access *who_woken_access(const struct lsu_answers *a)
{
    const bool full = who_count_kind(a, LSU_LINE_WOKEN) == UL1_WOKEN_LINES;
    unsigned first = LSU_NOBODY;
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1))
        if (who_is_woken(a, n) && (!full || who_comes(a, n)) && (first == LSU_NOBODY || a->instr[n].since < a->instr[first].since))
            first = n;
    return first == LSU_NOBODY || who_fell(a, first) ? NULL : who_oldest(a, LSU_LINE_WOKEN, first);
}

static inline bool who_any_woken(const struct lsu_answers *a)
{
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1))
        if (who_is_woken(a, n))
            return true;
    return false;
}

static inline bool who_is_ready(const struct lsu_answers *a, const struct ul1_lsu_in *in, const struct lsu_access *x)
{
    const struct lsu_instr *i = &a->instr[x->id];
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        if (who_is_new(a, p, i->warp) && a->access[p].age < x->age)
            return false;
    if (who_in_warps(a->tending, i->warp) || (i->ordered && who_in_warps(a->loading, i->warp)) || who_fell(a, x->id))
        return false;
    if (who_wants_room(i) && !in->room_cached)
        return false;
    return !i->store || (!who_sleeps(a, i->warp) && !who_looks(a, i->warp));
}

// The oldest new line that is ready, or null.
static inline const struct lsu_access *who_ready_line(const struct lsu_answers *a, const struct ul1_lsu_in *in)
{
    const struct lsu_access *found = NULL;
    if (who_any_woken(a))
        return NULL;
    for (unsigned p = 0; p < LSU_PREPARED; p++) {
        const struct lsu_access *x = &a->access[p];
        if (x->used && x->kind == LSU_LINE_NEW && (!found || x->age < found->age) && who_is_ready(a, in, x))
            found = x;
    }
    return found;
}

// ---- nulls and fences

static inline bool who_plain_turn(const struct lsu_answers *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    if (!(i->null || i->fence) || !who_has_turn(a, id))
        return false;
    if (who_in_warps(a->busy, i->warp) && (i->fence || i->shared))
        return false;
    return !(who_in_warps(a->tending, i->warp) && (i->fence || !i->shared));
}

// The oldest that may go; that fence which asks memory next.
static inline unsigned who_plain(const struct lsu_answers *a, bool asks)
{
    unsigned first = LSU_NOBODY;
    for (unsigned n = who_after(a->queued & a->plain, 0); n < UL1_PT; n = who_after(a->queued & a->plain, n + 1)) {
        const struct lsu_instr *i = &a->instr[n];
        const bool settled = i->fence && !a->out[i->warp];
        const bool may = asks ? settled && !i->near && !i->asked : i->null || (settled && (i->near || i->answered));
        if (may && (first == LSU_NOBODY || i->age < a->instr[first].age) && who_plain_turn(a, n))
            first = n;
    }
    return first;
}

// ---- what is prepared next

// The lanes that are gathered in this cycle, and their line.
static inline uint32_t who_gathers(const struct lsu_answers *a, uint64_t *line)
{
    const struct lsu_access *r = &a->reading;
    const struct lsu_instr *i = &a->instr[r->id];
    *line = r->line;
    if (!r->used || (r->kind != LSU_LINE_REPLAY && who_fell(a, r->id)))
        return 0;
    if (r->kind == LSU_LINE_REPLAY)
        return r->bare ? 0 : who_on_line(i, i->mask & who_lanes_of_sub(i, r->sub), r->line);
    const uint32_t todo = r->kind == LSU_LINE_NEW ? a->gather.left : i->todo;
    if (!todo)
        return 0;
    *line = i->line[mask_first(todo)];
    return who_on_line(i, todo & who_lanes_of_sub(i, who_sub_of(i, mask_first(todo))), *line);
}

// The oldest sleeper that is awake and has a lane to do, if there is a place for it.
static inline unsigned who_chooses_woken(const struct lsu_answers *a, uint32_t lanes)
{
    unsigned id = LSU_NOBODY, count = who_count_kind(a, LSU_LINE_WOKEN) + who_reads(a, LSU_LINE_WOKEN);
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1)) {
        const struct lsu_instr *i = &a->instr[n];
        const uint32_t todo = i->todo & ~(who_reads(a, LSU_LINE_WOKEN) && a->reading.id == n ? lanes : 0);
        if (!i->asleep && todo && (id == LSU_NOBODY || i->since < a->instr[id].since))
            id = n;
    }
    if (id == LSU_NOBODY)
        return LSU_NOBODY;
    bool first = !who_comes(a, id);
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1))
        first &= !(who_comes(a, n) && a->instr[n].since < a->instr[id].since);
    return count + !first < UL1_WOKEN_LINES ? id : LSU_NOBODY;
}

// Whether an access of it may turn out to have to wait for one of its warp.
static inline bool who_bets(const struct lsu_answers *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    bool some = false, loads = true, stores = true;
    for (unsigned p = 0; p <= LSU_PREPARED; p++) {
        const bool there = p < LSU_PREPARED ? who_is_new(a, p, i->warp) : a->gather.valid && a->instr[a->gather.id].warp == i->warp;
        const struct lsu_instr *o = &a->instr[p < LSU_PREPARED ? a->access[p].id : a->gather.id];
        some |= there;
        loads &= !there || who_is_plain(o);
        stores &= !there || o->store;
    }
    if (i->store)
        return !stores || who_looks(a, i->warp);
    if (who_is_upkeep(i) || i->ordered)
        return some || who_looks(a, i->warp);
    return !loads || who_in_warps(a->tending, i->warp);
}

static inline bool who_still_bets(const struct lsu_answers *a, const struct lsu_gathered_sub *g)
{
    const struct lsu_instr *i = &a->instr[g->id];
    if (!g->valid || !g->bets)
        return false;
    if ((who_looks(a, i->warp) && a->look.id != g->id) || who_in_warps(a->tending, i->warp))
        return true;
    if ((i->ordered && who_in_warps(a->loading, i->warp)) || (i->store && who_sleeps(a, i->warp)))
        return true;
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        if (who_is_new(a, p, i->warp) && a->access[p].id != g->id)
            return true;
    return false;
}

// New lines, there and on the way, that bet; that may find no room.
static inline void who_count_idle(const struct lsu_answers *a, unsigned *bet, unsigned *room)
{
    const bool on = who_reads(a, LSU_LINE_NEW);
    *bet = on && a->gather.bets;
    *room = on && !a->gather.bets && who_wants_room(&a->instr[a->reading.id]);
    for (unsigned p = 0; p < LSU_PREPARED; p++) {
        const struct lsu_access *x = &a->access[p];
        *bet += x->used && x->kind == LSU_LINE_NEW && x->bets;
        *room += x->used && x->kind == LSU_LINE_NEW && !x->bets && who_wants_room(&a->instr[x->id]);
    }
}

static inline bool who_is_free(const struct lsu_answers *a, unsigned id, bool bet)
{
    unsigned bets_there, room_there;
    who_count_idle(a, &bets_there, &room_there);
    return bet ? bets_there < UL1_BETS : !who_wants_room(&a->instr[id]) || room_there < UL1_ROOM_LINES;
}

// Of those set aside the one that goes on.
static inline unsigned who_goes_on(const struct lsu_answers *a)
{
    const struct lsu_gathered_sub *room = &a->aside[ASIDE_ROOM], *bet = &a->aside[ASIDE_BET];
    if (room->valid && !who_fell(a, room->id) && who_is_free(a, room->id, false))
        return ASIDE_ROOM;
    if (!bet->valid || who_fell(a, bet->id) || !who_is_free(a, bet->id, who_still_bets(a, bet)))
        return LSU_SETS_ASIDE;
    return room->valid && who_wants_room(&a->instr[bet->id]) ? LSU_SETS_ASIDE : ASIDE_BET;
}

// What it waits for is not known to take long, nor is a sub-warp of its warp set aside.
static inline bool who_may_be_gathered(const struct lsu_answers *a, const struct ul1_lsu_in *in, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    if (!i->cached || i->null || !who_has_turn(a, id) || (i->store && !i->beats))
        return false;
    if (who_wants_room(i) && (!in->room_cached || a->aside[ASIDE_ROOM].valid))
        return false;
    for (unsigned g = 0; g < LSU_SETS_ASIDE; g++)
        if (a->aside[g].valid && a->instr[a->aside[g].id].warp == i->warp)
            return false;
    if (i->store && who_sleeps(a, i->warp))
        return false;
    const bool waits = who_in_warps(a->tending, i->warp) || (i->ordered && who_in_warps(a->loading, i->warp));
    return !waits || who_looks(a, i->warp);
}

// The oldest of the new queue that can be, and whether it bets.
static inline unsigned who_chooses_new(const struct lsu_answers *a, const struct ul1_lsu_in *in, bool *bet)
{
    unsigned found = LSU_NOBODY;
    for (unsigned n = who_after(a->queued, 0); n < UL1_PT; n = who_after(a->queued, n + 1)) {
        const struct lsu_instr *i = &a->instr[n];
        if ((found != LSU_NOBODY && i->age > a->instr[found].age) || !who_may_be_gathered(a, in, n))
            continue;
        const bool b = who_bets(a, n);
        if (!who_is_free(a, n, b) || (b && a->aside[ASIDE_BET].valid))
            continue;
        found = n;
        *bet = b;
    }
    return found;
}

#endif
