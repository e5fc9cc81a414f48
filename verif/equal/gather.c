// Coalescing: the lanes of a cached access that lie on one line, its slots and their addresses, and what is left to be gathered.
#include "lanes.c"

#include "equal/relate.h"

enum { ID, OTHER, THIRD };                  // that of its instruction, and others

static unsigned yes(const char *wire)
{
    return (unsigned)held(wire, 0, 0);
}

// What the table has of the instruction.
static void find_entry(struct lsu_entry *e)
{
    e->warp = (uint8_t)any(UL1_WARP_W);
    e->width = (uint8_t)held("gather_width", 0, 0);
    e->mask = (uint32_t)held("gather_mask", 0, 0);
    e->todo = (uint32_t)held("gather_todo", 0, 0);
    for (unsigned i = 0; i < LANES; i++) {
        e->addr[i] = (array_addr)(held("addr", i, UL1_VA_W) & ADDR_MASK);
        e->high[i] = (lsu_high)(held("addr", i, UL1_VA_W) >> UL1_ADDR_W);
    }
}

static void find(struct lsu_state *s, unsigned kind, unsigned place)
{
    s->lines.place[place].warp = (uint8_t)any(UL1_WARP_W);
    s->reading.valid = (uint8_t)yes("gather_valid");
    s->reading.kind = (uint8_t)kind;
    s->reading.id = ID;
    s->reading.line = held("replay_line", 0, 0);
    s->reading.sub = (uint8_t)held("replay_sub", 0, 0);
    s->reading.bare = (uint8_t)yes("line_bare");
    s->fell.valid = (uint8_t)yes("fell");
    const uint64_t fell = held("fell_entry", 0, 0), other = held("some_entry", 0, 0), its = held("gather_entry", 0, 0);
    s->fell.id = fell == its ? ID : fell == other ? OTHER : THIRD;
    s->gather.valid = (uint8_t)yes("some");
    s->gather.id = other == its ? ID : OTHER;
    s->gather.left = (uint32_t)held("left", 0, 0);
    s->gather.bets = (uint8_t)yes("some_bets");
    s->gather.beat = (uint8_t)held("some_beat", 0, 0);
    for (unsigned k = 0; k < LSU_KINDS; k++)
        s->lines.used[k] = 0;
    find_entry(&s->entry[ID]);
}

// What is taken for granted: lsu_gather asserts some of it; an instruction with a lane that is not aligned is null (lsu_take).
static void assume(const struct lsu_state *s, unsigned kind)
{
    const struct lsu_entry *e = &s->entry[ID];
    const unsigned is_new = kind == LSU_NEW && s->reading.valid && !lsu_fell(s, ID);
    never(s->reading.bare && kind != LSU_REPLAY);
    never(is_new && (!s->gather.valid || s->gather.id != ID));
    never(s->gather.valid && !s->gather.left);
    const uint32_t among = kind == LSU_REPLAY ? e->mask : kind == LSU_WOKEN ? e->todo : s->gather.left;
    for (unsigned i = 0; i < LANES; i++)
        never(bit(among, i) && e->addr[i] & ((1u << lg_bytes(e->width)) - 1));
}

static void compare_line(const struct lsu_line *l, unsigned bare)
{
    same("line_sub", 0, 0, l->sub, 1);
    same("line_line", 0, 0, l->line, 1);
    same("line_mask", 0, 0, l->mask, 1);
    for (unsigned i = 0; i < LANES; i++)
        same("line_addr", i, UL1_ADDR_W, l->addr[i], !bare && bit(l->mask, i));
}

static void compare_kind(unsigned kind, unsigned place)
{
    struct lsu_state *s = some(sizeof *s);
    uint64_t line;
    find(s, kind, place);
    assume(s, kind);
    const uint32_t lanes = lsu_gathers(s, &line);
    const unsigned bare = s->reading.bare, mine = s->reading.valid && kind == LSU_NEW, joins = lanes || bare;
    same("line_lanes", 0, 0, lanes, 1);
    same("goes_on", 0, 0, lsu_gathers_on(s, mine ? lanes : 0) != 0, 1);
    const unsigned back = kind != LSU_REPLAY && lsu_fell(s, ID);
    same("line_joins", 0, 0, s->reading.valid && joins, joins || !s->reading.valid || back);  // (else one is on the line)
    same("line_ends", 0, 0, kind == LSU_NEW && s->gather.left == lanes, lanes != 0);
    same("line_bets", 0, 0, s->gather.bets && kind == LSU_NEW, lanes != 0);
    if (!s->reading.valid || !joins)
        return;
    lsu_clock_line(s, lanes, line);
    compare_line(&s->lines.place[place], bare);
    same("left_now", 0, 0, s->gather.left, 1);
}

void compare(void)
{
    const unsigned kind = (unsigned)held("kind", 0, 0);
    never(kind >= LSU_KINDS);
    if (kind == LSU_NEW)
        compare_kind(LSU_NEW, 0);
    else if (kind == LSU_WOKEN)
        compare_kind(LSU_WOKEN, UL1_NEW_LINES);
    else if (kind == LSU_REPLAY)
        compare_kind(LSU_REPLAY, UL1_NEW_LINES + UL1_WOKEN_LINES);
}
