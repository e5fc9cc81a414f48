// The choice of the next of six kinds, with at most one access of each: a load of shared memory, a store to
// it, a line of a load or an inval, a line of a store or a flush, a replay, and an instruction that only
// retires; and the outstanding grants. The choice among several of a kind is not covered here.
#include "lanes.c"

#include "order.h"
#include "relate.h"

enum { LOAD = 0, STORE = UL1_LOAD_LINES, REPLAY = UL1_NEW_LINES }; // entries of the line buffer

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

// Exactly these lines: one of a load, one of a store or a flush, and a replay, with or without words to write
// back.
static void find_lines(struct lsu_lines *l)
{
    l->used[LSU_LOADS] = yes("line_load") ? one(LOAD) : 0;
    l->used[LSU_STORES] = yes("line_store") ? one(STORE) : 0;
    l->used[LSU_REPLAY] = yes("line_replay") ? one(REPLAY) : 0;
    l->before[LOAD] = l->before[STORE] = l->before[REPLAY] = 0;
    l->place[LOAD].store = l->place[LOAD].flush = 0;
    l->place[STORE].store = !yes("line_flush");
    l->place[STORE].flush = (uint8_t)yes("line_flush");
    l->place[REPLAY].store = l->place[REPLAY].flush = 0;
    l->place[UL1_LINE_ENTRIES].store = l->place[UL1_LINE_ENTRIES].flush = 0; // no access is there
    l->place[REPLAY].bare = (uint8_t)any(1);
    l->place[REPLAY].err = (uint8_t)any(UL1_ERR_W);
    never(yes("wordless") != (l->place[REPLAY].bare || l->place[REPLAY].err != UL1_ERR_NONE));
}

// A pool with a load that is ready, issued or not, or none; and likewise a store.
static void find_pool(struct lsu_state *s)
{
    struct lsu_pool *p = &s->pool;
    p->used = with(with(0, 0, yes("load_ready")), 1, yes("store_ready"));
    p->unissued = p->used & with(with(0, 0, yes("load_unissued")), 1, yes("store_unissued"));
    p->first = 3;
    p->behind = 0;
    p->waits = 0;
    p->loads = one(0);
    p->before[0] = 0;
    p->before[1] = one(0);
}

// A state with exactly these, and a null. Their order of grants is total, as lsu_next asserts. (The rows of
// the others define that of nulls and fences, and Yosys has removed it as unused.)
static unsigned find(struct lsu_state *s, struct lsu_in *in)
{
    find_pool(s);
    find_lines(&s->lines);
    s->nulls = yes("plain");
    s->over = 0;
    s->queue.order[LSU_SHARED].all = s->queue.order[LSU_SHARED].first = s->nulls;
    s->queue.order[LSU_CACHED].all = s->queue.order[LSU_CACHED].first = 0;
    s->retired = 0;
    s->displaced_replay = (uint8_t)yes("displaced_replay_q");
    s->displaced_load = (uint8_t)yes("displaced_load_q");
    s->displaced_line = (uint8_t)yes("displaced_line_q");
    s->plain_waits = (uint8_t)yes("plain_waits_q");
    s->went_before[LSU_NEXT_PLAIN] = 0;
    for (unsigned k = 0; k < LSU_NEXT_PLAIN; k++) {
        s->went_before[k] = held("older_q", k, LSU_NEXT_NONE);
        s->went_before[LSU_NEXT_PLAIN] |= (uint64_t)!is_in(s->went_before[k], LSU_NEXT_PLAIN) << k;
    }
    uint8_t *reserved = some(UL1_AHEAD);
    memset(reserved, 0, UL1_AHEAD);
    reserved[UL1_HLAT] = !yes("hit_reserves");
    in->regport_reserved = reserved;
    in->credit_shared = 1;
    in->credit_cached = (uint8_t)yes("credit_cached");
    in->sel_valid = (uint8_t)yes("sel_valid");
    return is_order(s->went_before, LSU_NEXT_NONE);
}

static void compare_candidate(const struct ul1_lsu_out *out)
{
    same("cand_valid", 0, 0, out->cand_valid, 1);
    same("cand_replay", 0, 0, out->cand_replay, 1);
    same("cand_remainder", 0, 0, out->cand_remainder, 1);
    same("cand_cached", 0, 0, out->cand_cached, 1);
    same("cand_store", 0, 0, out->cand_store, 1);
    same("cand_flush", 0, 0, out->cand_flush, 1);
}

// Its grant is recorded as in lsu_clock_present; the rest of that function does not matter here.
static void clock_turns(struct lsu_state *s, const struct lsu_in *in, struct lsu_chosen chosen)
{
    lsu_clock_displaced(s, in, chosen.next);
    if (chosen.instead < LSU_IDS)
        ages_join(s->went_before, LSU_NEXT_NONE, LSU_NEXT_PLAIN);
    else if (in->sel_valid)
        ages_join(s->went_before, LSU_NEXT_NONE, chosen.next.kind);
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    struct lsu_in *in = some(sizeof *in);
    struct ul1_lsu_out *out = some(sizeof *out);
    never(yes("rst"));
    if (!find(s, in))
        return;
    lsu_cand(s, in, out);
    compare_candidate(out);
    never(in->sel_valid && !out->cand_valid); // arb: only the candidate enters
    const struct lsu_chosen chosen = lsu_choose(s, in);
    const unsigned kind = in->sel_valid ? chosen.next.kind : LSU_NEXT_NONE;
    same("sel_pool_load", 0, 0, kind == LSU_NEXT_POOL_LOAD, 1);
    same("sel_pool_store", 0, 0, kind == LSU_NEXT_POOL_STORE, 1);
    same("sel_load", 0, 0, kind == LSU_NEXT_LOAD, 1);
    same("sel_store", 0, 0, kind == LSU_NEXT_STORE, 1);
    same("sel_replay", 0, 0, kind == LSU_NEXT_REPLAY, 1);
    same("plain_issues", 0, 0, chosen.instead < LSU_IDS, 1);
    clock_turns(s, in, chosen);
    becomes("plain_waits_q", 0, 0, chosen.plain_waits, 1);
    becomes("displaced_replay_q", 0, 0, s->displaced_replay, 1);
    becomes("displaced_load_q", 0, 0, s->displaced_load, 1);
    becomes("displaced_line_q", 0, 0, s->displaced_line, 1);
    for (unsigned k = 0; k < LSU_NEXT_PLAIN; k++)
        becomes("older_q", k, LSU_NEXT_NONE, s->went_before[k] & below(LSU_NEXT_NONE), 1);
}
