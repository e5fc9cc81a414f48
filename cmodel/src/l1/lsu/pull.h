// The data of stores: which beat to pull, and what becomes of it.
#ifndef UL1_LSU_PULL_H
#define UL1_LSU_PULL_H

#include "l1/lsu/next.h"

// Right behind those that have the turn, are stores and have no lane to pull: the next of their warp.
static inline uint64_t lsu_heirs(const struct lsu_state *s, uint64_t turn)
{
    uint64_t heirs = 0;
    for (uint64_t left = turn & s->stores & ~s->pulls; left; left = without_lowest(left))
        for (unsigned m = 0; m < LSU_ORDERS; m++)
            heirs |= lsu_queue_behind(&s->queue.order[m], lowest(left));
    return heirs;
}

// A load or upkeep of the warp sleeps, is prepared or looked up, so that it may yet be deferred.
static inline unsigned lsu_unsure(const struct lsu_state *s, unsigned warp)
{
    unsigned id = s->reading.id;
    unsigned unsure = s->sleepers.of_warp[warp] || lsu_looks(s, warp)
                      || (lsu_reads_new(s) && s->entry[id].warp == warp && !is_in(s->stores, id));
    for (uint64_t left = lsu_lines_new(&s->lines); left; left = without_lowest(left)) {
        const struct lsu_line *l = &s->lines.place[lowest(left)];
        unsure |= l->warp == warp && !l->store;
    }
    return unsure;
}

// A cached store that may have to wait for a load of its warp has no beat meanwhile. The intake keeps beats for others.
static inline uint64_t lsu_feeds_cached(const struct lsu_state *s, uint64_t stores)
{
    if (how_many(s->beats.cached) >= UL1_INTAKE - UL1_INTAKE_KEPT)
        return 0;
    uint64_t wants = stores;
    for (uint64_t left = wants; left; left = without_lowest(left))
        wants &= lsu_unsure(s, s->entry[lowest(left)].warp) ? ~lowest_one(left) : UINT64_MAX;
    return wants;
}

// The stores of the new queue that want a beat.
static inline uint64_t lsu_feeds(const struct lsu_state *s)
{
    if (!s->pulls)
        return 0;
    uint64_t turn = lsu_queue_turn(&s->queue), some = (turn | lsu_heirs(s, turn)) & s->pulls & ~s->beats.two;
    return (some & ~s->cached) | lsu_feeds_cached(s, some & s->cached);
}

// The next of two rotations, of stores to shared memory and of cached ones, which take turns.
static inline unsigned lsu_feed_next(const struct lsu_state *s, uint64_t feeds)
{
    uint64_t cached = feeds & s->cached, shared = feeds & ~cached;
    if (cached && (!shared || s->fed_last == LSU_SHARED))
        return next_in(cached, s->fed[LSU_CACHED]);
    return next_in(shared, s->fed[LSU_SHARED]);
}

// A beat for a remainder that lacks its own, else for the next store that wants one, in rotation; of the latter the intake keeps a
// beat free.
static inline void lsu_pull(const struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    uint64_t lacks = s->pool.lacks;
    uint64_t feeds = lsu_feeds(s);
    if (lacks) {
        const struct lsu_prepared *r = &s->pool.place[next_in(lacks, s->pool.wanted)];
        out->pull_ready = in->intake_free;
        out->pull_id = r->id;
        out->pull_sub = r->sub;
        out->pull_mask = r->mask;
    } else if (feeds) {
        unsigned id = lsu_feed_next(s, feeds);
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

static inline void lsu_clock_pull(struct lsu_state *s, const struct lsu_in *in, const struct ul1_lsu_out *out)
{
    if (!in->pull_valid || !out->pull_ready)
        return;
    if (s->pool.lacks) {
        unsigned place = next_in(s->pool.lacks, s->pool.wanted);
        s->pool.wanted = (uint8_t)place;
        s->pool.lacks &= ~one(place);
        s->pool.place[place].beat = in->intake_beat;
        return;
    }
    s->fed_last = is_in(s->cached, out->pull_id) ? LSU_CACHED : LSU_SHARED;
    s->fed[s->fed_last] = out->pull_id;
    struct lsu_entry *e = &s->entry[out->pull_id];
    lsu_beats_join(&s->beats, out->pull_id, in->intake_beat, is_in(s->cached, out->pull_id));
    e->pull &= ~lsu_sub_lanes(e, out->pull_sub);
    if (!e->pull)
        s->pulls &= ~one(out->pull_id);
}

#endif
