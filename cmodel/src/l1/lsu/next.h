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

// Stores that have a beat and nothing else in their way. A cached one: no cached load of its warp may yet be deferred and then
// see what it stores; and it takes nothing that a woken access was woken for.
static inline uint64_t lsu_ready_stores(const struct lsu_state *s, const struct ul1_lsu_in *in)
{
    uint64_t shared = in->room_shared ? s->beats.some & s->shared : 0, cached = s->beats.some & s->cached;
    if (!cached || !in->room_cached || lsu_woken(s))
        return shared;
    cached &= ~lsu_behind_sleepers(s, cached);
    for (uint64_t left = cached; left; left = without_lowest(left))
        cached &= lsu_looks(s, s->entry[lowest(left)].warp) ? ~lowest_one(left) : UINT64_MAX;
    return shared | cached;
}

// The oldest of the new queue that is ready; LSU_IDS if none is. A shared access may leave a remainder, which needs a place; a
// flush takes room, like a store, and likewise nothing that a woken access was woken for.
static inline unsigned lsu_next(const struct lsu_state *s, const struct ul1_lsu_in *in)
{
    uint64_t turns = lsu_turns(s), near;
    if (!turns)
        return LSU_IDS;
    uint64_t placed = s->replays.count < UL1_RB || s->home == UL1_HOME_INSTR ? UINT64_MAX : s->cached;
    uint64_t fences = lsu_settled_fences(s, turns, &near) & (near | s->answered);
    uint64_t flushes = turns & s->flushes && (!in->room_cached || lsu_woken(s)) ? s->flushes & ~s->nulls : 0;
    uint64_t accesses = ~(s->stores | s->fences | flushes) | lsu_ready_stores(s, in);
    return lsu_queue_oldest(&s->queue, turns & (s->nulls | fences | (accesses & placed)));
}

// ---- outputs

static inline void lsu_show_candidates(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    unsigned load = lsu_replays_ready(&s->replays, 0), store = lsu_replays_ready(&s->replays, 1);
    out->cand_remainder_load = load < UL1_RB;
    out->cand_remainder_store = store < UL1_RB;
    out->cand_store_older = store < load;
    uint64_t woken = lsu_woken(s);
    out->cand_woken = woken != 0;
    out->cand_woken_flush = woken && is_in(s->flushes, ages_oldest(s->sleepers.before, woken));
}

// A null or a fence is no access.
static inline void lsu_cand(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    unsigned id = lsu_next(s, in);
    out->cand_new = id < LSU_IDS && !is_in(s->nulls | s->fences, id);
    out->cand_store = out->cand_new && is_in(s->stores, id);
    out->cand_cached = out->cand_new && is_in(s->cached, id);
    out->cand_flush = out->cand_new && is_in(s->flushes, id);
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
