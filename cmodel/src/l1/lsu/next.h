// Who is next: the accesses that are prepared and ready, the sleepers that are woken, what only retires, and the fences to ask
// for.
#ifndef UL1_LSU_NEXT_H
#define UL1_LSU_NEXT_H

#include "l1/lsu/state.h"

// Kinds of what is next, which take turns.
enum { LSU_NEXT_SHARED, LSU_NEXT_LOAD, LSU_NEXT_STORE, LSU_NEXT_PLAIN, LSU_NEXT_NONE };

// Sleepers that are awake and have a lane to do.
static inline uint64_t lsu_awake_todo(const struct lsu_state *s)
{
    uint64_t woken = 0;
    for (uint64_t left = s->sleepers.all & ~s->sleepers.asleep; left; left = without_lowest(left))
        woken |= s->entry[lowest(left)].todo ? lowest_one(left) : 0;
    return woken;
}

// The access whose addresses are read is of this kind.
static inline unsigned lsu_reads(const struct lsu_state *s, unsigned kind)
{
    return s->reading.valid && s->reading.kind == kind;
}

// It is new.
static inline unsigned lsu_reads_new(const struct lsu_state *s)
{
    return s->reading.valid && s->reading.kind <= LSU_STORES;
}

// The kind of a new line of the instruction.
static inline uint8_t lsu_new_kind(const struct lsu_state *s, unsigned id)
{
    return is_in(s->stores | s->flushes, id) ? LSU_STORES : LSU_LOADS;
}

// Sleepers that have an access on its way to stage 0.
static inline uint64_t lsu_on_the_way(const struct lsu_state *s)
{
    uint64_t ids = lsu_reads(s, LSU_WOKEN) ? one(s->reading.id) : 0;
    for (uint64_t left = s->lines.used[LSU_WOKEN]; left; left = without_lowest(left))
        ids |= one(s->lines.place[lowest(left)].id);
    return ids;
}

static inline uint64_t lsu_woken(const struct lsu_state *s)
{
    uint64_t awake = s->sleepers.all & ~s->sleepers.asleep;
    return awake ? lsu_awake_todo(s) | (awake & lsu_on_the_way(s)) : 0;
}

// Of these places, those of the instruction that was deferred in the cycle before: they are taken back.
static inline uint64_t lsu_falls(const struct lsu_state *s, uint64_t some)
{
    return s->fell.valid ? lsu_lines_id(&s->lines, some, s->fell.id) : 0;
}

// The place of the woken access that is next: that of the oldest sleeper; where no place is free, of the oldest that has one.
// UL1_LINE_PLACES if it is not prepared, or is taken back.
static inline unsigned lsu_woken_place(const struct lsu_state *s)
{
    uint64_t woken = lsu_woken(s);
    if (s->lines.used[LSU_WOKEN] == lsu_lines_of(LSU_WOKEN))
        woken &= lsu_on_the_way(s);
    unsigned id = woken ? ages_oldest(s->sleepers.before, woken) : LSU_IDS;
    uint64_t its = lsu_lines_id(&s->lines, s->lines.used[LSU_WOKEN], id);
    return lsu_lines_oldest(&s->lines, its & ~lsu_falls(s, its));
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

// A new load or upkeep of the warp is prepared or looked up, so that it may yet be deferred.
static inline unsigned lsu_unsure(const struct lsu_state *s, unsigned warp)
{
    unsigned id = s->reading.id;
    unsigned unsure = lsu_looks(s, warp) || (lsu_reads_new(s) && s->entry[id].warp == warp && !is_in(s->stores, id));
    for (uint64_t left = lsu_lines_new(&s->lines); left; left = without_lowest(left)) {
        const struct lsu_line *l = &s->lines.place[lowest(left)];
        unsure |= l->warp == warp && !l->store;
    }
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

// The place of the oldest new line of a kind that may enter; UL1_LINE_PLACES if there is none. What a sleeper was woken for is
// not taken by others.
static inline unsigned lsu_next_line(const struct lsu_state *s, const struct lsu_in *in, unsigned kind)
{
    unsigned enters = !lsu_woken(s) && (kind == LSU_LOADS || in->room_cached);
    return lsu_lines_oldest(&s->lines, enters ? s->lines.used[kind] & ~lsu_falls(s, s->lines.used[kind]) : 0);
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
    unsigned which[] = { lsu_fresh(s, in), lsu_next_line(s, in, LSU_LOADS), lsu_next_line(s, in, LSU_STORES), 0 };
    unsigned turn[] = { which[LSU_NEXT_SHARED] < UL1_POOL, which[LSU_NEXT_LOAD] < UL1_LINE_PLACES,
        which[LSU_NEXT_STORE] < UL1_LINE_PLACES, s->plain_waits };
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
    out->cand_cached = next.kind == LSU_NEXT_LOAD || next.kind == LSU_NEXT_STORE;
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
