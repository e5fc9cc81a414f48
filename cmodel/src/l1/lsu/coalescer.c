// Coalescer: the stages before stage 0 of a cached access, which choose an instruction, read its addresses,
// and collect its lanes on one line.

#include "l1/lsu/next.h"

// An instruction that is deferred in the cycle of its choice forms no access.
static inline unsigned lsu_coalesced_any(const struct lsu_state *s)
{
    return s->reading.valid && (s->reading.kind == LSU_REPLAY || !is_in(s->deferral.unwoken, s->reading.id));
}

// The lanes of the access that forms in this cycle: those on the line of the lowest lane to do, or on the
// replayed line.
static inline lane_set lsu_lanes_on_line(const struct lsu_state *s, uint64_t *line)
{
    const struct lsu_reading *r = &s->reading;
    const struct lsu_entry *e = &s->entry[r->id];
    *line = r->line;
    if (!lsu_coalesced_any(s))
        return 0;
    if (r->old)
        return lsu_lanes_of(e, sub_of_part(r->part), r->mask);
    if (r->kind == LSU_REPLAY)
        return r->bare ? 0 : lsu_on_line(e, e->mask & part_lanes(lg_words(e->width), r->part), r->line);
    unsigned lane = e->todo ? lowest(e->todo) : 0; // a chosen entry has a lane to do
    unsigned words = lg_words(e->width);
    *line = lsu_line(e, lane);
    return lsu_on_line(e, e->todo & part_lanes(words, part_of(words, lane)), *line);
}

// The same; a reduction has one lane for each word.
static inline lane_set lsu_coalesced_lanes(const struct lsu_state *s, uint64_t *line)
{
    const struct lsu_entry *e = &s->entry[s->reading.id];
    lane_set lanes = lsu_lanes_on_line(s, line);
    unsigned red = UL1_GLOBAL_ATOMICS && e->atom != UL1_ATOM_NONE && !s->reading.old;
    return red ? lsu_first_of_words(e, lanes) : lanes;
}

// ---- the choice

// A line-buffer entry is free for one more access of the kind.
static inline unsigned lsu_fits(const struct lsu_state *s, unsigned kind)
{
    return how_many(s->lines.used[kind]) + lsu_reads(s, kind) < lsu_lines_credit(kind);
}

// Kinds of accesses that the warp of an instruction has prepared for other instructions, as bits.
enum { LSU_PLAIN = 1, LSU_STORE = 2, LSU_OTHER = 4 };

static inline unsigned lsu_sort(const struct lsu_state *s, unsigned id)
{
    return is_in(s->stores, id)                          ? LSU_STORE
        : is_in(s->invals | s->flushes | s->ordered, id) ? LSU_OTHER
                                                         : LSU_PLAIN;
}

static inline unsigned lsu_prepared_before(const struct lsu_state *s, unsigned id)
{
    unsigned warp = s->entry[id].warp, sorts = 0;
    for (uint64_t left = lsu_lines_new(&s->lines); left; left = without_lowest(left)) {
        const struct lsu_line *l = &s->lines.place[lowest(left)];
        if (l->warp == warp && l->id != id)
            sorts |= lsu_sort(s, l->id);
    }
    if (lsu_reads_new(s) && s->reading.id != id && s->entry[s->reading.id].warp == warp)
        sorts |= lsu_sort(s, s->reading.id);
    return sorts;
}

// No access of its warp stands in the way of the instruction.
static inline unsigned lsu_is_sure(const struct lsu_state *s, unsigned id)
{
    unsigned warp = s->entry[id].warp, before = lsu_prepared_before(s, id), sort = lsu_sort(s, id);
    unsigned looks = lsu_looks(s, warp) && s->follow[0].id != id;
    if (s->deferral.of_warp[warp] || (is_in(s->ordered, id) && is_in(s->loading, warp)))
        return 0;
    if (sort == LSU_PLAIN)
        return !(before & ~LSU_PLAIN) && !(looks && lsu_is_cmo(s, s->follow[0].id));
    return !(sort == LSU_STORE ? before & ~LSU_STORE : before) && !looks;
}

