// The choice of the next of four kinds, with at most one of each: an access to shared memory, a line of a load or an inval, a line of
// a store or a flush, and what only retires. (Which of several of a kind it is, is not told here.)
#include "lanes.c"

#include "equal/relate.h"

enum { LOAD = 0, STORE = UL1_LOAD_LINES };  // the places of the two lines

static unsigned yes(const char *wire)
{
    return (unsigned)held(wire, 0, 0);
}

// Lines with these and no others: one of a load, one of a store or a flush.
static void find_lines(struct lsu_lines *l)
{
    l->used[LSU_LOADS] = yes("ready_load") ? one(LOAD) : 0;
    l->used[LSU_STORES] = yes("ready_store") ? one(STORE) : 0;
    l->used[LSU_WOKEN] = l->used[LSU_REPLAY] = 0;
    l->before[LOAD] = l->before[STORE] = 0;
    l->place[LOAD].store = l->place[LOAD].flush = 0;
    l->place[STORE].store = !yes("ready_flush");
    l->place[STORE].flush = (uint8_t)yes("ready_flush");
    for (unsigned i = LOAD; i <= STORE; i++) {
        l->place[i].ordered = 0;
        l->place[i].warp = 0;
    }
}

// The kind that went last.
static uint8_t went(void)
{
    const unsigned kind = (unsigned)held("went", 0, 0);
    never(kind & (kind - 1));
    return kind == 1 ? LSU_NEXT_SHARED : kind == 2 ? LSU_NEXT_LOAD : kind == 4 ? LSU_NEXT_STORE : LSU_NEXT_PLAIN;
}

// A state with these and no others: an access that is fresh, those that are prepared, a null.
static void find(struct lsu_state *s, struct lsu_in *in)
{
    s->pool.used = s->pool.fresh = yes("fresh_ready");
    s->pool.first = 1;
    s->pool.behind = 0;
    s->pool.loads = !yes("fresh_store");
    s->pool.before[0] = s->queue.before[0] = 0;
    s->again.valid = s->prepared.valid = 0;
    find_lines(&s->lines);
    s->sleepers.all = s->sleepers.asleep = 0;
    s->sleepers.of_warp[0] = 0;
    s->busy = s->tending = s->loading = 0;
    s->fell.valid = s->look.valid = s->reading.valid = 0;
    s->valid = s->nulls = yes("plain");
    s->fences = 0;
    s->queue.order[LSU_SHARED].all = s->queue.order[LSU_SHARED].first = s->valid;
    s->queue.order[LSU_SHARED].of_warp[0] = s->valid;
    s->queue.order[LSU_CACHED].all = s->queue.order[LSU_CACHED].first = s->queue.order[LSU_CACHED].of_warp[0] = 0;
    s->entry[0].warp = 0;
    s->went = went();
    s->plain_waits = (uint8_t)yes("plain_waits");
    in->room_shared = in->room_cached = 1;
}

// What the arbiter has selected: this, or another; and only a candidate, which lsu_pool and lsu_lines assert.
static void select(struct lsu_in *in, const struct ul1_lsu_out *out)
{
    in->sel_new = (uint8_t)yes("sel_new");
    in->sel_replay = yes("req_valid") && !in->sel_new;
    in->sel_woken = in->sel_remainder_load = in->sel_remainder_store = 0;
    never(in->sel_new && (!out->cand_new || !yes("req_valid")));
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    struct lsu_in *in = some(sizeof *in);
    struct ul1_lsu_out *out = some(sizeof *out);
    struct lsu_follow follow;
    struct lsu_look look;
    never(yes("rst"));
    find(s, in);
    lsu_cand(s, in, out);
    same("cand_new", 0, 0, out->cand_new, 1);
    same("cand_cached", 0, 0, out->cand_cached, 1);
    same("cand_store", 0, 0, out->cand_store, out->cand_new);
    same("cand_flush", 0, 0, out->cand_flush, 1);
    select(in, out);
    const struct lsu_chosen chosen = lsu_choose(s, in, out);
    same("sel_fresh", 0, 0, in->sel_new && chosen.place < UL1_POOL, 1);
    same("sel_load", 0, 0, in->sel_new && chosen.line == LOAD, 1);
    same("sel_store", 0, 0, in->sel_new && chosen.line == STORE, 1);
    same("plain_goes", 0, 0, chosen.instead < LSU_IDS, 1);
    out->req_cached = chosen.line < UL1_LINE_PLACES;
    out->req_valid = 0;                     // (what else becomes of an access does not touch what follows)
    lsu_clock_present(s, in, out, chosen, &follow, &look);
    becomes("plain_waits", 0, 0, s->plain_waits, 1);
    becomes("went", 0, 0, s->went == LSU_NEXT_PLAIN ? 0 : one(s->went), 1);
}
