// Selects the access that enters, among those that are prepared and ready, or the instruction that only
// retires.
#ifndef UL1_LSU_NEXT_H
#define UL1_LSU_NEXT_H

#include "l1/lsu/state.h"

// Kinds that compete: pool loads, pool stores, lines of loads and invals, lines of stores and flushes,
// replays, nulls and fences.
enum {
    LSU_NEXT_POOL_LOAD,
    LSU_NEXT_POOL_STORE,
    LSU_NEXT_LOAD,
    LSU_NEXT_STORE,
    LSU_NEXT_REPLAY,
    LSU_NEXT_PLAIN,
    LSU_NEXT_NONE
};

static inline unsigned lsu_next_shared(unsigned kind)
{
    return kind <= LSU_NEXT_POOL_STORE;
}

// The coalescer holds an access of this kind.
static inline unsigned lsu_reads(const struct lsu_state *s, unsigned kind)
{
    return s->reading.valid && s->reading.kind == kind;
}

// The coalescer holds an access that is no replay.
static inline unsigned lsu_reads_new(const struct lsu_state *s)
{
    return s->reading.valid && s->reading.kind != LSU_REPLAY;
}

// The kind of a line of the instruction, unless it is a replay.
static inline uint8_t lsu_kind(const struct lsu_state *s, unsigned id)
{
    return is_in(s->stores | s->flushes, id) ? LSU_STORES : LSU_LOADS;
}

// A cached load or CMO of the warp, no replay, is in stage 1.
static inline unsigned lsu_looks(const struct lsu_state *s, unsigned warp)
{
    return s->look.valid && !s->look.replay && s->entry[s->follow[0].id].warp == warp;
}

// Nulls at the head of their warp, and fences with nothing more to wait for.
static inline uint64_t lsu_plain(const struct lsu_state *s)
{
    return lsu_queue_head(&s->queue) & (s->nulls | s->over);
}

// The remainder of this cycle's shared pass keeps its pool entry, as no other access waits for one.
static inline unsigned lsu_stays(const struct lsu_state *s)
{
    return s->home == UL1_HOME_LSU && s->interval <= UL1_POOL_WAIT && !s->others;
}

// The remainder waits in the table, at least `wait` cycles.
static inline void lsu_leave_over(struct lsu_state *s, unsigned id, unsigned sub, lane_set mask,
                                  unsigned wait)
{
    s->entry[id].remainder =
        (struct lsu_remainder){ .sub = (uint8_t)sub, .wait = (uint8_t)wait, .mask = mask };
    s->left |= one(id);
    s->left_waits = with(s->left_waits, id, wait != 0);
}

static inline void lsu_left_wait(struct lsu_state *s)
{
    for (uint64_t left = s->left_waits; left; left = without_lowest(left))
        if (!--s->entry[lowest(left)].remainder.wait)
            s->left_waits &= ~lowest_one(left);
}

// The register file's write port has a free cycle from LAT to HLAT; cycle HLAT is free.
static inline unsigned lsu_load_reserves(const struct lsu_in *in)
{
    unsigned is_free = 0;
    for (unsigned k = UL1_LAT; k <= UL1_HLAT; k++)
        is_free |= !in->regport_reserved[k];
    return is_free;
}

static inline unsigned lsu_hit_reserves(const struct lsu_in *in)
{
    return !in->regport_reserved[UL1_HLAT];
}

// The oldest of the lines of stores and flushes is a reduction that may not enter yet. It must find no store
// held, and none that may become so, and it may need the WDB entry that others leave to a dirty victim. So
// nothing that is no replay may be looked up as it enters.
static inline unsigned lsu_red_waits(const struct lsu_state *s, const struct lsu_in *in,
                                     const struct lsu_line *l)
{
    return UL1_GLOBAL_ATOMICS && l->red != UL1_ATOM_NONE
        && (!in->credit_red || s->look.asks || (l->returns && !in->old_credit));
}

// A reduction waits for the lookup in stage 1 alone, so no line of a load may follow that.
static inline unsigned lsu_red_is_due(const struct lsu_state *s, const struct lsu_in *in,
                                      const struct lsu_line *l)
{
    return UL1_GLOBAL_ATOMICS && s->lines.used[LSU_STORES] && l->red != UL1_ATOM_NONE && in->credit_cached
        && in->credit_red && (in->old_credit || !l->returns) && s->look.asks && !s->displaced_line;
}

// A replay may enter. One that returns old words is as a shared load.
static inline unsigned lsu_replay_reserves(const struct lsu_in *in, const struct lsu_line *l)
{
    if (l->old)
        return lsu_load_reserves(in);
    return lsu_hit_reserves(in) || l->bare || l->err != UL1_ERR_NONE;
}

