// State changes by an access that enters, at the end of the cycle in which the arbiter selects it.
#ifndef UL1_LSU_PRESENT_H
#define UL1_LSU_PRESENT_H

#include "l1/lsu/next.h"

// The access that enters, or the instruction that only retires, by the state at the beginning of the cycle.
struct lsu_chosen {
    struct lsu_next next;
    uint8_t instead;     // the null or fence that goes without an access; LSU_IDS if none does
    uint8_t plain_waits; // a null or a fence could go
};

static inline struct lsu_chosen lsu_choose(const struct lsu_state *s, const struct lsu_in *in)
{
    uint64_t plain = lsu_plain(s);
    struct lsu_chosen c = { lsu_next(s, in), LSU_IDS, plain != 0 };
    if (c.next.kind >= LSU_NEXT_PLAIN && plain)
        c.instead = (uint8_t)next_in(plain, s->retired);
    return c;
}

// The remainder that the split leaves of the shared access in pool entry `place`. Prepared again, it has its
// next pass at least POOL_WAIT cycles after this one.
static inline void lsu_clock_remainder(struct lsu_state *s, const struct lsu_in *in,
                                       const struct ul1_lsu_out *out, unsigned place)
{
    unsigned warp = s->entry[out->req_id].warp, stays = in->split_more && out->remainder_stays;
    unsigned back = in->split_more && s->home == UL1_HOME_INSTR;
    lane_set left = out->req_mask & ~in->split_mask;

    s->busy = with(s->busy, warp, in->split_more);
    lsu_pool_busy(&s->pool, warp, in->split_more);
    s->back =
        (struct lsu_back){ .valid = (uint8_t)back, .id = out->req_id, .sub = out->req_sub, .mask = left };
    if (stays)
        lsu_pool_stay(&s->pool, place, left, s->interval > 1 ? s->interval - 1u : 0);
    else
        lsu_pool_leave(&s->pool, place);
    if (in->split_more && !stays && !back)
        lsu_leave_over(s, out->req_id, out->req_sub, left,
                       s->interval > UL1_POOL_WAIT ? s->interval - UL1_POOL_WAIT : 0);
}

// A shared access has its pass.
static inline void lsu_clock_shared(struct lsu_state *s, const struct lsu_in *in,
                                    const struct ul1_lsu_out *out, unsigned place, struct lsu_follow *follow)
{
    lsu_clock_remainder(s, in, out, place);
    follow->sub = out->req_sub;
    follow->writes = (uint8_t)returns_words(out->req_store, out->req_atom);
    follow->retires = !in->split_more && s->pool.place[place].last;
}

// A cached access enters; its outcome in the next cycle applies to `look`. The last line of an ordered load
// bars other ordered loads of its warp.
static inline void lsu_clock_cached(struct lsu_state *s, unsigned line, uint8_t replay,
                                    struct lsu_follow *follow, struct lsu_look *look)
{
    const struct lsu_line *l = &s->lines.place[line];
    follow->sub = (uint8_t)sub_of_part(l->part);
    if (l->end)
        s->cached_beats &= ~one(l->beat);
    *look = (struct lsu_look){ .asks = !replay,
                               .valid = !l->store && !l->bare,
                               .replay = replay,
                               .old = l->old,
                               .err = l->err,
                               .lanes = l->lanes };
    if (l->store)
        follow->retires = l->final && !l->returns;
    else if (l->final && l->ordered)
        s->loading |= one(l->warp);
    lsu_lines_leave(&s->lines, line);
}

// The access of this cycle enters the follow-up pipeline as `follow` and, if it is cached, as `look`.
static inline void lsu_clock_present(struct lsu_state *s, const struct lsu_in *in,
                                     const struct ul1_lsu_out *out, struct lsu_chosen chosen,
                                     struct lsu_follow *follow, struct lsu_look *look)
{
    s->back.valid = 0;
    s->plain_waits = chosen.plain_waits;
    if (chosen.instead < LSU_IDS) {
        follow->retires = 1;
        follow->id = s->retired = chosen.instead;
        lsu_queue_leave(&s->queue, follow->id, s->entry[follow->id].warp);
        ages_join(s->went_before, LSU_NEXT_NONE, LSU_NEXT_PLAIN);
    }
    lsu_clock_displaced(s, in, chosen.next);
    if (!out->req_valid)
        return;
    if (chosen.next.kind < LSU_NEXT_NONE)
        ages_join(s->went_before, LSU_NEXT_NONE, chosen.next.kind);
    follow->id = out->req_id;
    if (lsu_next_shared(chosen.next.kind))
        lsu_clock_shared(s, in, out, chosen.next.which, follow);
    else
        lsu_clock_cached(s, chosen.next.which, chosen.next.kind == LSU_NEXT_REPLAY, follow, look);
}

#endif
