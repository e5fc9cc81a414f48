// The access that the arbiter selected.
#ifndef UL1_LSU_REQUEST_H
#define UL1_LSU_REQUEST_H

#include <string.h>

#include "l1/lsu/next.h"

// An access to shared memory is as it stands in the pool.
static inline void lsu_request_shared(const struct lsu_state *s, unsigned place, struct ul1_lsu_out *out)
{
    const struct lsu_prepared *p = &s->pool.place[place];
    out->req_store = !is_in(s->pool.loads, place);
    out->req_id = p->id;
    out->req_sub = p->sub;
    out->req_width = p->width;
    out->req_signed = p->sign;
    out->req_beat = p->beat;
    out->req_mask = p->mask;
    out->req_line = 0;
    out->req_bypass = out->req_writeback = out->req_inval = out->req_flush = 0;
    memcpy(out->req_addr, p->addr, sizeof out->req_addr);
}

// The line of the lowest lane to do, of an instruction not yet presented in full or of a woken one.
static inline void lsu_request_line(const struct lsu_state *s, unsigned id, struct ul1_lsu_out *out)
{
    const struct lsu_entry *e = &s->entry[id];
    unsigned lane = e->todo ? lowest(e->todo) : 0, sub = lsu_sub_of(e, lane);
    uint64_t line = lsu_line(e, lane);
    uint32_t todo = e->todo & lsu_sub_lanes(e, sub), lanes = lsu_on_line(e, todo, line);
    out->req_id = (uint8_t)id;
    out->req_sub = (uint8_t)sub;
    out->req_line = line;
    out->req_mask = lsu_slots_of(e, sub, lanes);
    out->req_end = is_in(s->stores, id) && lanes == todo;
}

static inline void lsu_request_woken(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    uint64_t woken = lsu_woken(s);
    lsu_request_line(s, woken ? ages_oldest(s->sleepers.before, woken) : 0, out);
}

// All of a sub-warp that lies on the line that has been filled.
static inline void lsu_request_filled(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    const struct lsu_entry *e = &s->entry[in->merged_id];
    out->req_id = in->merged_id;
    out->req_sub = in->merged_sub;
    out->req_line = in->merged_line;
    out->req_mask = lsu_slots_of(e, in->merged_sub, lsu_on_line(e, e->mask, in->merged_line));
}

// Of a replay that no load waits for there is the line alone.
static inline void lsu_request_bare(const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    out->req_store = out->req_id = out->req_sub = out->req_width = out->req_signed = 0;
    out->req_line = in->merged_line;
    out->req_bypass = out->req_writeback = out->req_inval = out->req_flush = 0;
}

static inline void lsu_req(const struct lsu_state *s, const struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    unsigned remainder = in->sel_remainder_load || in->sel_remainder_store, id = LSU_IDS;
    unsigned place = in->sel_new ? lsu_next_of_both(s, in, &id) : UL1_POOL;
    unsigned cached = in->sel_replay || in->sel_woken || (in->sel_new && place == UL1_POOL);
    out->req_valid = cached || remainder || in->sel_new;
    out->req_cached = (uint8_t)cached;
    out->req_mask = 0;
    out->req_beat = 0;
    out->req_end = 0;
    if (!out->req_valid)
        return;
    if (!cached) {
        lsu_request_shared(s, remainder ? lsu_pool_remainder(&s->pool, in->sel_remainder_store) : place, out);
        return;
    }
    if (in->sel_replay && in->merged_bare) {
        lsu_request_bare(in, out);
        return;
    }

    if (in->sel_replay)
        lsu_request_filled(s, in, out);
    else if (in->sel_woken)
        lsu_request_woken(s, out);
    else
        lsu_request_line(s, id % LSU_IDS, out);
    if (in->sel_new)
        out->req_beat = s->beats.first[id % LSU_IDS];

    const struct lsu_entry *e = &s->entry[out->req_id];
    out->req_store = is_in(s->stores, out->req_id);
    out->req_width = e->width;
    out->req_signed = e->sign;
    out->req_bypass = e->bypass;
    out->req_writeback = e->writeback;
    out->req_inval = is_in(s->invals, out->req_id);
    out->req_flush = is_in(s->flushes, out->req_id);
    lsu_slot_addrs(e, out->req_sub, out->req_addr);
}

#endif
