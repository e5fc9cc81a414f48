// Who is next: the accesses that are prepared and ready, the sleepers that are woken, what only retires, and the fences to ask
// for.
#ifndef UL1_LSU_NEXT_H
#define UL1_LSU_NEXT_H

#include "l1/lsu/state.h"

// Kinds of what is next, which take turns.
enum { LSU_NEXT_SHARED, LSU_NEXT_CACHED, LSU_NEXT_PLAIN, LSU_NEXT_NONE };

// Sleepers that are awake and have a lane to do.
static inline uint64_t lsu_awake_todo(const struct lsu_state *s)
{
    uint64_t woken = 0;
    for (uint64_t left = s->sleepers.all & ~s->sleepers.asleep; left; left = without_lowest(left))
        woken |= s->entry[lowest(left)].todo ? lowest_one(left) : 0;
    return woken;
}

// And those that have an access on its way to stage 0, too.
static inline uint64_t lsu_on_the_way(const struct lsu_state *s)
{
    uint64_t ids = s->reading.valid && s->reading.kind == LSU_WOKEN ? one(s->reading.id) : 0;
    for (uint64_t left = s->lines.used[LSU_WOKEN]; left; left = without_lowest(left))
        ids |= one(s->lines.place[lowest(left)].id);
    return ids;
}

static inline uint64_t lsu_woken(const struct lsu_state *s)
{
    uint64_t awake = s->sleepers.all & ~s->sleepers.asleep;
    return awake ? lsu_awake_todo(s) | (awake & lsu_on_the_way(s)) : 0;
}

// The place of the access that is the next of those: that of the oldest sleeper; where no place is free, of the oldest that has
// one. UL1_LINE_PLACES if it is not prepared, or is taken back.
static inline unsigned lsu_woken_place(const struct lsu_state *s)
{
    uint64_t woken = lsu_woken(s);
    if (s->lines.used[LSU_WOKEN] == lsu_lines_of(LSU_WOKEN))
        woken &= lsu_on_the_way(s);
    unsigned id = woken ? ages_oldest(s->sleepers.before, woken) : LSU_IDS;
    uint64_t its = s->fell.valid && s->fell.id == id ? 0 : lsu_lines_id(&s->lines, s->lines.used[LSU_WOKEN], id);
    return lsu_lines_oldest(&s->lines, its);
}

// What has the turn, for nulls and fences; but of a warp that is busy, no fence and no null of shared memory; of one that is tending,
// no fence and no other null.
static inline uint64_t lsu_turns(const struct lsu_state *s)
{
    uint64_t turns = lsu_queue_turn(&s->queue);
    for (uint64_t left = s->busy; left; left = without_lowest(left))
        turns &= ~s->queue.order[LSU_SHARED].of_warp[lowest(left)];
    for (uint64_t left = s->tending; left; left = without_lowest(left))
        turns &= ~s->queue.order[LSU_CACHED].of_warp[lowest(left)];
    return turns;
}

// Fences before which everything of their warp has retired; among them, those for this L1 alone.
static inline uint64_t lsu_settled_fences(const struct lsu_state *s, uint64_t turns, uint64_t *near)
{
    uint64_t settled = 0;
    *near = 0;
    for (uint64_t left = turns & s->fences; left; left = without_lowest(left)) {
        const struct lsu_entry *e = &s->entry[lowest(left)];
        uint64_t this = s->queue.out[e->warp] ? 0 : lowest_one(left);
        settled |= this;
        *near |= e->level == UL1_LEVEL_CTA ? this : 0;
    }
    return settled;
}

// A new or woken cached load of the warp is in stage 1, so that it may yet be deferred.
static inline unsigned lsu_looks(const struct lsu_state *s, unsigned warp)
{
    return s->look.valid && !s->look.replay && s->entry[s->follow[0].id].warp == warp;
}

// A load or upkeep of the warp is gathered so, or set aside.
static inline unsigned lsu_gathers_load(const struct lsu_state *s, const struct lsu_gather *g, unsigned warp)
{
    return g->valid && !is_in(s->stores, g->id) && s->entry[g->id].warp == warp;
}

// A new load or upkeep of the warp is prepared or looked up, so that it may yet be deferred.
static inline unsigned lsu_unsure(const struct lsu_state *s, unsigned warp)
{
    unsigned unsure = lsu_looks(s, warp) || lsu_gathers_load(s, &s->gather, warp);
    for (unsigned a = 0; a < LSU_ASIDES; a++)
        unsure |= lsu_gathers_load(s, &s->aside[a], warp);
    for (uint64_t left = lsu_lines_warp(&s->lines, warp); left; left = without_lowest(left))
        unsure |= !s->lines.place[lowest(left)].store;
    return unsure;
}

// Of these stores, those whose warp has a sleeper.
static inline uint64_t lsu_behind_sleepers(const struct lsu_state *s, uint64_t stores)
{
    uint64_t behind = 0;
    for (; stores; stores = without_lowest(stores))
        behind |= s->sleepers.of_warp[s->entry[lowest(stores)].warp] ? lowest_one(stores) : 0;
    return behind;
}

// The oldest of the new queue that does nothing but retire, and may; LSU_IDS if there is none.
static inline unsigned lsu_plain(const struct lsu_state *s)
{
    uint64_t turns = lsu_turns(s), near;
    uint64_t fences = lsu_settled_fences(s, turns, &near) & (near | s->answered);
    return lsu_queue_oldest(&s->queue, turns & (s->nulls | fences));
}

