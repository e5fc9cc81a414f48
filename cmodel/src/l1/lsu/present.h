// What becomes of an access that enters, at the end of the cycle in which the arbiter selected it.
#ifndef UL1_LSU_PRESENT_H
#define UL1_LSU_PRESENT_H

#include "l1/lsu/next.h"

// Who was chosen by the state at the beginning of the cycle, of the kind that was a candidate.
struct lsu_chosen {
    uint8_t place;                          // of an access to shared memory: its place in the pool; else UL1_POOL
    uint8_t line;                           // of a cached one: its place among the lines; else UL1_LINE_PLACES
    uint8_t instead;                        // without an access: the null or the fence that is next; LSU_IDS if none is
    uint8_t plain_waits;                    // there is a null or a fence that could go
};

static inline struct lsu_chosen lsu_choose(const struct lsu_state *s, const struct lsu_in *in,
                                           const struct ul1_lsu_out *out)
{
    unsigned plain = lsu_plain(s);
    struct lsu_chosen c = { UL1_POOL, UL1_LINE_PLACES, LSU_IDS, plain < LSU_IDS };
    if (in->sel_remainder_load || in->sel_remainder_store) {
        c.place = (uint8_t)lsu_pool_remainder(&s->pool, in->sel_remainder_store);
    } else if (in->sel_replay) {
        c.line = (uint8_t)lsu_lines_oldest(&s->lines, s->lines.used[LSU_REPLAY]);
    } else if (in->sel_woken) {
        c.line = (uint8_t)lsu_woken_place(s);
    } else if (in->sel_new) {
        if (out->cand_cached)
            c.line = (uint8_t)lsu_next_line(s, in, out->cand_store || out->cand_flush ? LSU_STORES : LSU_LOADS);
        else
            c.place = (uint8_t)lsu_fresh(s, in);
    } else if (!out->cand_new) {
        c.instead = (uint8_t)plain;
    }
    return c;
}

// What the arbiter's split leaves of the shared access. `place` is where the pool has it.
static inline void lsu_clock_remainder(struct lsu_state *s, const struct lsu_in *in, const struct ul1_lsu_out *out,
                                       unsigned place)
{
    unsigned stays = in->split_more && in->cfg_home == UL1_HOME_LSU;
    uint32_t left = out->req_mask & ~in->split_mask;
    uint8_t wait = (uint8_t)(in->cfg_interval ? in->cfg_interval - 1 : 0);

    unsigned warp = s->entry[out->req_id].warp;
    s->busy = with(s->busy, warp, in->split_more);
    lsu_pool_busy(&s->pool, warp, in->split_more);
    if (stays)
        lsu_pool_stay(&s->pool, place, left, wait);
    else
        lsu_pool_leave(&s->pool, place);
    s->back = (struct lsu_back){ .valid = in->split_more && !stays, .id = out->req_id, .sub = out->req_sub, .mask = left };
}

// A shared access is under way.
static inline void lsu_clock_shared(struct lsu_state *s, const struct lsu_in *in, const struct ul1_lsu_out *out,
                                    unsigned place, struct lsu_follow *follow)
{
    lsu_clock_remainder(s, in, out, place);
    follow->writes = !out->req_store;
    follow->retires = !in->split_more && s->pool.place[place].last;
}

// A cached load or upkeep is under way. What is told of it in the next cycle is for `look`. No more of its warp is presented
// behind the last of upkeep, and no other ordered load behind that of one.
static inline void lsu_clock_cached_load(struct lsu_state *s, const struct lsu_in *in, const struct lsu_line *l,
                                         struct lsu_look *look)
{
    *look = (struct lsu_look){ .valid = !l->bare, .replay = in->sel_replay, .err = l->err, .lanes = l->lanes };
    if (l->final && (l->inval | l->flush))
        s->tending |= one(l->warp);
    if (l->final && l->ordered)
        s->loading |= one(l->warp);
    if (in->sel_woken) {
        look->has_token = is_in(s->sleepers.tokens, l->id);
        look->token = s->sleepers.lack[l->id];
        s->sleepers.tokens &= ~one(l->id);
    }
}

static inline void lsu_clock_cached(struct lsu_state *s, const struct lsu_in *in, unsigned line, struct lsu_follow *follow,
                                    struct lsu_look *look)
{
    const struct lsu_line *l = &s->lines.place[line];
    if (l->end)
        s->beats.cached &= ~one(l->beat);
    if (l->store)
        follow->retires = l->final;
    else
        lsu_clock_cached_load(s, in, l, look);
    lsu_lines_leave(&s->lines, line);
}

// The pass accepted in this cycle is to enter the follow-up pipeline as `follow`, and if it is a cached load or upkeep, as
// `look`.
static inline void lsu_clock_present(struct lsu_state *s, const struct lsu_in *in, const struct ul1_lsu_out *out,
                                     struct lsu_chosen chosen, struct lsu_follow *follow, struct lsu_look *look)
{
    s->back.valid = 0;
    s->plain_waits = chosen.plain_waits;
    if (chosen.instead < LSU_IDS) {
        follow->retires = 1;
        follow->id = chosen.instead;
        lsu_queue_leave(&s->queue, follow->id, s->entry[follow->id].warp);
        s->went = LSU_NEXT_PLAIN;
    }
    if (in->sel_new)
        s->went = !out->req_cached ? LSU_NEXT_SHARED : out->cand_store || out->cand_flush ? LSU_NEXT_STORE : LSU_NEXT_LOAD;
    if (!out->req_valid)
        return;
    follow->id = out->req_id;
    follow->sub = out->req_sub;
    if (!out->req_cached)
        lsu_clock_shared(s, in, out, chosen.place, follow);
    else
        lsu_clock_cached(s, in, chosen.line, follow, look);
}

#endif
