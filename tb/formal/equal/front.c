// The choice of an access to shared memory: the next in rotation among remainders in the table and new
// accesses; and the registers behind the choice. If no more accesses may wait for their warp, new ones that
// would wait are excluded.
#include "lanes.c"

#include "behind.h"
#include "relate.h"

// two warps: a new access of FREE would not wait for its warp, one of BEHIND would
enum { FREE, BEHIND };

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

// Table fields of the entry that can be chosen. Those of others do not matter.
static void find_entries(struct lsu_state *s)
{
    const struct lsu_entry its = {.width = (uint8_t)held("front_width", 0, 0),
                                  .mask = (uint32_t)held("choice_active", 0, 0),
                                  .todo = (uint32_t)any(LANES),
                                  .beat = (uint8_t)held("choice_beat", 0, 0),
                                  .remainder = {.sub = (uint8_t)held("front_left_sub", 0, 0),
                                                .beat = (uint8_t)held("choice_beat", 0, 0)}};
    never(its.width > UL1_WIDTH_B128 || (its.todo & ~its.mask));
    never(!its.todo || lsu_sub_of(&its, lowest(its.todo)) != held("front_sub", 0, 0)); // lsu_lanes
    // it is a sub-warp of this width
    never(its.remainder.sub >> lg_words(its.width));
    for (unsigned i = 0; i < UL1_INSTRS; i++) {
        struct lsu_entry *e = &s->entry[i];
        e->width = its.width;
        e->mask = its.mask;
        e->todo = its.todo;
        e->beat = its.beat;
        e->remainder = its.remainder;
        e->warp = is_in(held("behind_own", 0, 0), i) ? BEHIND : FREE;
    }
}

// The pool. The module receives its state as signals (pool.c).
static void find_pool(struct lsu_state *s)
{
    s->pool.used = any(UL1_POOL);
    s->pool.unissued = any(UL1_POOL);
    s->pool.first = any(UL1_POOL);
    s->pool.behind = any(UL1_POOL);
    s->pool.of_warp[FREE] = 0;
    s->pool.of_warp[BEHIND] = any(UL1_POOL);
    s->busy = with(0, BEHIND, (unsigned)any(1));
    s->prepared.valid = (uint8_t)yes("joins");
    s->prepared.behind = (uint8_t)yes("join_behind");
    s->prepared.unissued = (uint8_t)(yes("joins") && yes("join_unissued"));
    s->prepared.id = (uint8_t)held("join_entry", 0, 0);
    const uint64_t waiting = s->pool.unissued & ~(s->pool.first & ~s->pool.behind);
    never(yes("place_free") != (how_many(s->pool.used) + s->prepared.valid < UL1_POOL));
    never(yes("same_warp_full") != (how_many(waiting) + s->prepared.behind >= UL1_POOL_SAME_WARP));
    never(s->prepared.id >= UL1_INSTRS);
    never(held("behind_own", 0, 0) && !lsu_behind(s, BEHIND)); // lsu_warps
    never(lsu_behind(s, FREE));
}

static void find(struct lsu_state *s)
{
    find_entries(s);
    find_pool(s);
    for (unsigned m = 0; m < LSU_ORDERS; m++)
        s->queue.order[m].all = s->queue.order[m].first = 0;
    s->queue.order[LSU_SHARED].all = s->queue.order[LSU_SHARED].first = held("at_head", 0, 0);
    s->shared = held("instr_shared", 0, 0);
    s->nulls = held("instr_null", 0, 0);
    s->stores = held("instr_store", 0, 0);
    s->fed = held("fed", 0, 0);
    s->left = held("left_ready", 0, 0);
    s->left_waits = 0;
    s->left_fed = s->stores;
    s->chosen = (uint8_t)any(UL1_INSTR_W);
    never(s->chosen >= UL1_INSTRS);
    never(held("behind_q", 0, 0) != behind(s->chosen));
}

// The results of the choice. An access that joins the pool in this cycle does not matter: the choice is
// observed by its joining an empty pool.
static void compare_then(struct lsu_state *s, struct lsu_front front)
{
    s->prepared.valid = 0;
    s->pool.taken = 0;
    s->pool.place[0].warp = FREE;
    lsu_clock_prepare(s, front);
    becomes("others", 0, 0, s->others, 1);
    becomes("joins", 0, 0, s->prepared.valid, 1);
    becomes("join_behind", 0, 0, s->prepared.behind, 1);
    becomes("behind_q", 0, 0, behind(s->chosen), 1);
    const unsigned chosen = s->prepared.valid;
    if (!chosen)
        return;
    becomes("join_unissued", 0, 0, s->prepared.unissued, 1);
    becomes("join_entry", 0, 0, s->prepared.id, 1);
    becomes("join_sub", 0, 0, s->prepared.sub, 1);
    becomes("join_beat", 0, 0, s->prepared.beat, is_in(s->stores, s->prepared.id));
    becomes("join_active_q", 0, 0, s->entry[s->prepared.id].mask, 1);
    lsu_clock_prepared(s);
    becomes("join_width", 0, 0, s->pool.place[0].width, 1);
    becomes("join_store", 0, 0, !is_in(s->pool.loads, 0), 1);
}

// The access chosen in the previous cycle: its slots, and whether its sub-warp is the last, by its active
// lanes.
static void compare_joins(void)
{
    struct lsu_state *s = some(sizeof *s);
    const struct lsu_entry its = {.width = (uint8_t)held("join_width", 0, 0),
                                  .mask = (uint32_t)held("join_active_q", 0, 0)};
    const unsigned sub = (unsigned)held("join_sub", 0, 0);
    never(its.width > UL1_WIDTH_B128 || sub >> lg_words(its.width));
    for (unsigned i = 0; i < LSU_IDS; i++) {
        s->entry[i].width = its.width;
        s->entry[i].mask = its.mask;
        s->entry[i].warp = FREE;
    }
    s->pool.used = s->pool.taken = 0;
    s->pool.place[0].warp = FREE;
    s->prepared = (struct lsu_choice){.valid = 1, .id = 0, .sub = (uint8_t)sub};
    lsu_clock_prepared(s);
    same("join_last", 0, 0, s->pool.place[0].last, 1);
    same("join_slots", 0, 0, lsu_slots_of(&its, sub, its.mask), 1);
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    struct ul1_lsu_out *out = some(sizeof *out);
    never(yes("rst"));
    find(s);
    const unsigned id = lsu_chooses(s);
    out->choice_valid = id < LSU_IDS;
    out->choice_id = (uint8_t)(id % LSU_IDS);
    same("choice_valid", 0, 0, out->choice_valid, 1);
    same("front_entry", 0, 0, id, out->choice_valid);
    const struct lsu_front front = lsu_choose_front(s, out);
    same("choice_left", 0, 0, front.left && out->choice_valid, 1);
    same("choice_new", 0, 0, !front.left && out->choice_valid, 1);
    compare_then(s, front);
    compare_joins();
}
