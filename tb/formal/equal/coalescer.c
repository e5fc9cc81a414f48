// Coalescing: the lanes of a cached access that lie on one line, its slots and their addresses, and the lanes
// left. The instruction that is being coalesced continues, or the next of its warp begins. choice.c covers
// the choice of another one.
#include "lanes.c"

#include "relate.h"

enum { ID, HEIR }; // the instruction; its successor in its warp

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

// One of the instructions may be chosen: the line buffer has a free entry for its kind, and the WDB a credit
// for a store.
static unsigned can(uint64_t those)
{
    const uint64_t may = those & held("may", 0, 0), storing = held("storing", 0, 0);
    return ((may & ~storing) && yes("loads_fit")) || ((may & storing) && yes("stores_can"));
}

// Table fields of the instruction.
static void find_entry(struct lsu_state *s)
{
    struct lsu_entry *e = &s->entry[ID];
    e->warp = (uint8_t)any(UL1_WARP_W);
    e->width = (uint8_t)held("coalesce_width", 0, 0);
    e->mask = (uint32_t)held("coalesce_todo", 0, 0); // of a replay
    e->todo = (uint32_t)held("coalesce_todo", 0, 0);
    for (unsigned i = 0; i < LANES; i++) {
        e->addr[i] = (array_addr)(held("addr", i, UL1_VA_W) & ADDR_MASK);
        e->high[i] = (lsu_high)(held("addr", i, UL1_VA_W) >> UL1_ADDR_W);
    }
}

// Stores, plain loads, and all others (an ordered load, for example) are distinguished, for the instruction
// and for its successor, which has nothing else of its warp to wait for.
static void find_sorts(struct lsu_state *s)
{
    const uint64_t successor = held("successor", 0, 0), stores = held("instr_store", 0, 0),
                   plain = held("instr_plain", 0, 0);
    const unsigned id = (unsigned)held("coalesce_entry", 0, 0);
    s->stores = with(with(0, ID, yes("coalesce_store")), HEIR, (stores & successor) != 0);
    s->ordered =
        with(with(0, ID, !is_in(plain, id) && !yes("coalesce_store")), HEIR, !((stores | plain) & successor));
    s->invals = s->flushes = s->loading = 0;
    s->entry[HEIR].warp = s->entry[ID].warp;
    s->deferral.of_warp[s->entry[ID].warp] = 0;
    s->look.valid = 0;
    never((stores & plain) || without_lowest(successor)
          || (successor && is_in(stores, id) != yes("coalesce_store"))); // lsu_table, lsu_order
    // lsu_order: without an instruction there is no successor
    never(successor && !held("coalesce_new", 0, 0));
}

static void find(struct lsu_state *s, unsigned kind, unsigned place)
{
    s->lines.place[place].warp = (uint8_t)any(UL1_WARP_W);
    s->reading.valid = (uint8_t)yes("reading");
    s->reading.kind = (uint8_t)kind;
    s->reading.id = ID;
    s->reading.line = held("replay_line_q", 0, 0);
    s->reading.part = (uint8_t)held("replay_part_q", 0, 0);
    s->reading.bare = (uint8_t)yes("line_bare");
    s->deferral.unwoken = is_in(held("unwoken", 0, 0), (unsigned)held("coalesce_entry", 0, 0)) ? one(ID) : 0;
    for (unsigned k = 0; k < LSU_KINDS; k++)
        s->lines.used[k] = 0;
    for (unsigned m = 0; m < LSU_ORDERS; m++)
        s->queue.order[m].all = 0;
    find_entry(s);
    find_sorts(s);
}

// Assumptions: no store is deferred (prt_judge); an instruction with a misaligned lane is null (lsu_take).
static void assume(const struct lsu_state *s, unsigned kind)
{
    const struct lsu_entry *e = &s->entry[ID];
    never(s->reading.bare && kind != LSU_REPLAY);
    never(is_in(s->stores, ID) && s->deferral.unwoken);
    never(held("coalesce_entry", 0, 0) >= UL1_INSTRS || held("kind_q", 0, 0) > LSU_REPLAY);
    const uint32_t among = kind == LSU_REPLAY ? e->mask : e->todo;
    for (unsigned i = 0; i < LANES; i++)
        never(bit(among, i) && e->addr[i] & ((1u << lg_bytes(e->width)) - 1));
}

static void compare_line(const struct lsu_line *l, unsigned bare)
{
    same("line_part", 0, 0, l->part, 1);
    same("line_line", 0, 0, l->line, 1);
    same("line_mask", 0, 0, l->mask, 1);
    same("line_ends", 0, 0, l->end, yes("coalesce_store"));
    same("line_final", 0, 0, l->final, 1);
    for (unsigned i = 0; i < LANES; i++)
        same("line_addr", i, UL1_ADDR_W, l->addr[i], !bare && bit(l->mask, i));
}

static void compare_kind(unsigned kind, unsigned place)
{
    struct lsu_state *s = some(sizeof *s);
    struct lsu_coalesced g = {0};
    find(s, kind, place);
    assume(s, kind);
    g.lanes = lsu_coalesced_lanes(s, &g.line);
    g.final = !(s->entry[ID].todo & ~g.lanes);
    g.reading.valid = 0;
    const unsigned bare = s->reading.bare, joins = g.lanes || bare;
    same("line_lanes", 0, 0, g.lanes, 1);
    const unsigned any = lsu_coalesced_any(s);
    same("coalesce_valid", 0, 0, any, 1);
    // else a lane is on the line
    same("line_joins", 0, 0, s->reading.valid && joins, joins || !any);
    // so it is new, and read
    const unsigned goes_on = can(held("coalesce_new", 0, 0)) && !g.final && !lsu_lacks_beat(s, g.lanes);
    same("again_new", 0, 0, goes_on, joins || !any);
    // without the instruction being coalesced
    const unsigned begins = can(held("successor", 0, 0)) && g.final && lsu_is_sure(s, HEIR);
    same("successor_new", 0, 0, begins, joins || !any);
    if (!any || !joins)
        return;
    lsu_clock_coalesced(s, g);
    compare_line(&s->lines.place[place], bare);
    same("left", 0, 0, s->entry[ID].todo, kind != LSU_REPLAY);
}

void compare(void)
{
    const unsigned kind = (unsigned)held("kind_q", 0, 0);
    if (kind == LSU_LOADS)
        compare_kind(LSU_LOADS, 0);
    else if (kind == LSU_STORES)
        compare_kind(LSU_STORES, UL1_LOAD_LINES);
    else
        compare_kind(LSU_REPLAY, UL1_NEW_LINES);
}
