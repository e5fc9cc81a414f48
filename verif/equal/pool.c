// The pool's choice: of remainders of loads, of those of stores, of fresh accesses, and of stores that lack a beat, the oldest that may.
//
// Who came before whom is told as lsu_pool keeps it: who joins comes behind all that are there. So the order of those that are here
// is total, as that of wdb_order is, where tb/formal/wdb_ages.sv proves it.
#include "lanes.c"

#include "equal/order.h"
#include "equal/relate.h"

static unsigned yes(const char *wire)
{
    return (unsigned)held(wire, 0, 0);
}

static void find_places(struct lsu_state *s)
{
    struct lsu_pool *p = &s->pool;
    p->used = held("used", 0, 0);
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

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    struct lsu_in *in = some(sizeof *in);
    find_places(s);
    if (!is_order(s->pool.before, UL1_POOL))
        return;
    in->room_shared = (uint8_t)yes("room_shared");
    const unsigned load = lsu_pool_remainder(&s->pool, 0), store = lsu_pool_remainder(&s->pool, 1);
    const unsigned fresh = lsu_fresh(s, in), wanting = lsu_pool_wanting(&s->pool);
    same("cand_remainder_load", 0, 0, load < UL1_POOL, 1);
    same("cand_remainder_store", 0, 0, store < UL1_POOL, 1);
    same("cand_store_older", 0, 0, store < UL1_POOL && (load == UL1_POOL || is_in(s->pool.before[load], store)), 1);
    same("load_place", 0, 0, load, load < UL1_POOL);
    same("store_place", 0, 0, store, store < UL1_POOL);
    same("fresh_ready", 0, 0, fresh < UL1_POOL, 1);
    same("fresh_place", 0, 0, fresh, fresh < UL1_POOL);
    same("fresh_store", 0, 0, !is_in(s->pool.loads, fresh), fresh < UL1_POOL);
    same("lack_some", 0, 0, wanting < UL1_POOL, 1);
    same("lack_place", 0, 0, wanting, wanting < UL1_POOL);
}