// What a new cached access that is prepared, and is the first of its warp, may yet have to wait for: upkeep or an ordered load of
// its warp that is not done; of a store or a flush, room; of a store, that no load of its warp may yet be deferred and then
// see what it stores.
static inline unsigned lsu_line_ready(const struct lsu_state *s, const struct lsu_in *in, unsigned i)
{
    const struct lsu_line *l = &s->lines.place[i];
    if (is_in(s->tending, l->warp) || (l->ordered && is_in(s->loading, l->warp)) || (s->fell.valid && s->fell.id == l->id))
        return 0;
    if (!in->room_cached && (l->store || l->flush))
        return 0;
    if (l->store && (s->sleepers.of_warp[l->warp] || lsu_looks(s, l->warp)))
        return 0;
    return 1;
}

// The place of the oldest that need not; UL1_LINE_PLACES if there is none. What a sleeper was woken for is not taken by others.
static inline unsigned lsu_next_line(const struct lsu_state *s, const struct lsu_in *in)
{
    uint64_t ready = 0, first = s->lines.used[LSU_NEW] & s->lines.first;
    for (uint64_t left = lsu_woken(s) ? 0 : first; left; left = without_lowest(left))
        ready |= lsu_line_ready(s, in, lowest(left)) ? lowest_one(left) : 0;
    return lsu_lines_oldest(&s->lines, ready);
}

// Remainders that are here.
static inline unsigned lsu_remainders(const struct lsu_state *s)
{
    return how_many(s->pool.used & ~s->pool.fresh) + s->again.valid + (s->prepared.valid && !s->prepared.fresh);
}

// The place of the oldest fresh access that is ready; UL1_POOL if none is. It may leave a remainder.
static inline unsigned lsu_fresh(const struct lsu_state *s, const struct lsu_in *in)
{
    uint64_t ready = lsu_pool_ready(&s->pool) & (in->room_shared ? UINT64_MAX : s->pool.loads);
    ready = lsu_remainders(s) < UL1_RB || s->home == UL1_HOME_INSTR ? ready : 0;
    return lsu_pool_oldest(&s->pool, ready);
}

// The access that is next, by kind: a place of the pool or of the lines. What only retires is next as LSU_NEXT_PLAIN if it has its
// turn, and as LSU_NEXT_NONE if it is alone: which of them may go is not looked at here.
struct lsu_next {
    uint8_t kind, which;
};

static inline struct lsu_next lsu_next(const struct lsu_state *s, const struct lsu_in *in)
{
    unsigned which[] = { lsu_fresh(s, in), lsu_next_line(s, in), 0 };
    unsigned turn[] = { which[LSU_NEXT_SHARED] < UL1_POOL, which[LSU_NEXT_CACHED] < UL1_LINE_PLACES, s->plain_waits };
    for (unsigned n = 1; n <= LSU_NEXT_NONE; n++) {
        unsigned kind = (s->went + n) % LSU_NEXT_NONE;
        if (turn[kind])
            return (struct lsu_next){ (uint8_t)kind, (uint8_t)which[kind] };
    }
    return (struct lsu_next){ LSU_NEXT_NONE, 0 };
}

// ---- outputs

static inline void lsu_show_candidates(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    unsigned load = lsu_pool_remainder(&s->pool, 0), store = lsu_pool_remainder(&s->pool, 1);
    out->cand_remainder_load = load < UL1_POOL;
    out->cand_remainder_store = store < UL1_POOL;
    out->cand_store_older = out->cand_remainder_store && (load == UL1_POOL || is_in(s->pool.before[load], store));
    unsigned woken = lsu_woken_place(s), replay = lsu_lines_oldest(&s->lines, s->lines.used[LSU_REPLAY]);
    const struct lsu_line *r = &s->lines.place[replay];
    out->cand_woken = woken < UL1_LINE_PLACES;
    out->cand_woken_flush = s->lines.place[woken].flush;
    out->cand_replay = replay < UL1_LINE_PLACES;
    if (!out->cand_replay)
        return;
    out->cand_prt = r->prt;
    out->cand_last = r->last;
    out->cand_err = r->err;
    out->cand_bare = r->bare;
}

static inline void lsu_cand(const struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    struct lsu_next next = lsu_next(s, in);
    out->cand_cached = next.kind == LSU_NEXT_CACHED;
    out->cand_new = next.kind == LSU_NEXT_SHARED || out->cand_cached;
    out->cand_store = out->cand_cached ? s->lines.place[next.which].store : !is_in(s->pool.loads, next.which);
    out->cand_flush = out->cand_cached && s->lines.place[next.which].flush;
}

static inline void lsu_show_fence(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    uint64_t near, settled = lsu_settled_fences(s, lsu_turns(s), &near), asks = settled & ~near & ~s->asked;
    out->fence_valid = asks != 0;
    if (!asks)
        return;
    unsigned id = ages_oldest(s->queue.before, asks);
    out->fence_id = (uint8_t)id;
    out->fence_level = s->entry[id].level;
}

// With nobody older who sleeps for room or is about to use it, the access in stage 1 may use it.
static inline void lsu_show_sleepers(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    out->sleep_ids = s->sleepers.asleep;
    out->sleep_yields = !((s->sleepers.asleep | s->sleepers.tokens) & s->sleepers.room) || lsu_has_room(s);
}

#endif
