// Barriers: a bar is noted when it is taken, and arrives when it retires. The last arrival opens the barrier.
#include <string.h>

#include "l1/bar.h"

static void bar_state(const struct bar_state *s, const struct bar_in *in, struct ul1_bar_out *out)
{
    (void)in;
    out->bar_valid = s->opens;
    out->bar_number = s->number;
    out->bar_warps = s->released;
    out->bar_count = s->votes;
    out->bar_all = s->all;
    out->bar_any = s->any;
    out->barfail_valid = s->fails;
    out->barfail_warp = s->fail_warp;
    out->barfail_cause = s->fail_cause;
}

static void bar_take(struct bar_state *s, const struct bar_in *in)
{
    const unsigned is_bar = in->in_op == UL1_OP_FENCE && in->in_bar;
    s->bars = with(s->bars, in->in_entry, is_bar);
    if (!is_bar)
        return;
    s->note[in->in_entry] = (struct bar_note){ .barrier = in->in_barrier,
                                               .expects = in->in_expects,
                                               .waits = in->in_waits,
                                               .votes = (uint8_t)how_many(in->in_mask & in->in_pred),
                                               .all = !(in->in_mask & ~in->in_pred) };
}

// Why an arrival is faulty, or a code above all causes.
static unsigned bar_fault(const struct bar_state *s, const struct bar_note *n, unsigned warp)
{
    const struct bar_barrier *b = &s->barrier[n->barrier];
    if (n->barrier + 1 > UL1_BARRIERS)
        return UL1_BARFAIL_NUMBER;
    if (!n->expects || n->expects > UL1_WARPS)
        return UL1_BARFAIL_EXPECTS;
    if (is_in(s->waiting, warp))
        return UL1_BARFAIL_WAITS;
    return b->arrived && b->expects != n->expects ? UL1_BARFAIL_DIFFERS : UL1_BARFAIL_DIFFERS + 1;
}

// The barrier opens: it shows what it has come to, and is as after a reset.
static void bar_open(struct bar_state *s, unsigned number)
{
    struct bar_barrier *b = &s->barrier[number];
    s->opens = 1;
    s->number = (uint8_t)number;
    s->votes = b->votes;
    s->all = b->all;
    s->any = b->votes != 0;
    s->released = 0;
    for (uint64_t left = s->waiting; left; left = without_lowest(left))
        s->released |= s->at[lowest(left)] == number ? lowest_one(left) : 0;
    s->waiting &= ~s->released;
    b->arrived = 0;
}

static void bar_arrive(struct bar_state *s, const struct bar_note *n, unsigned warp)
{
    struct bar_barrier *b = &s->barrier[n->barrier];
    const unsigned fault = bar_fault(s, n, warp);
    s->fails = fault <= UL1_BARFAIL_DIFFERS;
    if (s->fails) {
        s->fail_warp = (uint8_t)warp;
        s->fail_cause = (uint8_t)fault;
        return;
    }
    if (!b->arrived)
        *b = (struct bar_barrier){ .expects = n->expects, .all = 1 };
    b->arrived++;
    b->votes = (uint16_t)(b->votes + n->votes);
    b->all &= n->all;
    s->waiting = with(s->waiting, warp, n->waits);
    s->at[warp] = n->barrier;
    if (b->arrived == b->expects)
        bar_open(s, n->barrier);
}

static void bar_reset(struct bar_state *s)
{
    s->bars = s->waiting = 0;
    s->opens = s->fails = 0;
    for (unsigned i = 0; i < BAR_PLACES; i++)
        s->barrier[i].arrived = 0;
}

static void bar_clock(struct bar_state *s, const struct bar_in *in, const struct ul1_bar_out *out)
{
    (void)out;
    if (in->rst) {
        bar_reset(s);
        return;
    }
    s->opens = s->fails = 0;
    if (in->ret_valid && is_in(s->bars, in->ret_id))
        bar_arrive(s, &s->note[in->ret_id], in->ret_warp);
    if (in->ret_valid)
        s->bars &= ~one(in->ret_id);
    if (in->in_valid && !in->in_again && in->in_ready)
        bar_take(s, in);
}
