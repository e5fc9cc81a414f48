// Who is next: the instructions of the new queue that are ready, the sleepers that are woken, and the fences to ask for.
#ifndef UL1_LSU_NEXT_H
#define UL1_LSU_NEXT_H

#include "l1/lsu/state.h"

// Sleepers that are awake and have a lane to do.
static inline uint64_t lsu_woken(const struct lsu_state *s)
{
    uint64_t woken = 0;
    for (uint64_t left = s->sleepers.all & ~s->sleepers.asleep; left; left = without_lowest(left))
        woken |= s->entry[lowest(left)].todo ? lowest_one(left) : 0;
    return woken;
}

// Those of the new queue that have the turn; but if their warp is busy, nothing that goes to shared memory, and no fence; if
// it is tending, nothing that is cached, and no fence; if it is loading, no ordered load.
static inline uint64_t lsu_turns(const struct lsu_state *s)
{
    uint64_t turns = lsu_queue_turn(&s->queue);
    for (uint64_t left = s->busy; left; left = without_lowest(left))
        turns &= ~s->queue.order[LSU_SHARED].of_warp[lowest(left)];
    for (uint64_t left = s->tending; left; left = without_lowest(left))
        turns &= ~s->queue.order[LSU_CACHED].of_warp[lowest(left)];
    for (uint64_t left = s->loading; left; left = without_lowest(left))
        turns &= ~(s->queue.order[LSU_CACHED].of_warp[lowest(left)] & s->ordered);
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

// Of these stores, those whose warp has a sleeper.
static inline uint64_t lsu_behind_sleepers(const struct lsu_state *s, uint64_t stores)
{
    uint64_t behind = 0;
    for (; stores && s->sleepers.all; stores = without_lowest(stores))
        behind |= s->sleepers.of_warp[s->entry[lowest(stores)].warp] ? lowest_one(stores) : 0;
    return behind;
}

// Cached stores that have a beat and nothing else in their way: no cached load of its warp may yet be deferred and then
// see what it stores; and it takes nothing that a woken access was woken for.
static inline uint64_t lsu_ready_stores(const struct lsu_state *s, const struct ul1_lsu_in *in)
{
    uint64_t cached = s->beats.some & s->cached;
    if (!cached || !in->room_cached || lsu_woken(s))
        return 0;
    cached &= ~lsu_behind_sleepers(s, cached);
    for (uint64_t left = cached; left; left = without_lowest(left))
        cached &= lsu_looks(s, s->entry[lowest(left)].warp) ? ~lowest_one(left) : UINT64_MAX;
    return cached;
}

// The oldest of the new queue that is ready, and not to be prepared; LSU_IDS if none is. A flush takes room, like a store, and
// likewise nothing that a woken access was woken for.
static inline unsigned lsu_next(const struct lsu_state *s, const struct ul1_lsu_in *in)
{
    uint64_t turns = lsu_turns(s), near;
    if (!turns)
        return LSU_IDS;
    uint64_t fences = lsu_settled_fences(s, turns, &near) & (near | s->answered);
    uint64_t flushes = turns & s->flushes && (!in->room_cached || lsu_woken(s)) ? s->flushes & ~s->nulls : 0;
    uint64_t accesses = s->cached & (~(s->stores | flushes) | lsu_ready_stores(s, in));
    return lsu_queue_oldest(&s->queue, turns & (s->nulls | fences | accesses));
}

// Remainders that are here.
static inline unsigned lsu_remainders(const struct lsu_state *s)
{
    return how_many(s->pool.used & ~s->pool.fresh) + s->again.valid + (s->prepared.valid && !s->prepared.fresh);
}

// The place of the oldest fresh access that is ready; UL1_POOL if none is. It may leave a remainder.
static inline unsigned lsu_fresh(const struct lsu_state *s, const struct ul1_lsu_in *in)
{
    if (!s->pool.fresh || (lsu_remainders(s) >= UL1_RB && s->home != UL1_HOME_INSTR))
        return UL1_POOL;
    uint64_t ready = lsu_pool_first(&s->pool) & (in->room_shared ? UINT64_MAX : s->pool.loads);
    for (uint64_t left = ready; left; left = without_lowest(left))
        ready &= is_in(s->busy, s->pool.place[lowest(left)].warp) ? ~lowest_one(left) : UINT64_MAX;
    return lsu_pool_oldest(&s->pool, ready);
}

// Who is next: a fresh access, whose place is returned, or the next of the new queue, *id. They take turns.
static inline unsigned lsu_next_of_both(const struct lsu_state *s, const struct ul1_lsu_in *in, unsigned *id)
{
    unsigned place = lsu_fresh(s, in);
    *id = lsu_next(s, in);
    if (place < UL1_POOL && *id < LSU_IDS) {
        place = s->turn_shared ? place : UL1_POOL;
        *id = s->turn_shared ? LSU_IDS : *id;
    }
    return place;
}

// ---- outputs

static inline void lsu_show_candidates(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    unsigned load = lsu_pool_remainder(&s->pool, 0), store = lsu_pool_remainder(&s->pool, 1);
    out->cand_remainder_load = load < UL1_POOL;
    out->cand_remainder_store = store < UL1_POOL;
    out->cand_store_older = store < UL1_POOL && (load == UL1_POOL || is_in(s->pool.before[load], store));
    uint64_t woken = lsu_woken(s);
    out->cand_woken = woken != 0;
    out->cand_woken_flush = woken && is_in(s->flushes, ages_oldest(s->sleepers.before, woken));
}

// A null or a fence is no access.
static inline void lsu_cand(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    unsigned id, place = lsu_next_of_both(s, in, &id);
    unsigned access = id < LSU_IDS && !is_in(s->nulls | s->fences, id);
    out->cand_new = place < UL1_POOL || access;
    out->cand_store = place < UL1_POOL ? !is_in(s->pool.loads, place) : access && is_in(s->stores, id);
    out->cand_cached = (uint8_t)access;
    out->cand_flush = access && is_in(s->flushes, id);
}

static inline void lsu_show_fence(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    uint64_t near, settled = lsu_settled_fences(s, lsu_turns(s), &near), asks = settled & ~near & ~s->asked;
    unsigned id = asks ? lsu_queue_oldest(&s->queue, asks) % LSU_IDS : 0;
    out->fence_valid = asks != 0;
    out->fence_id = (uint8_t)id;
    out->fence_level = s->entry[id].level;
}

// With nobody older who sleeps for room or is about to use it, the access in stage 1 may use it.
static inline void lsu_show_sleepers(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    out->sleep_ids = s->sleepers.asleep & below(UL1_PT);
    out->sleep_yields = !((s->sleepers.asleep | s->sleepers.tokens) & s->sleepers.room) || lsu_has_room(s);
}

#endif
