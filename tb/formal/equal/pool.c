// The pool: how many more accesses may be chosen; the entry that is ready and joined, or had a pass, least
// recently; the remainder of its pass, which stays, goes to the table or returns; where an access joins; and
// all fields of the entries then, except addresses.
//
// The order is that of lsu_pool: an access that joins, or has had a pass, comes behind all others. So it is
// total, as tb/formal/pool_turns.sv proves. This order defines which accesses come before an unissued one of
// its warp (`kin`).
#include "lanes.c"

#include "order.h"
#include "relate.h"

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

static void find_place(struct lsu_pool *p, unsigned i)
{
    struct lsu_prepared *place = &p->place[i];
    place->id = (uint8_t)held("entry_q", i, UL1_INSTR_W);
    place->sub = (uint8_t)held("sub_q", i, UL1_SUB_W);
    place->warp = (uint8_t)held("warp_q", i, UL1_WARP_W);
    place->width = (uint8_t)held("width_q", i, UL1_WIDTH_W);
    place->sign = (uint8_t)held("signs_q", i, 1);
    place->last = (uint8_t)held("last_q", i, 1);
    place->wait = (uint8_t)held("waits_q", i, 2);
    place->beat = (uint8_t)held("beat_q", i, UL1_INTAKE_W);
    place->mask = (uint32_t)held("mask_q", i, LANES);
    for (unsigned l = 0; l < LANES; l++)
        place->addr[l] = 0;
}

static void find_places(struct lsu_pool *p)
{
    p->used = p->taken = held("used_q", 0, 0);
    p->unissued = held("unissued_q", 0, 0);
    p->loads = held("loads_q", 0, 0);
    p->behind = held("held_q", 0, 0);
    p->first = p->waits = 0;
    for (unsigned w = 0; w < LSU_WARPS; w++)
        p->of_warp[w] = 0;
    for (unsigned i = 0; i < UL1_POOL; i++) {
        find_place(p, i);
        p->before[i] = held("older_q", i, UL1_POOL);
        p->waits |= (uint64_t)(p->place[i].wait != 0) << i;
        for (unsigned w = 0; w < LSU_WARPS; w++)
            p->of_warp[w] |= (uint64_t)(p->place[i].warp == w) << i;
    }
    for (unsigned i = 0; i < UL1_POOL; i++) {
        const uint64_t before = held("same_warp_q", i, UL1_POOL) & p->unissued;
        p->first |= (uint64_t)!before << i;
        never(is_in(p->unissued, i) && before != (p->before[i] & p->unissued & p->of_warp[p->place[i].warp]));
    }
    never((p->unissued & ~p->used) || (p->waits & (p->unissued | ~p->used)));
}

// The access that is prepared. Signals of the joining access give its table fields; those of others do not
// matter.
static void find_prepared(struct lsu_state *s)
{
    struct lsu_choice *c = &s->prepared;
    struct lsu_entry its = {.warp = (uint8_t)held("join_warp", 0, 0),
                            .width = (uint8_t)held("join_width", 0, 0),
                            .sign = (uint8_t)yes("join_signed"),
                            .mask = (uint32_t)any(LANES)};
    c->valid = (uint8_t)yes("joins");
    c->unissued = (uint8_t)(yes("join_unissued") && c->valid);
    c->behind = (uint8_t)yes("join_behind");
    c->id = (uint8_t)held("join_entry", 0, 0);
    c->sub = (uint8_t)held("join_sub", 0, 0);
    c->beat = (uint8_t)held("join_beat", 0, 0);
    c->mask = (uint32_t)held("join_mask", 0, 0);
    never(yes("join_last") != (its.mask && lsu_sub_of(&its, highest(its.mask)) == c->sub));
    never(its.width > UL1_WIDTH_B128);
    s->stores = yes("join_store") ? UINT64_MAX : 0;
    for (unsigned i = 0; i < LSU_IDS; i++) {
        s->entry[i].width = its.width;
        s->entry[i].sign = its.sign;
        s->entry[i].mask = its.mask;
        for (unsigned l = 0; l < LANES; l++)
            s->entry[i].addr[l] = 0;
    }
    never(s->entry[c->id].warp != its.warp);
    never(c->id >= UL1_INSTRS);
}

