// Joining: the WDB entry that a store in stage 1 gets, or joins if it has the store's line and policy; and
// whether a credit is free.
//
// tb/formal/wdb_ages.sv proves that the order of age is total. wdb_entries selects the oldest entry that can
// be written.
#include "lanes.c"

#include "order.h"
#include "relate.h"

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

static void find_entry(struct wdb_state *s, unsigned i)
{
    struct wdb_entry *e = &s->entry[i];
    const unsigned dirty = (unsigned)held("is_dirty", i, 1), cached = (unsigned)held("is_cached", i, 1);
    const unsigned waits = (unsigned)held("waits", i, 1), sent = (unsigned)held("sent", i, 1);
    never((dirty && cached) || (waits && sent));
    e->kind = (uint8_t)(dirty ? WDB_DIRTY : cached ? WDB_CACHED : WDB_SHARED);
    e->memory = (uint8_t)(waits ? WDB_WAITS : sent ? WDB_SENT : WDB_NONE);
    e->array = (uint8_t)held("sect", i, UL1_SECTORS);
    e->held = (uint8_t)held("held", i, 1);
    e->prt = (uint8_t)held("for_prt", i, UL1_PRT_W);
    e->line = held("leave_line", i, UL1_LINE_W);
    s->before[i] = held("older", i, UL1_WDB);
    s->shared = with(s->shared, i, e->kind == WDB_SHARED);
}

static void find_pass(struct wdb_in *in)
{
    in->pass_valid = (uint8_t)yes("pass_valid");
    in->pass_store = (uint8_t)yes("pass_store");
    in->pass_cached = (uint8_t)yes("pass_cached");
    in->pass_readout = (uint8_t)yes("pass_readout");
    in->pass_line = held("pass_line", 0, 0);
    in->store_hold = (uint8_t)yes("store_hold");
    in->store_prt = (uint8_t)held("store_prt", 0, 0);
    in->store_through = (uint8_t)yes("store_through");
    in->store_sect = (uint8_t)held("store_sect", 0, 0);
    in->head_write = (uint8_t)yes("head_write");
    in->head_wdb = (uint8_t)held("head_wdb", 0, 0);
}

// A line is under fetch for one PRT entry. While a store waits for it, all stores to the line do (wdb's
// contract).
// The last WDB entry is not for stores (wdb_alloc asserts it).
static void keep_together(const struct wdb_state *s, const struct wdb_in *in)
{
    never(is_in(s->used, UL1_WDB - 1) && s->entry[UL1_WDB - 1].kind != WDB_DIRTY);
    for (unsigned i = 0; i < UL1_WDB; i++) {
        const struct wdb_entry *e = &s->entry[i];
        const unsigned held_too =
            is_in(s->used, i) && e->kind == WDB_CACHED && e->held && e->line == in->pass_line;
        never(held_too && !(in->store_hold && in->store_prt == e->prt));
    }
}

static void compare_credit(const struct wdb_state *s, struct ul1_wdb_out *out)
{
    wdb_show_credit(s, out);
    same("credit_shared", 0, 0, out->credit_shared, 1);
    same("credit_cached", 0, 0, out->credit_cached, 1);
    same("credit_dirty", 0, 0, out->credit_dirty, 1);
    same("wdb_idle", 0, 0, out->wdb_idle, 1);
    same("alloc_store", 0, 0, out->alloc_store, wdb_unused(s) != 0);
    same("alloc_dirty", 0, 0, out->alloc_dirty, wdb_unused(s) != 0);
}

void compare(void)
{
    struct wdb_state *s = some(sizeof *s);
    struct wdb_in *in = some(sizeof *in);
    struct ul1_wdb_out *out = some(sizeof *out);
    s->used = held("used", 0, 0);
    s->target = (uint8_t)any(UL1_WDB_W);
    s->coming = (uint8_t)yes("s1_store");
    s->coming_cached = (uint8_t)yes("s1_cached");
    for (unsigned i = 0; i < UL1_WDB; i++)
        find_entry(s, i);
    if (!is_order(s->before, UL1_WDB))
        return;
    find_pass(in);
    keep_together(s, in);
    const uint64_t ready = wdb_array_ready(s);
    never(held("write_one", 0, 0) != (ready ? one(ages_oldest(s->before, ready)) : 0));
    compare_credit(s, out);
    wdb_alloc(s, in, out);
    same("alloc_new", 0, 0, out->alloc_new, 1);
    const unsigned comes = in->pass_valid && in->pass_store;
    same("joins", 0, 0, comes && !out->alloc_new, 1);
    if (!comes)
        return;
    const unsigned target = wdb_target(s, in, out->alloc_new);
    same("join_entry", 0, 0, target, !out->alloc_new);
    never(out->alloc_new && !wdb_unused(s)); // the arbiter admits no store without a credit
    becomes("s2_entry", 0, 0, target, !in->pass_readout && !yes("rst"));
    becomes("s2_new", 0, 0, out->alloc_new, 1);
}
