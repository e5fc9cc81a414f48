// The first line access of each kind: the oldest load or inval, the oldest store or flush, the oldest replay;
// and whether one more of either kind fits.
//
// The order is that of lsu_lines: an access that joins comes behind all others, so the order is total.
#include "lanes.c"

#include "order.h"
#include "relate.h"

enum { FIRST_REPLAY = UL1_NEW_LINES };

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

static void find_places(struct lsu_state *s)
{
    struct lsu_lines *l = &s->lines;
    for (unsigned k = 0; k < LSU_KINDS; k++)
        l->used[k] = held("used_q", 0, 0) & lsu_lines_of(k);
    for (unsigned i = 0; i < UL1_LINE_ENTRIES; i++) {
        l->before[i] = held("older_q", i, UL1_LINE_ENTRIES);
        l->place[i].flush = (uint8_t)held("flush_q", i, 1);
    }
}

// The access that is being coalesced.
static void find_others(struct lsu_state *s)
{
    s->reading.valid = (uint8_t)yes("reading");
    s->reading.kind = (uint8_t)held("line_kind", 0, 0);
}

// A range of entries of one kind. lsu_lines needs no order between kinds.
static unsigned are_in_order(const struct lsu_lines *l, unsigned from, unsigned count)
{
    uint64_t before[UL1_LINE_ENTRIES];
    for (unsigned i = 0; i < count; i++)
        before[i] = l->before[from + i] >> from;
    return is_order(before, count);
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    find_places(s);
    find_others(s);
    if (!are_in_order(&s->lines, 0, UL1_LOAD_LINES)
        || !are_in_order(&s->lines, UL1_LOAD_LINES, UL1_STORE_LINES)
        || !are_in_order(&s->lines, FIRST_REPLAY, UL1_REPLAY_LINES))
        return;
    const unsigned load = lsu_lines_oldest(&s->lines, LSU_LOADS),
                   store = lsu_lines_oldest(&s->lines, LSU_STORES);
    const unsigned replay = lsu_lines_oldest(&s->lines, LSU_REPLAY);
    same("line_load", 0, 0, load < UL1_LINE_ENTRIES, 1);
    same("load_place", 0, 0, load, load < UL1_LINE_ENTRIES);
    same("line_store", 0, 0, store < UL1_LINE_ENTRIES, 1);
    same("store_place", 0, 0, store, store < UL1_LINE_ENTRIES);
    same("line_flush", 0, 0, s->lines.place[store].flush, store < UL1_LINE_ENTRIES);
    same("line_replay", 0, 0, replay < UL1_LINE_ENTRIES, 1);
    same("replay_place", 0, 0, replay, replay < UL1_LINE_ENTRIES);
    same("loads_fit", 0, 0, lsu_fits(s, LSU_LOADS), 1);
    same("stores_fit", 0, 0, lsu_fits(s, LSU_STORES), 1);
}