// Stores of the pool come before its loads, or behind them.
static void order_kinds(struct lsu_state *s, unsigned stores_first)
{
    for (unsigned k = 0; k < LSU_NEXT_NONE; k++)
        s->went_before[k] = 0;
    s->went_before[stores_first ? LSU_NEXT_POOL_LOAD : LSU_NEXT_POOL_STORE] =
        one(stores_first ? LSU_NEXT_POOL_STORE : LSU_NEXT_POOL_LOAD);
}

// The register file's write port: the pool receives whether a load can reserve it. No line is ready, and
// nothing retires.
static void find_others(struct lsu_state *s, struct lsu_in *in)
{
    in->credit_shared = (uint8_t)yes("credit_shared");
    uint8_t *reserved = some(UL1_AHEAD);
    for (unsigned k = 0; k < UL1_AHEAD; k++)
        reserved[k] = !yes("load_reserves") || k == UL1_HLAT;
    in->regport_reserved = reserved;
    in->sel_valid = (uint8_t)(yes("sel_pool_load") || yes("sel_pool_store"));
    never(yes("sel_pool_load") && yes("sel_pool_store"));
    in->split_more = (uint8_t)yes("split_more");
    in->split_mask = (uint32_t)held("split_mask", 0, 0);
    for (unsigned k = 0; k < LSU_KINDS; k++)
        s->lines.used[k] = 0;
    s->plain_waits = 0;
    order_kinds(s, yes("sel_pool_store"));
    s->home = (uint8_t)held("home", 0, 0);
    s->interval = (uint8_t)held("interval", 0, 0);
    s->others = (uint8_t)yes("others");
    s->busy = any(LSU_WARPS);
    s->left = 0;
    never(yes("join_busy") != is_in(s->busy, s->prepared.valid ? (unsigned)held("join_warp", 0, 0) : 0)
          && s->prepared.valid);
}

// Whether one more may be chosen, and one that would wait for its warp: observed by a remainder, and by a new
// access of a busy warp.
static void compare_free(const struct lsu_state *of)
{
    struct lsu_state *s = some(sizeof *s);
    s->pool.used = of->pool.used;
    s->pool.unissued = of->pool.unissued;
    s->pool.first = of->pool.first;
    s->pool.behind = of->pool.behind;
    s->prepared.valid = of->prepared.valid;
    s->prepared.behind = of->prepared.behind;
    s->prepared.unissued = 0;
    s->left = one(0);
    s->left_waits = s->stores = s->nulls = 0;
    s->busy = one(0);
    s->entry[0].warp = 0;
    s->chosen = 0;
    for (unsigned m = 0; m < LSU_ORDERS; m++)
        s->queue.order[m].all = s->queue.order[m].first = 0;
    same("place_free", 0, 0, lsu_chooses(s) < LSU_IDS, 1);
    s->shared = one(0);
    s->queue.order[LSU_SHARED].all = s->queue.order[LSU_SHARED].first = one(0);
    same("same_warp_full", 0, 0, !lsu_new_ready(s), 1);
}

static void compare_kind(struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out,
                         unsigned stores)
{
    order_kinds(s, stores);
    const struct lsu_next next = lsu_next(s, in);
    const unsigned is_ready = next.kind == (stores ? LSU_NEXT_POOL_STORE : LSU_NEXT_POOL_LOAD);
    same(stores ? "store_ready" : "load_ready", 0, 0, is_ready, 1);
    same(stores ? "store_place" : "load_place", 0, 0, next.which, is_ready);
    lsu_cand(s, in, out);
    same(stores ? "store_unissued" : "load_unissued", 0, 0, !out->cand_remainder, is_ready);
}

static void compare_next(struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    compare_kind(s, in, out, 1);
    compare_kind(s, in, out, 0);
    order_kinds(s, yes("sel_pool_store"));
    same("pool_lacks", 0, 0, out->cand_lacks, 1);
    out->remainder_stays = (uint8_t)lsu_stays(s);
    same("remainder_stays", 0, 0, out->remainder_stays, 1);
}

static void compare_request(const struct ul1_lsu_out *out, unsigned last)
{
    same("picked_entry", 0, 0, out->req_id, 1);
    same("picked_sub", 0, 0, out->req_sub, 1);
    same("picked_store", 0, 0, out->req_store, 1);
    same("picked_width", 0, 0, out->req_width, 1);
    same("picked_signed", 0, 0, out->req_signed, 1);
    same("picked_mask", 0, 0, out->req_mask, 1);
    same("picked_beat", 0, 0, out->req_beat, 1);
    same("picked_last", 0, 0, last, 1);
}

