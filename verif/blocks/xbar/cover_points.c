#include "blocks/xbar/cover_points.h"

const struct point_name xbar_event_names[XBAR_POINT_COUNT] = { XBAR_POINTS(POINT_NAME) };

// Packets that follow one another at an output: those that moved in this cycle and in the one before.
static void count_packets(struct drive *d, struct xbar_past *p, const struct xbar_contract *c, unsigned o)
{
    const struct xbar_end *end = &c->out[o];
    const int before = p->out[o].from;
    const bool moved = end->from != XBAR_NONE, head = moved && end->moved.head;
    p->out[o].from = XBAR_NONE;
    if (!moved)
        return;
    const bool other = head && before != XBAR_NONE && before != end->from, one = end->moved.tail,
               last_one = p->out[o].last == 1;
    saw(d, ONE_ONE, other && last_one && one);
    saw(d, ONE_MORE, other && last_one && !one);
    saw(d, MORE_ONE, other && !last_one && one);
    saw(d, MORE_MORE, other && !last_one && !one);
    saw(d, SAME_INPUT, head && before == end->from);
    saw(d, LOWEST_NEXT, other && end->from == 0 && before == UL1_XIN - 1 && end->asked > 1);
    p->out[o].flits = head ? 1 : p->out[o].flits + 1;
    if (end->moved.tail) {
        p->out[o].from = end->from;
        p->out[o].last = p->out[o].flits;
    }
}

static void count_outputs(struct drive *d, struct xbar_past *p, const struct xbar_contract *c,
                          const struct ul1_xbar_in *in, const struct ul1_xbar_out *out)
{
    unsigned moved = 0;
    bool fresh = p->fresh;
    for (unsigned o = 0; o < UL1_XOUT; o++) {
        const struct xbar_end *end = &c->out[o];
        unsigned kept_out = 0, waits = 0;
        for (unsigned i = 0; i < UL1_XIN; i++) {
            const struct xbar_side *side = &c->in[i];
            const bool front =
                side->count && (side->fifo[0].head ? side->fifo[0].dst == o : end->lock == (int)i);
            waits += front;
            kept_out += front && end->lock != XBAR_NONE && end->lock != (int)i;
        }
        const bool waiting = end->lock != XBAR_NONE && !c->in[end->lock].count;
        saw(d, ALL_ASK_ONE, end->asked == UL1_XIN);
        saw(d, LOCK_WAITS, waiting);
        saw(d, LOCK_KEEPS_OUT, waiting && kept_out);
        saw(d, HELD, out->o_valid[o] && !in->o_ready[o] && waits);
        saw(d, REPLACED, out->o_valid[o] && in->o_ready[o] && waits > kept_out);
        saw(d, FIRST_AGAIN, fresh && end->from == 0 && end->asked == UL1_XIN);
        moved += end->from != XBAR_NONE;
        p->fresh &= end->from == XBAR_NONE;
        count_packets(d, p, c, o);
    }
    saw(d, ALL_OUTPUTS, moved == UL1_XOUT);
}

void xbar_count(struct drive *d, struct xbar_past *p, const struct xbar_contract *c,
                const struct ul1_xbar_in *in, const struct ul1_xbar_out *out)
{
    unsigned full = 0, empty = 0, locked = 0;
    if (in->rst) {
        saw(d, RESET_FULL, p->full);
        saw(d, RESET_LOCKED, p->locked);
        memset(p, 0, sizeof *p);
        p->fresh = true;
        for (unsigned o = 0; o < UL1_XOUT; o++)
            p->out[o].from = XBAR_NONE;
        return;
    }
    for (unsigned i = 0; i < UL1_XIN; i++) {
        const bool taken = in->i_valid[i] && out->i_ready[i];
        bool leaves = false;
        for (unsigned o = 0; o < UL1_XOUT; o++)
            leaves |= c->out[o].from == (int)i;
        full += !out->i_ready[i];
        empty += !out->fifo_used[i];
        saw(d, FULL_OFFERED, in->i_valid[i] && !out->i_ready[i]);
        saw(d, THROUGH, leaves && p->took[i]);
        p->took[i] = taken;
        p->flits[i] += taken;
        saw(d, LONG, taken && in->i_tail[i] && p->flits[i] > UL1_XDEPTH);
        if (taken && in->i_tail[i])
            p->flits[i] = 0;
    }
    for (unsigned o = 0; o < UL1_XOUT; o++)
        locked += out->lock_valid[o];
    saw(d, ALL_FULL, full == UL1_XIN);
    saw(d, ALL_EMPTY, empty == UL1_XIN && in->i_valid[0]);
    count_outputs(d, p, c, in, out);
    p->full = full;
    p->locked = locked;
}
