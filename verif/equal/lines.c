// The choice among the lines: the oldest new load or inval, the oldest new store or flush, the oldest replay. New lines of an
// instruction that was deferred in the cycle before do not count.
//
// The order is told as lsu_lines keeps it: an access that joins comes behind all that are there, so the order is total.
#include "lanes.c"

#include "equal/order.h"
#include "equal/relate.h"

enum { SLEEPER = 0 };                       // the one that is awake, if one is
enum { FIRST_REPLAY = UL1_NEW_LINES + UL1_WOKEN_LINES };

static unsigned yes(const char *wire)
{
    return (unsigned)held(wire, 0, 0);
}

static void find_places(struct lsu_state *s)
{
    struct lsu_lines *l = &s->lines;
    for (unsigned k = 0; k < LSU_KINDS; k++)
        l->used[k] = held("used", 0, 0) & lsu_lines_of(k);
    for (unsigned i = 0; i < UL1_LINE_PLACES; i++) {
        l->before[i] = held("older", i, UL1_LINE_PLACES);
        l->place[i].id = (uint8_t)held("entry", i, UL1_PT_W);
        l->place[i].flush = (uint8_t)held("flush", i, 1);
    }
}

// What stands in the way: that a sleeper is woken, that there is no room; and what was deferred.
static void find_others(struct lsu_state *s, struct lsu_in *in)
{
    s->sleepers.all = yes("some_woken") ? one(SLEEPER) : 0;
    s->sleepers.asleep = 0;
    s->entry[SLEEPER].todo = 1;
    s->reading.valid = 0;
    s->fell.valid = (uint8_t)yes("fell");
    s->fell.id = (uint8_t)held("fell_entry", 0, 0);
    in->room_cached = (uint8_t)yes("room_cached");
}

// Of so many places from one on, which are of one kind. (lsu_lines asks for no order among kinds.)
static unsigned are_in_order(const struct lsu_lines *l, unsigned from, unsigned count)
{
    uint64_t before[UL1_LINE_PLACES];
    for (unsigned i = 0; i < count; i++)
        before[i] = l->before[from + i] >> from;
    return is_order(before, count);
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    struct lsu_in *in = some(sizeof *in);
    find_places(s);
    find_others(s, in);
    if (!are_in_order(&s->lines, 0, UL1_LOAD_LINES) || !are_in_order(&s->lines, UL1_LOAD_LINES, UL1_STORE_LINES)
        || !are_in_order(&s->lines, FIRST_REPLAY, UL1_REPLAY_LINES))
        return;
    const unsigned load = lsu_next_line(s, in, LSU_LOADS), store = lsu_next_line(s, in, LSU_STORES);
    const unsigned replay = lsu_lines_oldest(&s->lines, s->lines.used[LSU_REPLAY]);
    same("ready_load", 0, 0, load < UL1_LINE_PLACES, 1);
    same("load_place", 0, 0, load, load < UL1_LINE_PLACES);
    same("ready_store", 0, 0, store < UL1_LINE_PLACES, 1);
    same("store_place", 0, 0, store, store < UL1_LINE_PLACES);
    same("ready_flush", 0, 0, s->lines.place[store].flush, store < UL1_LINE_PLACES);
    same("cand_replay", 0, 0, replay < UL1_LINE_PLACES, 1);
    same("replay_place", 0, 0, replay, replay < UL1_LINE_PLACES);
}
