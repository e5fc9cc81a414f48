// The outcome of the cached load or CMO in stage 1, and wake-ups: the numbered steps of the specification
// (lsu, "The outcome").
#ifndef UL1_LSU_OUTCOME_H
#define UL1_LSU_OUTCOME_H

#include "l1/lsu/state.h"

// 1, done: its lanes have hit or failed, or are of a CMO.
static inline void lsu_done(struct lsu_state *s, struct lsu_follow *follow, const struct lsu_look *look,
                            unsigned hit)
{
    struct lsu_entry *e = &s->entry[follow->id];
    follow->writes = (uint8_t)hit;
    e->open &= ~look->lanes;
    follow->retires = e->open == 0;
    if (!e->open && is_in(s->ordered, follow->id))
        s->loading &= ~one(e->warp);
    if (!hit && look->replay && look->lanes) {
        if (!e->failing || lowest(look->lanes) < lowest(e->failing))
            e->err = look->err;
        e->failing |= look->lanes;
    }
}

// 2, deferred: its lanes must be coalesced again. If the entry was woken and none is urgent, the next in
// rotation becomes urgent.
static inline void lsu_deferred(struct lsu_state *s, const struct lsu_in *in, unsigned id, lane_set lanes)
{
    struct lsu_entry *e = &s->entry[id];
    struct lsu_deferral *p = &s->deferral;
    unsigned again = is_in(p->all & ~p->unwoken, id), room = in->miss_cause == UL1_CAUSE_CREDIT;
    e->todo |= lanes;
    lsu_queue_leave(&s->queue, id, e->warp);
    lsu_deferral_enter(p, id, e->warp, room);
    if (p->urgent.valid && p->urgent.id == id) {
        p->urgent.lacks = 1;
        p->urgent.set = in->look_set;
        p->urgent.alone |= room || in->miss_cause == UL1_CAUSE_ENTRY;
    } else if (again && !p->urgent.valid) {
        lsu_deferral_urge(p);
    }
}

// 3, accepted: without a lane to do it is no longer deferred. If it was urgent, all deferred entries wake, as
// resources kept for it may have made others wait.
static inline void lsu_accepted(struct lsu_state *s, unsigned id)
{
    if (!s->entry[id].todo)
        lsu_deferral_leave(&s->deferral, id, s->entry[id].warp);
    if (s->deferral.urgent.valid && s->deferral.urgent.id == id) {
        s->deferral.urgent.valid = 0;
        s->deferral.unwoken = 0;
    }
}

static inline void lsu_clock_outcome(struct lsu_state *s, const struct lsu_in *in, struct lsu_follow *follow)
{
    const struct lsu_look *look = &s->look;
    unsigned cmo = !look->replay && lsu_is_cmo(s, follow->id) && !in->miss_defer;
    unsigned hit = look->old ? look->err == UL1_ERR_NONE : in->look_hit;
    if (hit || cmo || look->err != UL1_ERR_NONE) // only a replay brings an error
        lsu_done(s, follow, look, hit);
    if (look->replay)
        return;
    if (in->miss_defer)
        lsu_deferred(s, in, follow->id, look->lanes);
    else
        lsu_accepted(s, follow->id);
}

// 4, wake-ups: the last replay of a PRT entry wakes all; a WDB credit for a dirty line wakes those that
// lacked one.
static inline void lsu_clock_wakes(struct lsu_state *s, const struct lsu_in *in, unsigned last)
{
    s->deferral.unwoken &= last ? 0 : in->credit_dirty ? ~s->deferral.room : UINT64_MAX;
}

static inline void lsu_holds(const struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    const struct lsu_urgent *u = &s->deferral.urgent;
    out->defer_holds = s->look.asks && u->valid && u->lacks && s->follow[0].id != u->id
        && (u->alone || in->look_set == u->set);
}

#endif