static void clock_pass(struct lsu_state *s, const struct lsu_in *in, struct ul1_lsu_out *out)
{
    s->back.valid = 0;
    if (in->sel_valid) {
        const unsigned place = lsu_next(s, in).which;
        never(in->split_more && !(out->req_mask & ~in->split_mask));
        never(s->entry[out->req_id].warp != s->pool.place[place].warp);
        compare_request(out, s->pool.place[place].last);
        lsu_pool_wait(&s->pool);
        lsu_clock_remainder(s, in, out, place);
        same("leaves_over", 0, 0, s->left != 0, 1);
        const struct lsu_remainder *r = &s->entry[out->req_id].remainder;
        same("left_wait", 0, 0, r->wait, s->left != 0);
        same("picked_left", 0, 0, r->mask, s->left != 0);
    } else {
        same("leaves_over", 0, 0, 0, 1);
        lsu_pool_wait(&s->pool);
    }
    becomes("remainder_valid", 0, 0, s->back.valid, 1);
    becomes("remainder_id", 0, 0, s->back.id, s->back.valid);
    becomes("remainder_sub", 0, 0, s->back.sub, s->back.valid);
    becomes("remainder_mask", 0, 0, s->back.mask, s->back.valid);
}

static void compare_place(const struct lsu_pool *p, unsigned i)
{
    const struct lsu_prepared *place = &p->place[i];
    const unsigned is_there = is_in(p->used, i);
    becomes("loads_q", i, 1, is_in(p->loads, i), is_there);
    becomes("held_q", i, 1, is_in(p->behind, i), is_there);
    becomes("entry_q", i, UL1_INSTR_W, place->id, is_there);
    becomes("sub_q", i, UL1_SUB_W, place->sub, is_there);
    becomes("warp_q", i, UL1_WARP_W, place->warp, is_there);
    becomes("width_q", i, UL1_WIDTH_W, place->width, is_there);
    becomes("signs_q", i, 1, place->sign, is_there);
    becomes("last_q", i, 1, place->last, is_there);
    becomes("beat_q", i, UL1_INTAKE_W, place->beat, is_there && !is_in(p->loads, i));
    becomes("mask_q", i, LANES, place->mask, is_there);
    becomes("waits_q", i, 2, is_in(p->waits, i) ? place->wait : 0, 1);
    becomes("older_q", i, UL1_POOL, p->before[i] & below(UL1_POOL), 1);
}

// The first entries of a warp. `kin` is the old relation without the joined entry. That of the joined entry
// has the earlier ones of its warp.
static void compare_same_warp(const struct lsu_pool *p, uint64_t used)
{
    const uint64_t joined = p->used & ~used;
    for (unsigned i = 0; i < UL1_POOL; i++) {
        const uint64_t was = held("same_warp_q", i, UL1_POOL);
        const uint64_t kin = is_in(joined, i) ? used & p->of_warp[p->place[i].warp] : was & ~joined;
        const unsigned wrong = is_in(p->unissued, i) && !(kin & p->unissued) != is_in(p->first, i);
        becomes("same_warp_q", i, UL1_POOL, wrong ? ~kin & below(UL1_POOL) : kin, 1);
    }
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    struct lsu_in *in = some(sizeof *in);
    struct ul1_lsu_out *out = some(sizeof *out);
    never(yes("rst"));
    find_places(&s->pool);
    find_prepared(s);
    find_others(s, in);
    if (!is_order(s->pool.before, UL1_POOL))
        return;
    const uint64_t used = s->pool.used;
    never(yes("joins") && used == below(UL1_POOL)); // lsu_pool asserts it
    // lsu_next: an access that enters is ready
    never(yes("sel_pool_load") && !yes("load_ready"));
    never(yes("sel_pool_store") && !yes("store_ready"));
    compare_free(s);
    compare_next(s, in, out);
    lsu_req(s, in, out);
    clock_pass(s, in, out);
    lsu_clock_prepared(s);
    becomes("used_q", 0, 0, s->pool.used, 1);
    becomes("unissued_q", 0, 0, s->pool.unissued, 1);
    for (unsigned i = 0; i < UL1_POOL; i++)
        compare_place(&s->pool, i);
    compare_same_warp(&s->pool, used);
}
