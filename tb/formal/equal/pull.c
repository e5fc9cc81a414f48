// The stores that need a beat, of new instructions and of remainders; and the registers of the next one's
// beat. feed.c covers which is next.
#include "lanes.c"

#include "relate.h"

enum { SURE, UNSURE }; // two warps: a load of UNSURE was deferred, or may yet be

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

// Table fields of the next one; those of others do not matter.
static void find_entries(struct lsu_state *s)
{
    const struct lsu_entry its = {.width = (uint8_t)held("feed_width", 0, 0),
                                  .matrix = (uint8_t)held("pull_matrix", 0, 0),
                                  .mask = (uint32_t)held("feed_mask", 0, 0),
                                  .pull = (uint32_t)any(LANES),
                                  .remainder = {.sub = (uint8_t)held("feed_left_sub", 0, 0)}};
    never(its.width > UL1_WIDTH_B128);
    never(its.matrix > (UL1_MATRIX > 1 ? UL1_MATRIX_TRANS : UL1_MATRIX_NONE));
    never(!its.pull || lsu_sub_of(&its, lowest(its.pull)) != held("feed_sub", 0, 0)); // lsu_lanes
    // it is a sub-warp of this width
    never(its.remainder.sub >> lg_words(its.width));
    for (unsigned i = 0; i < UL1_INSTRS; i++) {
        struct lsu_entry *e = &s->entry[i];
        e->width = its.width;
        e->matrix = its.matrix;
        e->mask = its.mask;
        e->pull = its.pull;
        e->remainder = its.remainder;
        e->warp = is_in(held("behind_speculative", 0, 0), i) ? UNSURE : SURE;
    }
}

static void find_loads(struct lsu_state *s)
{
    s->deferral.of_warp[SURE] = 0;
    s->deferral.of_warp[UNSURE] = 1;
    s->look.valid = s->reading.valid = 0;
    for (unsigned k = 0; k < LSU_KINDS; k++)
        s->lines.used[k] = 0;
}

static void find(struct lsu_state *s, struct lsu_in *in)
{
    find_entries(s);
    find_loads(s);
    for (unsigned m = 0; m < LSU_ORDERS; m++)
        s->queue.order[m].all = s->queue.order[m].first = 0;
    s->queue.order[LSU_SHARED].all = s->queue.order[LSU_SHARED].first = held("at_head", 0, 0);
    s->stores = held("instr_store", 0, 0);
    s->cached = held("instr_cached", 0, 0);
    s->nulls = held("instr_null", 0, 0);
    s->fed = held("fed", 0, 0);
    s->left = held("lacking", 0, 0);
    s->left_fed = 0;
    s->cached_beats = any(UL1_INTAKE);
    in->intake_free = (uint8_t)yes("intake_free");
    in->intake_spare = (uint8_t)yes("intake_spare");
    never(yes("cached_full") != (how_many(s->cached_beats) >= UL1_INTAKE - UL1_INTAKE_KEPT)); // lsu_beats
    never((s->left & ~s->stores) != 0);                                                       // lsu_left
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    struct lsu_in *in = some(sizeof *in);
    struct ul1_lsu_out *out = some(sizeof *out);
    find(s, in);
    const uint64_t feeds = lsu_feeds(s, in);
    same("pulls", 0, 0, feeds, 1);
    const unsigned last[LSU_ORDERS] = {(unsigned)any(UL1_INSTR_W), (unsigned)any(UL1_INSTR_W)};
    for (unsigned m = 0; m < LSU_ORDERS; m++) {
        never(last[m] >= UL1_INSTRS);
        s->pulled[m] = (uint8_t)last[m];
    }
    s->pulled_last = (uint8_t)any(1);
    lsu_pull(s, in, out);
    same("pull_ready", 0, 0, out->pull_ready, 1);
    if (!out->pull_ready)
        return;
    never(held("feed_one", 0, 0) != one(out->pull_id)); // feed.c
    same("pull_sub", 0, 0, out->pull_sub, 1);
    same("pull_mask", 0, 0, out->pull_mask, 1);
    for (unsigned i = 0; i < LANES; i++) {
        same("pull_lane", i, UL1_LANE_W, out->pull_lane[i], 1);
        same("pull_ofs", i, UL1_OFS_W, out->pull_ofs[i], 1);
        same("pull_high", i, UL1_LANE_W, out->pull_high[i], 1);
    }
    same("pull_half", 0, 0, out->pull_half, 1);
    same("feed_left", 0, 0, is_in(lsu_left_feeds(s), out->pull_id), 1);
    same("feed_arrives", 0, 0, yes("pull_valid"), 1);
}
