// The stages before stage 0 of an access to shared memory: which is chosen, and the addresses of its slots.
#ifndef UL1_LSU_PREPARE_H
#define UL1_LSU_PREPARE_H

#include "l1/lsu/next.h"

// Whether the next access of a warp that joins the pool waits there: an older fresh one of it is there, or it is busy.
static inline unsigned lsu_waits_there(const struct lsu_state *s, unsigned warp)
{
    return is_in(s->busy, warp) || (s->pool.fresh & s->pool.of_warp[warp]);
}

// Fresh accesses that are there and wait for their warp. That which is prepared is the youngest.
static inline unsigned lsu_kin(const struct lsu_state *s)
{
    unsigned joins = s->prepared.fresh && lsu_waits_there(s, s->entry[s->prepared.id].warp);
    return how_many(s->pool.fresh & ~(s->pool.first & ~s->pool.behind)) + joins;
}

// Of the new queue what goes to shared memory, has the turn, and has its beat, if it is a store's; of what would wait for its
// warp none if as many do as may.
static inline uint64_t lsu_choosable(const struct lsu_state *s)
{
    uint64_t turn = lsu_queue_turn(&s->queue) & s->shared & ~s->nulls;
    uint64_t some = turn & (~s->stores | s->beats.some);
    unsigned last = s->prepared.fresh ? s->entry[s->prepared.id].warp : LSU_WARPS;
    if (lsu_kin(s) < UL1_FRESH_KIN)
        return some;
    for (uint64_t left = some; left; left = without_lowest(left)) {
        unsigned warp = s->entry[lowest(left)].warp;
        some &= warp == last || lsu_waits_there(s, warp) ? ~lowest_one(left) : UINT64_MAX;
    }
    return some;
}

// Which is chosen in this cycle: a remainder that was presented again, else the next of these in rotation if one more fresh access
// has a place. LSU_IDS if none is.
static inline unsigned lsu_chooses(const struct lsu_state *s)
{
    if (s->again.valid)
        return s->again.id;
    if (how_many(s->pool.fresh) + s->prepared.fresh >= UL1_FRESH)
        return LSU_IDS;
    uint64_t some = lsu_choosable(s);
    return some ? next_in(some, s->chosen) : LSU_IDS;
}

// A new one is of the lowest sub-warp with a lane to do, and leaves nothing of it to do. Its beat goes with it.
static inline struct lsu_choice lsu_clock_choose_new(struct lsu_state *s, unsigned id)
{
    struct lsu_entry *e = &s->entry[id];
    unsigned sub = lsu_sub_of(e, lowest(e->todo));
    struct lsu_choice choice = { .valid = 1, .fresh = 1, .id = (uint8_t)id, .sub = (uint8_t)sub,
        .beat = s->beats.first[id], .mask = lsu_slots_of(e, sub, e->mask) };
    s->chosen = (uint8_t)id;
    e->todo &= ~lsu_sub_lanes(e, sub);
    if (!e->todo)
        lsu_queue_leave(&s->queue, id, e->warp);
    lsu_beats_leave(&s->beats, id);
    return choice;
}

// The addresses of the one chosen in the cycle before are there: it joins the pool. Of a store that was presented again the
// beat is yet to come.
static inline void lsu_clock_prepared(struct lsu_state *s)
{
    const struct lsu_choice *c = &s->prepared;
    if (!c->valid)
        return;
    const struct lsu_entry *e = &s->entry[c->id];
    unsigned store = is_in(s->stores, c->id), busy = is_in(s->busy, e->warp);
    unsigned i = lsu_pool_join(&s->pool, e->warp, busy, !store, c->fresh, store && !c->fresh);
    struct lsu_prepared *p = &s->pool.place[i];
    p->id = c->id;
    p->sub = c->sub;
    p->warp = e->warp;
    p->width = e->width;
    p->sign = e->sign;
    p->last = e->mask && lsu_sub_of(e, highest(e->mask)) == c->sub;
    p->beat = c->beat;
    p->mask = c->mask;
    lsu_slot_addrs(e, c->sub, p->addr);
}

// `id` is the one chosen by the state at the beginning of the cycle.
static inline void lsu_clock_prepare(struct lsu_state *s, unsigned id)
{
    lsu_clock_prepared(s);
    if (id == LSU_IDS)
        s->prepared = (struct lsu_choice){ 0 };
    else
        s->prepared = s->again.valid ? s->again : lsu_clock_choose_new(s, id);
    s->again.valid = 0;
}

#endif
