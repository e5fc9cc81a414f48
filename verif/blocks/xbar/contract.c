#include "blocks/xbar/contract.h"

#include <stddef.h>

static struct flit offered(const struct ul1_xbar_in *in, unsigned i)
{
    struct flit f;
    FLIT_READ(f, in, i, [i], i);
    f.dst = in->i_dst[i];
    return f;
}

static struct flit shown(const struct ul1_xbar_out *out, unsigned o)
{
    struct flit f;
    FLIT_READ(f, out, o, [o], o);
    return f;
}

static const char *check_inputs(const struct xbar_contract *c, const struct ul1_xbar_in *in)
{
    for (unsigned i = 0; i < UL1_XIN; i++) {
        const struct xbar_side *side = &c->in[i];
        if (side->waits) {
            const struct flit now = offered(in, i);
            if (!in->i_valid[i] || !flit_is(&now, &side->waiting))
                return "i_valid, i_head, i_tail, i_dst, i_kind, i_sub, i_line, i_vline, i_use, i_atom, "
                       "i_wide, "
                       "i_signed, i_err, i_sect, i_be, i_word: not the flit that was offered before and not "
                       "taken";
        }
        if (!in->i_valid[i])
            continue;
        if (in->i_head[i] == side->inside)
            return "i_head: a head within a packet, or no head where one begins";
        if (in->i_head[i] && in->i_dst[i] >= UL1_XOUT)
            return "i_dst: no output";
        if (!red_passes_any(in->i_atom[i]) || (!in->i_atom[i] && (in->i_wide[i] || in->i_signed[i])))
            return "i_atom, i_wide, i_signed: not built, or width and sign without an operation";
    }
    return NULL;
}

// Whether the flit at the front of the input was to leave by this output in the previous cycle.
static bool asked(const struct xbar_contract *c, unsigned i, unsigned o)
{
    const struct xbar_side *side = &c->in[i];
    if (!side->count)
        return false;
    return c->out[o].lock == XBAR_NONE ? side->fifo[0].head && side->fifo[0].dst == o
                                       : c->out[o].lock == (int)i;
}

// A packet goes before those of other inputs that wait for the output. None waits for a second one of the
// same input.
static bool is_fair(struct xbar_contract *c, unsigned i, unsigned o)
{
    bool fair = true;
    for (unsigned k = 0; k < UL1_XIN; k++)
        if (k != i && asked(c, k, o))
            fair &= ++c->in[k].passed[i] < 2;
    memset(c->in[i].passed, 0, sizeof c->in[i].passed);
    return fair;
}

static void leave(struct xbar_side *side)
{
    memmove(&side->fifo[0], &side->fifo[1], (UL1_XDEPTH - 1) * sizeof side->fifo[0]);
    side->count--;
}

static const char *check_moved(struct xbar_contract *c, const struct ul1_xbar_out *out, unsigned o)
{
    struct xbar_end *end = &c->out[o];
    end->asked = 0;
    end->from = XBAR_NONE;
    for (unsigned i = 0; i < UL1_XIN; i++)
        end->asked += asked(c, i, o);
    if (out->o_valid[o] != (end->asked != 0))
        return "o_valid: not exactly if an input asked for the output while that was free";
    if (!end->asked)
        return NULL;
    const unsigned from = out->from_input[o], i = end->lock == XBAR_NONE ? from : (unsigned)end->lock;
    if (i >= UL1_XIN || !asked(c, i, o) || (end->lock != XBAR_NONE && from))
        return "from_input: not an input that asked for the output, or not 0 behind a head";
    struct flit front = c->in[i].fifo[0];
    front.dst = 0;
    const struct flit now = shown(out, o);
    if (!flit_is(&now, &front))
        return "o_head, o_tail, o_kind, o_sub, o_line, o_vline, o_use, o_atom, o_wide, o_signed, o_err, "
               "o_sect, "
               "o_be, o_word: not the flit at the front of the input";
    if (front.head && !is_fair(c, i, o))
        return "from_input: an input waits for two packets of another";
    for (unsigned k = end->next; end->lock == XBAR_NONE && k != i; k = (k + 1) % UL1_XIN)
        if (asked(c, k, o))
            return "from_input: not the next input in rotation";
    end->next = (i + 1) % UL1_XIN;
    end->from = (int)i;
    end->moved = front;
    end->held = front;
    end->held_from = (uint8_t)from;
    end->lock = front.tail ? XBAR_NONE : (int)i;
    return NULL;
}

