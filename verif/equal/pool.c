// The pool: the place that is ready and joined, or had a pass, the longest ago; the next store in rotation that lacks a beat; where an
// access joins; and the order behind it.
//
// The order is told as lsu_pool keeps it: an access that joins, or has had a pass, comes behind all that are there. So it is total, as
// tb/formal/pool_turns.sv proves.
#include "lanes.c"

#include "equal/behind.h"
#include "equal/order.h"
#include "equal/relate.h"

static unsigned yes(const char *wire)
{
    return (unsigned)held(wire, 0, 0);
}

static void find_places(struct lsu_state *s)
{
    struct lsu_pool *p = &s->pool;
    p->used = p->taken = held("used", 0, 0);
    p->fresh = held("fresh", 0, 0);
    p->loads = held("loads", 0, 0);
    p->lacks = held("lacks", 0, 0);
    p->behind = held("held", 0, 0);
    p->first = p->waits = 0;
    for (unsigned i = 0; i < UL1_POOL; i++) {
        p->before[i] = held("older", i, UL1_POOL);
        p->first |= (uint64_t)!(held("kin", i, UL1_POOL) & p->fresh) << i;
        p->waits |= (uint64_t)(held("pauses", i, UL1_IV_W) != 0) << i;
    }
    never((p->fresh & ~p->used) || (p->lacks & (p->fresh | p->loads | ~p->used)));
    s->again.valid = (uint8_t)any(1);
    s->prepared.valid = (uint8_t)any(1);
    s->prepared.fresh = (uint8_t)any(1);
    s->home = (uint8_t)yes("home");
    never(held("remainders", 0, 0) != lsu_remainders(s));
}

// The register file's write port, of which the pool is told whether a load can book it; and no line is ready, nor anything that retires.
static void find_others(struct lsu_state *s, struct lsu_in *in)
{
    in->room_shared = (uint8_t)yes("room_shared");
    in->regport_booked = yes("load_books") ? one(UL1_HLAT) : UINT64_MAX;
    for (unsigned k = 0; k < LSU_KINDS; k++)
        s->lines.used[k] = 0;
    s->plain_waits = 0;
    for (unsigned k = 0; k < LSU_NEXT_NONE; k++)
        s->went_before[k] = 0;
}

static void compare_next(const struct lsu_state *s, const struct lsu_in *in)
{
    struct ul1_lsu_out *out = some(sizeof *out);
    const struct lsu_next next = lsu_next(s, in);
    const unsigned is_ready = next.kind == LSU_NEXT_SHARED;
    same("shared_ready", 0, 0, is_ready, 1);
    same("picked", 0, 0, next.which, is_ready);
    lsu_cand(s, in, out);
    same("shared_store", 0, 0, out->cand_store, is_ready);
    same("shared_fresh", 0, 0, !out->cand_remainder, is_ready);
    same("pool_lacks", 0, 0, out->cand_lacks, 1);
    same("pool_loads", 0, 0, (s->pool.used & s->pool.loads) != 0, 1);
}

static void compare_lack(struct lsu_pool *p)
{
    p->wanted = (uint8_t)any(UL1_POOL_W);
    never(p->wanted >= UL1_POOL);
    never(held("u_lacks.behind", 0, 0) != (behind(p->wanted) & below(UL1_POOL)));
    same("lack_some", 0, 0, p->lacks != 0, 1);
    same("lack_place", 0, 0, p->lacks ? next_in(p->lacks, p->wanted) : 0, p->lacks != 0);
}

// An access that stays is behind all others, but for one that joins in the same cycle. (All are taken to be of one warp: which comes first
// of several of a warp is told by `kin`.)
static void compare_order(struct lsu_pool *p)
{
    never(yes("joins") && p->used == below(UL1_POOL));                  // lsu_pool asserts it
    if (yes("keeps"))
        ages_join(p->before, UL1_POOL, (unsigned)held("picked", 0, 0));
    for (unsigned i = 0; i <= UL1_POOL; i++)
        p->place[i].warp = 0;
    if (yes("joins"))
        same("place", 0, 0, lsu_pool_join(p, 0, 0, 0, 0, 0), 1);
    for (unsigned i = 0; i < UL1_POOL; i++)
        becomes("older", i, UL1_POOL, p->before[i] & below(UL1_POOL), 1);
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    struct lsu_in *in = some(sizeof *in);
    never(yes("rst"));
    find_places(s);
    find_others(s, in);
    if (!is_order(s->pool.before, UL1_POOL))
        return;
    never(yes("sel_shared") && !yes("shared_ready"));                   // lsu_next: what enters is there
    compare_next(s, in);
    compare_lack(&s->pool);
    compare_order(&s->pool);
}