// Woken deferred entries with a lane to do; only the urgent one if it is alone.
static inline uint64_t lsu_awake(const struct lsu_state *s)
{
    const struct lsu_deferral *p = &s->deferral;
    uint64_t awake = 0,
             some =
                 p->all & ~p->unwoken & (p->urgent.valid && p->urgent.alone ? one(p->urgent.id) : UINT64_MAX);
    for (uint64_t left = some; left; left = without_lowest(left))
        awake |= s->entry[lowest(left)].todo ? lowest_one(left) : 0;
    return awake;
}

// Those of the entries in `some` that may be chosen.
static inline uint64_t lsu_coalescable(const struct lsu_state *s, const struct lsu_in *in, uint64_t some)
{
    uint64_t rooms = s->stores | s->flushes;
    some &= s->cached & ~s->nulls & (~s->stores | s->fed);
    some &= lsu_fits(s, LSU_LOADS) ? UINT64_MAX : rooms;
    some &= in->credit_cached && lsu_fits(s, LSU_STORES) ? UINT64_MAX : ~rooms;
    for (uint64_t left = some & ~s->deferral.all; left; left = without_lowest(left))
        some &= lsu_is_sure(s, lowest(left)) ? UINT64_MAX : ~lowest_one(left);
    return some;
}

// The next in rotation. Loads and invals, and stores and flushes, have a rotation each, and the two
// alternate.
static inline unsigned lsu_rotates(const struct lsu_state *s, uint64_t some)
{
    uint64_t stores = some & (s->stores | s->flushes), loads = some & ~stores;
    if (stores && (!loads || s->last_kind == LSU_LOADS))
        return next_in(stores, s->rotated[LSU_STORES]);
    return next_in(loads, s->rotated[LSU_LOADS]);
}

// The store in the coalescer uses up its beat with these lanes.
static inline unsigned lsu_lacks_beat(const struct lsu_state *s, lane_set lanes)
{
    const struct lsu_entry *e = &s->entry[s->reading.id];
    return is_in(s->stores, s->reading.id) && lanes
        && !(e->todo & ~lanes & lsu_sub_lanes(e, lsu_sub_of(e, lowest(lanes))));
}

// The instruction to choose, LSU_IDS if there is none. The urgent deferred entry has priority; then comes the
// next in rotation, except the instruction in the coalescer. If there is none, that instruction continues if
// `lanes` leave any; else its successor in the warp begins.
static inline unsigned lsu_chooses_new(const struct lsu_state *s, const struct lsu_in *in, lane_set lanes,
                                       uint8_t *urgent)
{
    const struct lsu_urgent *u = &s->deferral.urgent;
    uint64_t now = lsu_reads_new(s) ? one(s->reading.id) : 0, awake = lsu_awake(s),
             at_head = lsu_queue_head(&s->queue) | awake;
    uint64_t successor = now ? lsu_queue_behind(&s->queue.order[LSU_CACHED], s->reading.id) : 0;
    uint64_t some = lsu_coalescable(s, in, at_head | successor), others = some & at_head & ~now;
    *urgent = u->valid && is_in(others, u->id);
    if (*urgent)
        return u->id;
    if (others)
        return lsu_rotates(s, others);
    if (s->entry[s->reading.id].todo & ~lanes)
        some &= lsu_lacks_beat(s, lanes) ? 0 : now;
    else
        some &= successor;
    return some ? lowest(some) : LSU_IDS;
}

// ---- the clock edge

// The choice, by the state at the beginning of a cycle, and the access that forms in it.
struct lsu_coalesced {
    uint64_t line;
    lane_set lanes;
    uint8_t final;              // no lane of the instruction is left
    uint8_t urgent;             // the chosen access is the urgent entry's and does not count in the rotation
    struct lsu_reading reading; // the chosen access: its addresses are read next
};

