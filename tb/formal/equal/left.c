// Remainders in the table: which may be chosen, which need a beat, how long each waits, and of which sub-warp
// it is.
#include "lanes.c"

#include "relate.h"

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

// An entry without a remainder does not wait: no remainder is chosen before its wait ends.
static void find(struct lsu_state *s)
{
    s->left = held("there_q", 0, 0);
    s->left_waits = held("waiting_q", 0, 0);
    s->left_fed = held("fed_left", 0, 0);
    s->stores = held("instr_store", 0, 0);
    for (unsigned i = 0; i < UL1_INSTRS; i++) {
        struct lsu_remainder *r = &s->entry[i].remainder;
        r->wait = (uint8_t)held("waits_q", i, UL1_IV_W);
        r->sub = 0;
        for (unsigned b = 0; b < UL1_SUB_W; b++)
            r->sub |= (uint8_t)(is_in(held("sub_q", b, UL1_INSTRS), i) << b);
        never(is_in(s->left_waits, i) != (r->wait != 0));
    }
    never((s->left_waits & ~s->left) != 0);
}

// The index of a set of one entry.
static unsigned find_one(const char *wire)
{
    const unsigned id = (unsigned)any(UL1_INSTR_W);
    never(id >= UL1_INSTRS || held(wire, 0, 0) != one(id));
    return id;
}

// A remainder arrives by one of two ways, at an entry that has none, as lsu_left asserts.
static void clock_comes(struct lsu_state *s)
{
    struct lsu_in *in = some(sizeof *in);
    const unsigned over = yes("leaves_over"), again = yes("take_again");
    const unsigned picked = (unsigned)held("picked_entry", 0, 0),
                   presented = (unsigned)held("again_entry", 0, 0);
    const unsigned id = over ? picked : presented;
    never(over && again);
    never((over || again) && (id >= UL1_INSTRS || is_in(s->left, id)));
    if (over) {
        lsu_leave_over(s, id, (unsigned)held("picked_sub", 0, 0), (uint32_t)held("picked_left", 0, 0),
                       (unsigned)held("left_wait", 0, 0));
    } else if (again) {
        in->in_id = (uint8_t)id;
        in->in_sub = (uint8_t)held("in_sub", 0, 0);
        in->in_mask = (uint32_t)held("in_mask", 0, 0);
        lsu_clock_again(s, in);
    }
    same("come_entry", 0, 0, id, over || again);
    same("come_mask", 0, 0, s->entry[id].remainder.mask, over || again);
}

static void compare_then(const struct lsu_state *s)
{
    uint64_t sub[UL1_SUB_W] = {0};
    becomes("there_q", 0, 0, s->left, 1);
    becomes("waiting_q", 0, 0, s->left_waits, 1);
    for (unsigned i = 0; i < UL1_INSTRS; i++) {
        const struct lsu_remainder *r = &s->entry[i].remainder;
        becomes("waits_q", i, UL1_IV_W, is_in(s->left_waits, i) ? r->wait : 0, 1);
        for (unsigned b = 0; b < UL1_SUB_W; b++)
            sub[b] |= (uint64_t)(r->sub >> b & 1) << i;
    }
    for (unsigned b = 0; b < UL1_SUB_W; b++)
        becomes("sub_q", b, UL1_INSTRS, sub[b], 1);
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    never(yes("rst"));
    find(s);
    same("left_ready", 0, 0, lsu_left_ready(s), 1);
    same("lacking", 0, 0, lsu_left_feeds(s), 1);
    const unsigned feeds = find_one("feed_one"), front = find_one("front_one");
    same("feed_left_sub", 0, 0, s->entry[feeds].remainder.sub, 1);
    same("front_left_sub", 0, 0, s->entry[front].remainder.sub, 1);
    never(yes("choice_left") && !is_in(lsu_left_ready(s), front)); // lsu_left asserts it
    lsu_left_wait(s);
    if (yes("choice_left"))
        lsu_clock_choose_left(s, front);
    clock_comes(s);
    compare_then(s);
}
