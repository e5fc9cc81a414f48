// The stages before stage 0 of a shared access: the choice, and the addresses of its slots.

#include "l1/lsu/next.h"

// Tells whether a new access of the warp would wait: an unissued one is prepared or in the pool, or the warp
// is busy.
static inline unsigned lsu_behind(const struct lsu_state *s, unsigned warp)
{
    unsigned prepared = s->prepared.unissued && s->entry[s->prepared.id].warp == warp;
    return prepared || is_in(s->busy, warp) || (s->pool.unissued & s->pool.of_warp[warp]);
}

// Remainders in the table that may be chosen; those of stores need a beat.
static inline uint64_t lsu_left_ready(const struct lsu_state *s)
{
    return s->left & ~s->left_waits & (~s->stores | s->left_fed);
}

// Instructions of the new queue that may be chosen: shared, at the head of their warp, and with a beat if
// they are stores. None that would wait for its warp, if as many as may wait do.
static inline uint64_t lsu_new_ready(const struct lsu_state *s)
{
    uint64_t some = lsu_queue_head(&s->queue) & s->shared & ~s->nulls & (~s->stores | s->fed);
    uint64_t waiting = s->pool.unissued & ~(s->pool.first & ~s->pool.behind);
    if (how_many(waiting) + s->prepared.behind < UL1_POOL_SAME_WARP)
        return some;
    for (uint64_t left = some; left; left = without_lowest(left))
        some &= lsu_behind(s, s->entry[lowest(left)].warp) ? ~lowest_one(left) : UINT64_MAX;
    return some;
}

// Entries that could be chosen in this cycle, with a free pool entry; and the next of them in rotation,
// LSU_IDS without a free entry.
static inline uint64_t lsu_choosable(const struct lsu_state *s)
{
    return lsu_left_ready(s) | lsu_new_ready(s);
}

static inline unsigned lsu_chooses(const struct lsu_state *s)
{
    uint64_t some = lsu_choosable(s);
    return some && how_many(s->pool.used) + s->prepared.valid < UL1_POOL ? next_in(some, s->chosen) : LSU_IDS;
}

// A new access takes all lanes of the lowest sub-warp with a lane to do, and the beat of a store.
static inline struct lsu_choice lsu_clock_choose_new(struct lsu_state *s, unsigned id)
{
    struct lsu_entry *e = &s->entry[id];
    unsigned sub = lsu_sub_of(e, lowest(e->todo));
    struct lsu_choice choice = { .valid = 1,
                                 .unissued = 1,
                                 .id = (uint8_t)id,
                                 .sub = (uint8_t)sub,
                                 .beat = e->beat,
                                 .mask = lsu_access_slots(e, sub, e->mask) };
    e->todo &= ~lsu_sub_lanes(e, sub);
    if (!e->todo)
        lsu_queue_leave(&s->queue, id, e->warp);
    s->fed &= ~one(id);
    return choice;
}

static inline struct lsu_choice lsu_clock_choose_left(struct lsu_state *s, unsigned id)
{
    const struct lsu_remainder *r = &s->entry[id].remainder;
    s->left &= ~one(id);
    s->left_fed &= ~one(id);
    return (
        struct lsu_choice){ .valid = 1, .id = (uint8_t)id, .sub = r->sub, .beat = r->beat, .mask = r->mask };
}

// The access chosen in the previous cycle has its addresses and joins the pool.
static inline void lsu_clock_prepared(struct lsu_state *s, const struct lsu_in *in)
{
    const struct lsu_choice *c = &s->prepared;
    if (!c->valid)
        return;
    const struct lsu_entry *e = &s->entry[c->id];
    unsigned i =
        lsu_pool_join(&s->pool, e->warp, is_in(s->busy, e->warp), !is_in(s->stores, c->id), c->unissued);
    struct lsu_prepared *p = &s->pool.place[i];
    p->id = c->id;
    p->sub = c->sub;
    p->warp = e->warp;
    p->width = e->width;
    p->sign = e->sign;
    p->atom = e->atom;
    s->pool.returns = with(s->pool.returns, i, returns_words(1, e->atom));
    p->last = e->mask && lsu_sub_of(e, highest(e->mask)) == c->sub;
    p->beat = c->beat;
    p->mask = c->mask;
    lsu_slot_addrs(e, c->sub, p->addr);
    if (UL1_BANK_WORDS > 1 && in->cfg_bankwidth == UL1_BANKWIDTH_B64)
        for (unsigned i = 0; i < LANES; i++)
            p->addr[i] = (array_addr)addr_in_pairs(p->addr[i]);
}

// The choice by the state at the beginning of the cycle, LSU_IDS if there is none; and whether another was
// possible.
struct lsu_front {
    uint8_t id, left, behind, others;
};

static inline struct lsu_front lsu_choose_front(const struct lsu_state *s, const struct ul1_lsu_out *out)
{
    unsigned id = out->choice_valid ? out->choice_id : LSU_IDS;
    uint64_t some = lsu_choosable(s);
    if (!some)
        return (struct lsu_front){ LSU_IDS, 0, 0, 0 };
    if (id == LSU_IDS)
        return (struct lsu_front){ LSU_IDS, 0, 0, 1 };
    unsigned left = is_in(lsu_left_ready(s), id), behind = !left && lsu_behind(s, s->entry[id].warp);
    return (struct lsu_front){ (uint8_t)id, (uint8_t)left, (uint8_t)behind, (some & ~one(id)) != 0 };
}

static inline void lsu_clock_prepare(struct lsu_state *s, const struct lsu_in *in, struct lsu_front front)
{
    lsu_clock_prepared(s, in);
    s->others = front.others;
    if (front.id == LSU_IDS) {
        s->prepared = (struct lsu_choice){ 0 };
        return;
    }
    s->prepared = front.left ? lsu_clock_choose_left(s, front.id) : lsu_clock_choose_new(s, front.id);
    s->prepared.behind = front.behind;
    s->chosen = front.id;
}
