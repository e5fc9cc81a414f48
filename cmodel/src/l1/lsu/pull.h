// The data of stores: which beat to pull, and what becomes of it.
#ifndef UL1_LSU_PULL_H
#define UL1_LSU_PULL_H

#include "l1/lsu/state.h"

// A beat for a remainder that lacks its own, else for the oldest store that lacks one; of the latter the intake keeps a beat
// free.
static inline void lsu_pull(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    unsigned place = lsu_replays_wanting(&s->replays), id = lsu_queue_oldest(&s->queue, s->queue.turn & s->pulls);
    if (place < UL1_RB) {
        const struct lsu_remainder *r = &s->replays.place[place];
        out->pull_ready = in->intake_free;
        out->pull_id = r->id;
        out->pull_sub = r->sub;
        out->pull_mask = r->mask;
    } else if (id < LSU_IDS) {
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

static inline void lsu_clock_pull(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (!in->pull_valid || !out->pull_ready)
        return;
    unsigned place = lsu_replays_wanting(&s->replays);
    if (place < UL1_RB) {
        s->replays.place[place].has_beat = 1;
        s->replays.place[place].beat = in->intake_beat;
        return;
    }
    struct lsu_entry *e = &s->entry[out->pull_id];
    s->beat[ring_join(&s->beats, UL1_INTAKE)] = (struct lsu_beat){ out->pull_id, in->intake_beat };
    e->pull &= ~lsu_sub_lanes(e, out->pull_sub);
    if (!e->pull)
        s->pulls &= ~one(out->pull_id);
}

#endif