static const char *check_outputs(struct xbar_contract *c, const struct ul1_xbar_out *out)
{
    const char *broken = NULL;
    bool left[UL1_XIN] = { false };
    for (unsigned o = 0; o < UL1_XOUT; o++) {
        struct xbar_end *end = &c->out[o];
        if (!end->holds) {
            const char *found = check_moved(c, out, o);
            broken = broken ? broken : found;
            if (end->from != XBAR_NONE)
                left[end->from] = true;
            continue;
        }
        end->from = XBAR_NONE;
        const struct flit now = shown(out, o);
        if (!out->o_valid[o] || !flit_is(&now, &end->held) || out->from_input[o] != end->held_from)
            return "o_valid, from_input, o_head, o_tail, o_kind, o_sub, o_line, o_vline, o_use, o_atom, "
                   "o_wide, "
                   "o_signed, o_err, o_sect, o_be, o_word: not the flit that was on offer and not taken";
    }
    for (unsigned i = 0; i < UL1_XIN; i++)
        if (left[i])
            leave(&c->in[i]);
    return broken;
}

static void come(struct xbar_contract *c)
{
    for (unsigned i = 0; i < UL1_XIN; i++) {
        struct xbar_side *side = &c->in[i];
        if (side->comes && side->count < UL1_XDEPTH)
            side->fifo[side->count++] = side->coming;
        side->comes = false;
    }
}

static const char *check_state(const struct xbar_contract *c, const struct ul1_xbar_out *out)
{
    for (unsigned i = 0; i < UL1_XIN; i++) {
        if (out->i_ready[i] != (c->in[i].count < UL1_XDEPTH))
            return "i_ready: not exactly if the FIFO is not full";
        if (out->fifo_used[i] != c->in[i].count)
            return "fifo_used: not the flits that came and did not leave";
    }
    for (unsigned o = 0; o < UL1_XOUT; o++) {
        const int lock = c->out[o].lock;
        if (out->lock_valid[o] != (lock != XBAR_NONE) || (lock != XBAR_NONE && out->lock_input[o] != lock))
            return "lock_valid, lock_input: not from a head up to its tail, to its input";
    }
    return NULL;
}

static void advance(struct xbar_contract *c, const struct ul1_xbar_in *in, const struct ul1_xbar_out *out)
{
    for (unsigned i = 0; i < UL1_XIN; i++) {
        struct xbar_side *side = &c->in[i];
        side->comes = in->i_valid[i] && out->i_ready[i];
        side->waits = in->i_valid[i] && !side->comes;
        if (side->comes)
            side->inside = !in->i_tail[i];
        side->coming = side->waiting = offered(in, i);
    }
    for (unsigned o = 0; o < UL1_XOUT; o++)
        c->out[o].holds = out->o_valid[o] && !in->o_ready[o];
}

const char *xbar_contract_check(struct xbar_contract *c, const struct ul1_xbar_in *in,
                                const struct ul1_xbar_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        c->judged = true;
        for (unsigned o = 0; o < UL1_XOUT; o++)
            c->out[o].lock = c->out[o].from = XBAR_NONE;
        return NULL;
    }
    const char *broken = check_inputs(c, in);
    if (c->judged) {
        const char *found = check_outputs(c, out);
        broken = broken ? broken : found;
        come(c);
        found = broken ? NULL : check_state(c, out);
        broken = broken ? broken : found;
    }
    advance(c, in, out);
    return broken;
}
