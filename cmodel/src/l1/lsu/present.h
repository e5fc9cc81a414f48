// What becomes of an access that enters, at the end of the cycle in which the arbiter selected it.
#ifndef UL1_LSU_PRESENT_H
#define UL1_LSU_PRESENT_H

#include "l1/lsu/next.h"

// Who was chosen by the state at the beginning of the cycle.
struct lsu_chosen {
    uint8_t place;                          // of an access to shared memory: its place in the pool; else UL1_POOL
    uint8_t instead;                        // without an access: the null or the fence that is next; LSU_IDS if none is
};

static inline struct lsu_chosen lsu_choose(const struct lsu_state *s, const struct ul1_lsu_in *in,
                                           const struct ul1_lsu_out *out)
{
    unsigned remainder = in->sel_remainder_load || in->sel_remainder_store, next = LSU_IDS, place = UL1_POOL;
    if (remainder)
        place = lsu_pool_remainder(&s->pool, in->sel_remainder_store);
    else if (in->sel_new)
        place = lsu_next_of_both(s, in, &next);
    else if (!out->req_valid && !out->cand_new)
        next = lsu_next(s, in);
    return (struct lsu_chosen){ (uint8_t)place, (uint8_t)(out->req_valid ? LSU_IDS : next) };
}

// Lanes are presented: they are no longer to do, and who has none left is out of the new queue.
static inline void lsu_presented(struct lsu_state *s, unsigned id, uint32_t lanes)
{
    struct lsu_entry *e = &s->entry[id];
    e->todo &= ~lanes;
    if (!e->todo)
        lsu_goes_out(s, id);
}

// What the arbiter's split leaves of the shared access. `place` is where the pool has it.
static inline void lsu_clock_remainder(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                                       unsigned place)
{
    unsigned stays = in->split_more && in->cfg_home == UL1_HOME_LSU;
    uint32_t left = out->req_mask & ~in->split_mask;
    uint8_t wait = (uint8_t)(in->cfg_interval ? in->cfg_interval - 1 : 0);

    s->busy = with(s->busy, s->entry[out->req_id].warp, in->split_more);
    if (stays)
        lsu_pool_stay(&s->pool, place, left, wait);
    else
        lsu_pool_leave(&s->pool, place);
    s->back = (struct lsu_back){ .valid = in->split_more && !stays, .id = out->req_id, .sub = out->req_sub, .mask = left };
}

// A shared access is under way.
static inline void lsu_clock_shared(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                                    unsigned place, struct lsu_follow *follow)
{
    lsu_clock_remainder(s, in, out, place);
    follow->writes = !out->req_store;
    follow->retires = !in->split_more && s->pool.place[place].last;
}

// A cached store is under way. The lines of a sub-warp share its beat.
static inline void lsu_clock_cached_store(struct lsu_state *s, const struct ul1_lsu_out *out, struct lsu_follow *follow)
{
    const struct lsu_entry *e = &s->entry[out->req_id];
    if (out->req_end)
        lsu_beats_leave(&s->beats, out->req_id);
    lsu_presented(s, out->req_id, lsu_lanes_of(e, out->req_sub, out->req_mask));
    follow->retires = !e->todo;
}

// A cached load or upkeep is under way. What is told of it in the next cycle is for `look`.
static inline void lsu_clock_cached_load(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                                         struct lsu_look *look)
{
    unsigned id = out->req_id;
    *look = (struct lsu_look){ .valid = !(in->sel_replay && in->merged_bare), .replay = in->sel_replay,
        .err = in->merged_err, .lanes = lsu_lanes_of(&s->entry[id], out->req_sub, out->req_mask) };
    if (!in->sel_replay)
        lsu_presented(s, id, look->lanes);
    if (!in->sel_replay && lsu_is_upkeep(s, id) && !s->entry[id].todo)
        s->tending |= one(s->entry[id].warp);
    if (in->sel_woken) {
        look->has_token = is_in(s->sleepers.tokens, id);
        look->token = s->sleepers.lack[id];
        s->sleepers.tokens &= ~one(id);
    }
}

// The pass accepted in this cycle is to enter the follow-up pipeline as `follow`, and if it is a cached load or upkeep, as
// `look`.
static inline void lsu_clock_present(struct lsu_state *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out,
                                     struct lsu_chosen chosen, struct lsu_follow *follow, struct lsu_look *look)
{
    s->back.valid = 0;
    if (chosen.instead < LSU_IDS) {
        follow->retires = 1;
        follow->id = chosen.instead;
        lsu_queue_leave(&s->queue, follow->id, s->entry[follow->id].warp);
        s->turn_shared = 1;
    }
    if (in->sel_new)
        s->turn_shared = out->req_cached;
    if (!out->req_valid)
        return;
    follow->id = out->req_id;
    follow->sub = out->req_sub;
    if (!out->req_cached)
        lsu_clock_shared(s, in, out, chosen.place, follow);
    else if (out->req_store)
        lsu_clock_cached_store(s, out, follow);
    else
        lsu_clock_cached_load(s, in, out, look);
}

#endif