// The access that is next, by kind: an entry of the pool or of the line buffer. LSU_NEXT_PLAIN keeps the
// cycle for a null or a fence; with LSU_NEXT_NONE one may go, as nothing else is ready. Which one goes is
// decided elsewhere.
struct lsu_next {
    uint8_t kind, which;
};

static inline struct lsu_next lsu_next(const struct lsu_state *s, const struct lsu_in *in)
{
    uint64_t pool = lsu_pool_ready(&s->pool), loads = pool & s->pool.loads;
    uint64_t stores = in->credit_shared ? pool & ~s->pool.loads : 0;
    if (!lsu_load_reserves(in)) {
        loads = 0;
        stores &= ~s->pool.returns;
    }
    unsigned place[LSU_KINDS], displaced = s->displaced_replay || s->displaced_load;
    for (unsigned k = 0; k < LSU_KINDS; k++)
        place[k] = lsu_lines_oldest(&s->lines, k);
    const struct lsu_line *replay = &s->lines.place[place[LSU_REPLAY]];
    const struct lsu_line *store = &s->lines.place[place[LSU_STORES]];
    unsigned which[LSU_NEXT_NONE] = { loads ? ages_oldest(s->pool.before, loads) : 0,
                                      stores ? ages_oldest(s->pool.before, stores) : 0,
                                      place[LSU_LOADS],
                                      place[LSU_STORES],
                                      place[LSU_REPLAY],
                                      0 };
    uint64_t ready = with(0, LSU_NEXT_POOL_LOAD, loads != 0);
    ready = with(ready, LSU_NEXT_POOL_STORE, stores != 0);
    ready = with(ready, LSU_NEXT_LOAD, s->lines.used[LSU_LOADS] && lsu_hit_reserves(in) && !displaced);
    ready = with(ready, LSU_NEXT_STORE,
                 !s->displaced_line && s->lines.used[LSU_STORES] && in->credit_cached && !displaced);
    if (lsu_red_is_due(s, in, store))
        ready &= ~one(LSU_NEXT_LOAD);
    if (lsu_red_waits(s, in, store))
        ready &= ~one(LSU_NEXT_STORE);
    ready = with(ready, LSU_NEXT_REPLAY, s->lines.used[LSU_REPLAY] && lsu_replay_reserves(in, replay));
    ready = with(ready, LSU_NEXT_PLAIN, s->plain_waits);
    if (!ready)
        return (struct lsu_next){ LSU_NEXT_NONE, 0 };
    unsigned kind = ages_oldest(s->went_before, ready);
    return (struct lsu_next){ (uint8_t)kind, (uint8_t)which[kind] };
}

// If a replay, a shared load, or a line of loads was next and did not enter, its grant is outstanding until
// one of that kind enters.
static inline void lsu_clock_displaced(struct lsu_state *s, const struct lsu_in *in, struct lsu_next next)
{
    unsigned kept_out = !in->sel_valid, replay = next.kind == LSU_NEXT_REPLAY;
    unsigned load = next.kind == LSU_NEXT_POOL_LOAD;
    s->displaced_replay = replay ? kept_out : s->displaced_replay;
    s->displaced_load = load ? kept_out : s->displaced_load;
    s->displaced_line = next.kind == LSU_NEXT_LOAD ? kept_out : s->displaced_line;
}

// ---- outputs

static inline void lsu_show_replay(const struct lsu_state *s, struct ul1_lsu_out *out)
{
    const struct lsu_line *r = &s->lines.place[lsu_lines_oldest(&s->lines, LSU_REPLAY)];
    if (!s->lines.used[LSU_REPLAY] || r->old) {
        out->cand_prt = out->cand_last = out->cand_err = out->cand_bare = 0;
        return;
    }
    out->cand_prt = r->prt;
    out->cand_last = r->last;
    out->cand_err = r->err;
    out->cand_bare = r->bare;
}

static inline void lsu_cand(const struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    struct lsu_next next = lsu_next(s, in);
    unsigned shared = lsu_next_shared(next.kind), store = next.kind == LSU_NEXT_STORE;
    const struct lsu_line *l = &s->lines.place[store ? next.which : UL1_LINE_ENTRIES];
    out->cand_lacks = (!lsu_load_reserves(in) && (lsu_pool_ready(&s->pool) & s->pool.loads))
        || (!lsu_hit_reserves(in) && s->lines.used[LSU_LOADS]);
    out->cand_valid = next.kind < LSU_NEXT_PLAIN;
    out->cand_old = next.kind == LSU_NEXT_REPLAY && s->lines.place[next.which].old;
    out->cand_replay = next.kind == LSU_NEXT_REPLAY && !out->cand_old;
    out->cand_cached = next.kind == LSU_NEXT_LOAD || store;
    out->cand_remainder = shared && !is_in(s->pool.unissued, next.which);
    out->cand_store = next.kind == LSU_NEXT_POOL_STORE || l->store;
    out->cand_flush = l->flush;
}

#endif
