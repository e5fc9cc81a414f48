// What the lookup of the cached load or upkeep in stage 1 comes to, and who wakes: the steps of the specification's list
// (lsu, "The outcome"), by their numbers.
#ifndef UL1_LSU_OUTCOME_H
#define UL1_LSU_OUTCOME_H

#include "common/carveout.h"
#include "l1/lsu/state.h"

// 1, done: its lanes have hit, or fail, or are upkeep's, which holds its warp up no more with the last.
static inline void lsu_done(struct lsu_state *s, struct lsu_follow *follow, const struct lsu_look *look, unsigned hit)
{
    struct lsu_entry *e = &s->entry[follow->id];
    follow->writes = (uint8_t)hit;
    e->open &= ~look->lanes;
    follow->retires = e->open == 0;
    if (!e->open && is_in(s->ordered, follow->id))
        s->loading &= ~one(e->warp);
    if (hit)
        return;
    if (!look->replay) {
        s->tending &= ~((uint64_t)(e->open == 0) << e->warp);
    } else if (look->lanes) {
        if (!e->failing || lowest(look->lanes) < lowest(e->failing))
            e->err = look->err;
        e->failing |= look->lanes;
    }
}

// 1, deferred: its lanes come again. A sleeper that is asleep has an older line to wait for.
static inline void lsu_deferred(struct lsu_state *s, const struct lsu_in *in, unsigned id, uint32_t lanes)
{
    struct lsu_entry *e = &s->entry[id];
    e->todo |= lanes;
    lsu_queue_leave(&s->queue, id, e->warp);
    s->fell = (struct lsu_fell){ 1, (uint8_t)id };
    if (lsu_is_upkeep(s, id))
        s->tending |= one(e->warp);
    if (is_in(s->ordered, id))
        s->loading |= one(e->warp);
    if (!is_in(s->sleepers.asleep, id))
        lsu_sleepers_sleep(&s->sleepers, id, e->warp, (struct lsu_lack){ in->miss_cause, in->miss_key });
}

// 2. A sleeper that has no lane to do is none any more, unless its last access is yet to be judged. (Who is asleep has one, and so
// has who was deferred.) `on_the_way` are those of which one is prepared.
static inline void lsu_leave_sleepers(struct lsu_state *s, const struct lsu_in *in, const struct ul1_lsu_out *out,
                                      unsigned id, uint64_t on_the_way)
{
    unsigned again = (in->sel_woken && out->req_id == id) || is_in(on_the_way, id);
    if (is_in(s->sleepers.all, id) && !s->entry[id].todo && !again)
        lsu_sleepers_leave(&s->sleepers, id, s->entry[id].warp);
}

// 3. What has become free and was not used by the one who was woken for it is for the next. (The access is of the line whose
// deferral earned the token, so its set is the key.) Room that is free is seen in step 5.
static inline void lsu_pass_token_on(struct lsu_state *s, const struct lsu_in *in, struct lsu_lack token)
{
    unsigned again = in->miss_defer && in->miss_cause == token.cause;
    if (!in->miss_open && !again && token.cause != UL1_CAUSE_ROOM)
        lsu_sleepers_wake_one(&s->sleepers, lsu_sleepers_for(&s->sleepers, token));
}

// 4. The last replay of an entry: it and the way of its line will be free when those who are woken now are looked up.
static inline void lsu_freed(struct lsu_sleepers *s, const struct lsu_in *in, const struct lsu_line *replay)
{
    uint8_t set = (uint8_t)tag_index(replay->line, in->carveout);
    s->asleep &= ~lsu_sleepers_for(s, (struct lsu_lack){ UL1_CAUSE_MERGE, replay->prt });
    s->asleep &= ~lsu_sleepers_for(s, (struct lsu_lack){ UL1_CAUSE_CLOSED, replay->prt });
    lsu_sleepers_wake_one(s, lsu_sleepers_for(s, (struct lsu_lack){ UL1_CAUSE_ENTRY, 0 }));
    lsu_sleepers_wake_one(s, lsu_sleepers_for(s, (struct lsu_lack){ UL1_CAUSE_WAY, set }));
}

// 5. There is room in the write data buffer. It is not for one who has another access under way, which would leave the token
// behind.
static inline void lsu_give_room(struct lsu_state *s, const struct lsu_in *in, const struct ul1_lsu_out *out)
{
    uint64_t looked = in->sel_new || in->sel_woken ? one(out->req_id) : 0;
    lsu_sleepers_wake_one(&s->sleepers, s->sleepers.asleep & s->sleepers.room & ~looked);
}

// Steps 1 to 3.
static inline void lsu_clock_outcome(struct lsu_state *s, const struct lsu_in *in, const struct ul1_lsu_out *out,
                                     struct lsu_follow *follow, uint64_t on_the_way)
{
    const struct lsu_look *look = &s->look;
    unsigned upkeep = !look->replay && lsu_is_upkeep(s, follow->id) && !in->miss_defer;
    if (in->look_hit || upkeep || look->err != UL1_ERR_NONE) // (only a replay brings an error)
        lsu_done(s, follow, look, in->look_hit);
    else if (in->miss_defer)
        lsu_deferred(s, in, follow->id, look->lanes);
    lsu_leave_sleepers(s, in, out, follow->id, on_the_way);
    if (look->has_token)
        lsu_pass_token_on(s, in, look->token);
}

#endif
