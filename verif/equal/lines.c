// The lines' choice: of new cached accesses that are prepared the oldest that need not wait for others of its warp, for room, or for
// who sleeps or is looked up; and of replays the oldest.
//
// Who came before whom is told as lsu_lines keeps it: who joins comes behind all that are there, so the order is total. Of a warp one
// at most has nobody of it before itself; so here each place has a warp of its own.
#include "lanes.c"

#include "equal/order.h"
#include "equal/relate.h"

enum { SLEEPER = 0 };                       // who is awake, if anybody is
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
    l->first = 0;
    for (unsigned i = 0; i < UL1_LINE_PLACES; i++) {
        l->before[i] = held("older", i, UL1_LINE_PLACES);
        l->first |= (uint64_t)!(held("kin", i, UL1_LINE_PLACES) & l->used[LSU_NEW]) << i;
        l->place[i].id = (uint8_t)held("entry", i, UL1_PT_W);
        l->place[i].warp = (uint8_t)i;
        l->place[i].store = (uint8_t)held("store", i, 1);
        l->place[i].flush = (uint8_t)held("flush", i, 1);
        l->place[i].ordered = (uint8_t)held("ordered", i, 1);
    }
}

// What stands in the way, place by place.
static void find_others(struct lsu_state *s, struct lsu_in *in)
{
    s->tending = held("is_tending", 0, 0);
    s->loading = held("is_loading", 0, 0);
    for (unsigned i = 0; i < UL1_NEW_LINES; i++)
        s->sleepers.of_warp[i] = held("is_sleeping", i, 1);
    const uint64_t looked = held("is_looked", 0, 0) & s->lines.first & s->lines.used[LSU_NEW];
    never(without_lowest(looked) != 0);
    s->look.valid = looked != 0;
    s->look.replay = 0;
    s->follow[0].id = 0;
    s->entry[0].warp = (uint8_t)(looked ? lowest(looked) : 0);
    s->sleepers.all = yes("some_woken") ? one(SLEEPER) : 0;
    s->sleepers.asleep = 0;
    s->entry[SLEEPER].todo = 1;
    s->reading.valid = 0;
    s->fell.valid = (uint8_t)yes("fell");
    s->fell.id = (uint8_t)held("fell_entry", 0, 0);
    in->room_cached = (uint8_t)yes("room_cached");
}

static unsigned are_in_order(const struct lsu_lines *l)
{
    uint64_t replays[UL1_REPLAY_LINES];
    for (unsigned i = 0; i < UL1_REPLAY_LINES; i++)
        replays[i] = l->before[FIRST_REPLAY + i] >> FIRST_REPLAY;
    return is_order(l->before, UL1_NEW_LINES) && is_order(replays, UL1_REPLAY_LINES);
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    struct lsu_in *in = some(sizeof *in);
    find_places(s);
    find_others(s, in);
    if (!are_in_order(&s->lines))
        return;
    const unsigned next = lsu_next_line(s, in), replay = lsu_lines_oldest(&s->lines, s->lines.used[LSU_REPLAY]);
    same("ready_line", 0, 0, next < UL1_LINE_PLACES, 1);
    same("ready_place", 0, 0, next, next < UL1_LINE_PLACES);
    same("ready_store", 0, 0, s->lines.place[next].store, next < UL1_LINE_PLACES);
    same("ready_flush", 0, 0, s->lines.place[next].flush, next < UL1_LINE_PLACES);
    same("cand_replay", 0, 0, replay < UL1_LINE_PLACES, 1);
    same("replay_place", 0, 0, replay, replay < UL1_LINE_PLACES);
}
