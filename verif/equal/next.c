// Who goes next: an access to shared memory, a cached one or what only retires, one of each at most. (Which of several of a kind
// it is, is not told here.)
#include "lanes.c"

#include "equal/relate.h"

static unsigned yes(const char *wire)
{
    return (unsigned)held(wire, 0, 0);
}

// A state with these and no others: an access that is fresh, one that is prepared, a null.
static void find(struct lsu_state *s, struct lsu_in *in)
{
    s->pool.used = s->pool.fresh = yes("fresh_ready");
    s->pool.first = 1;
    s->pool.behind = 0;
    s->pool.loads = !yes("fresh_store");
    s->pool.before[0] = s->lines.before[0] = s->queue.before[0] = 0;
    s->again.valid = s->prepared.valid = 0;
    s->lines.used[LSU_NEW] = yes("ready_line");
    s->lines.used[LSU_WOKEN] = s->lines.used[LSU_REPLAY] = 0;
    s->lines.first = 1;
    s->lines.place[0].store = (uint8_t)yes("ready_store");
    s->lines.place[0].flush = (uint8_t)yes("ready_flush");
    s->lines.place[0].ordered = 0;
    s->lines.place[0].warp = 0;
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
    s->went = yes("went_shared") ? LSU_NEXT_SHARED : yes("went_cached") ? LSU_NEXT_CACHED : LSU_NEXT_PLAIN;
    s->plain_waits = (uint8_t)yes("plain_waits");
    in->room_shared = in->room_cached = 1;
}

// What the arbiter has selected: this, or another; and only who is a candidate, which lsu_pool and lsu_lines assert.
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
    never(yes("rst") || (yes("went_shared") && yes("went_cached")));
    find(s, in);
    lsu_cand(s, in, out);
    same("cand_new", 0, 0, out->cand_new, 1);
    same("cand_cached", 0, 0, out->cand_cached, 1);
    same("cand_store", 0, 0, out->cand_store, out->cand_new);
    same("cand_flush", 0, 0, out->cand_flush, 1);
    select(in, out);
    const struct lsu_chosen chosen = lsu_choose(s, in, out);
    same("sel_fresh", 0, 0, in->sel_new && chosen.place < UL1_POOL, 1);
    same("sel_line", 0, 0, in->sel_new && chosen.line < UL1_LINE_PLACES, 1);
    same("plain_goes", 0, 0, chosen.instead < LSU_IDS, 1);
    out->req_cached = chosen.line < UL1_LINE_PLACES;
    out->req_valid = 0;                     // (what else becomes of an access does not touch what follows)
    lsu_clock_present(s, in, out, chosen, &follow, &look);
    becomes("plain_waits", 0, 0, s->plain_waits, 1);
    becomes("went_shared", 0, 0, s->went == LSU_NEXT_SHARED, 1);
    becomes("went_cached", 0, 0, s->went == LSU_NEXT_CACHED, 1);
}