static inline struct lsu_coalesced lsu_coalescer(const struct lsu_state *s, const struct lsu_in *in)
{
    struct lsu_coalesced g = { 0 };
    unsigned id;
    g.lanes = lsu_coalesced_lanes(s, &g.line);
    g.final = !(s->entry[s->reading.id].todo & ~g.lanes);
    if (in->replay_valid && lsu_fits(s, LSU_REPLAY))
        g.reading = (struct lsu_reading){ .valid = 1,
                                          .kind = LSU_REPLAY,
                                          .id = in->merged_id,
                                          .part = in->merged_part,
                                          .prt = in->replay_prt,
                                          .last = in->merged_last,
                                          .err = in->merged_err,
                                          .bare = in->merged_bare,
                                          .line = in->merged_line };
    else if (in->old_valid && lsu_fits(s, LSU_REPLAY))
        g.reading = (struct lsu_reading){ .valid = 1,
                                          .kind = LSU_REPLAY,
                                          .id = in->old_id,
                                          .part = in->old_part,
                                          .err = in->old_err,
                                          .old = 1,
                                          .number = in->old_number,
                                          .mask = in->old_mask };
    else if ((id = lsu_chooses_new(s, in, g.lanes, &g.urgent)) < LSU_IDS)
        g.reading = (struct lsu_reading){ .valid = 1, .kind = lsu_kind(s, id), .id = (uint8_t)id };
    return g;
}

// The lanes of the access are to do no more. The last one takes the instruction out of the new queue; the
// last of a store's sub-warp takes the beat.
static inline void lsu_clock_lanes(struct lsu_state *s, struct lsu_coalesced g, struct lsu_line *l,
                                   unsigned sub)
{
    struct lsu_entry *e = &s->entry[l->id];
    e->todo &= ~g.lanes;
    l->final = g.final;
    l->beat = e->beat;
    l->end = l->store && !(e->todo & lsu_sub_lanes(e, sub));
    if (l->end)
        s->fed &= ~one(l->id);
    if (g.final)
        lsu_queue_leave(&s->queue, l->id, e->warp);
}

// The access that formed in this cycle joins the line buffer.
static inline void lsu_clock_line(struct lsu_state *s, struct lsu_coalesced g)
{
    const struct lsu_reading *r = &s->reading;
    if (!r->valid || (!g.lanes && !r->bare))
        return;
    struct lsu_entry *e = &s->entry[r->id];
    struct lsu_line *l = &s->lines.place[lsu_lines_join(&s->lines, r->kind)];
    *l = (struct lsu_line){ .id = r->id,
                            .part = r->part,
                            .prt = r->prt,
                            .last = r->last,
                            .err = r->err,
                            .bare = r->bare,
                            .old = r->old,
                            .number = r->number,
                            .lanes = g.lanes,
                            .line = g.line };
    if (r->bare)
        return;
    if (r->kind != LSU_REPLAY)
        l->part = (uint8_t)part_of(lg_words(e->width), lowest(g.lanes));
    unsigned sub = sub_of_part(l->part);
    l->warp = e->warp;
    l->width = e->width;
    l->sign = e->sign;
    l->store = is_in(s->stores, r->id) && r->kind != LSU_REPLAY;
    l->red = r->kind != LSU_REPLAY ? e->atom : UL1_ATOM_NONE;
    l->returns = is_in(s->returns, r->id) && r->kind != LSU_REPLAY;
    l->bypass = e->bypass;
    l->fresh = e->fresh;
    l->stream = e->stream;
    l->writeback = e->writeback;
    l->inval = is_in(s->invals, r->id);
    l->flush = is_in(s->flushes, r->id);
    l->ordered = is_in(s->ordered, r->id);
    l->mask = lsu_access_slots(e, sub, g.lanes);
    lsu_slot_addrs(e, sub, l->addr);
    if (r->kind != LSU_REPLAY)
        lsu_clock_lanes(s, g, l, sub);
}

static inline void lsu_clock_coalesced(struct lsu_state *s, struct lsu_coalesced g)
{
    lsu_clock_line(s, g);
    s->reading = g.reading;
    if (!lsu_reads_new(s) || g.urgent)
        return;
    s->rotated[s->reading.kind] = s->reading.id;
    s->last_kind = s->reading.kind;
}
