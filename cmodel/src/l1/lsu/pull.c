// Store data: the beat to pull, and the store or remainder that gets it.

#include "l1/lsu/next.h"

// A load or CMO of the warp is deferred, prepared or looked up, so it may yet be deferred. The condition is
// needed only for stores at the head of their warp; then an instruction of their warp in the coalescer is a
// deferred entry, or the store itself.
static inline unsigned lsu_speculative(const struct lsu_state *s, unsigned warp)
{
    unsigned speculative = s->deferral.of_warp[warp] || lsu_looks(s, warp);
    for (uint64_t left = lsu_lines_new(&s->lines); left; left = without_lowest(left)) {
        const struct lsu_line *l = &s->lines.place[lowest(left)];
        speculative |= l->warp == warp && !l->store;
    }
    return speculative;
}

// A cached store that may have to wait for a load of its warp takes no beat meanwhile. The intake keeps beats
// for others.
static inline uint64_t lsu_feeds_cached(const struct lsu_state *s, uint64_t stores)
{
    if (how_many(s->cached_beats) >= UL1_INTAKE - UL1_INTAKE_KEPT)
        return 0;
    uint64_t wants = stores;
    for (uint64_t left = wants; left; left = without_lowest(left))
        wants &= lsu_speculative(s, s->entry[lowest(left)].warp) ? ~lowest_one(left) : UINT64_MAX;
    return wants;
}

// Stores with a remainder in the table that needs its beat, as it may be chosen in the next cycle.
static inline uint64_t lsu_left_feeds(const struct lsu_state *s)
{
    uint64_t wants = s->left & s->stores & ~s->left_fed;
    for (uint64_t left = wants; left; left = without_lowest(left))
        wants &= s->entry[lowest(left)].remainder.wait > 1 ? ~lowest_one(left) : UINT64_MAX;
    return wants;
}

// All stores that need a beat. The intake keeps its last one from new stores. A new store without a beat has
// lanes to pull.
static inline uint64_t lsu_feeds(const struct lsu_state *s, const struct lsu_in *in)
{
    uint64_t left = in->intake_free ? lsu_left_feeds(s) : 0;
    if (!in->intake_spare)
        return left;
    uint64_t some = lsu_queue_head(&s->queue) & s->stores & ~s->nulls & ~s->fed;
    return left | (some & ~s->cached) | lsu_feeds_cached(s, some & s->cached);
}

// The next in rotation. Shared and cached stores have a rotation each, and the two alternate.
static inline unsigned lsu_feed_next(const struct lsu_state *s, uint64_t feeds)
{
    uint64_t cached = feeds & s->cached, shared = feeds & ~cached;
    if (cached && (!shared || s->pulled_last == LSU_SHARED))
        return next_in(cached, s->pulled[LSU_CACHED]);
    return next_in(shared, s->pulled[LSU_SHARED]);
}

// Requests a beat for the next store that needs one; that of a remainder comes before any other of its
// instruction.
static inline void lsu_pull(const struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    uint64_t feeds = lsu_feeds(s, in);
    out->pull_ready = feeds != 0;
    if (!feeds)
        return;
    unsigned id = lsu_feed_next(s, feeds);
    const struct lsu_entry *e = &s->entry[id];
    unsigned left = is_in(lsu_left_feeds(s), id);
    out->pull_id = (uint8_t)id;
    out->pull_sub = left ? e->remainder.sub : (uint8_t)lsu_sub_of(e, lowest(e->pull));
    out->pull_mask = lsu_slots_of(e, out->pull_sub, e->mask);
    out->pull_matrix = e->matrix;
    out->pull_half = 0;
    if (e->matrix != UL1_MATRIX_NONE)
        out->pull_half = lsu_matrix_regs(e, out->pull_sub, out->pull_lane, out->pull_ofs, out->pull_high);
    else
        lsu_slot_regs(e, out->pull_sub, out->pull_lane, out->pull_ofs, out->pull_high);
}

static inline void lsu_clock_pull(struct lsu_state *s, const struct lsu_in *in, const struct ul1_lsu_out *out)
{
    unsigned id = out->pull_id, cached = is_in(s->cached, id);
    struct lsu_entry *e = &s->entry[id];
    if (!in->pull_valid || !out->pull_ready)
        return;
    s->pulled_last = cached ? LSU_CACHED : LSU_SHARED;
    s->pulled[s->pulled_last] = (uint8_t)id;
    if (is_in(lsu_left_feeds(s), id)) {
        s->left_fed |= one(id);
        e->remainder.beat = in->intake_beat;
        return;
    }
    s->fed |= one(id);
    e->beat = in->intake_beat;
    s->cached_beats = with(s->cached_beats, e->beat, cached);
    e->pull &= ~lsu_sub_lanes(e, out->pull_sub);
}
