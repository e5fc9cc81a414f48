// Xbar: each input has a FIFO of flits, each output a register. An output that has passed a head is locked to
// its input up to the tail. Else the inputs that ask for it take turns, round robin.
#include "cluster/xbar.h"

static struct flit flit_at(const struct xbar_in *in, unsigned i)
{
    struct flit f = {
        .first = in->i_head[i], .last = in->i_tail[i], .dst = in->i_dst[i], .sect = in->i_sect[i]
    };
    f.head = (struct head){ .kind = in->i_kind[i],
                            .use = in->i_use[i],
                            .atom = in->i_atom[i],
                            .wide = in->i_wide[i],
                            .sign = in->i_signed[i],
                            .err = in->i_err[i],
                            .sub = in->i_sub[i],
                            .line = in->i_line[i],
                            .vline = in->i_vline[i] };
    memcpy(f.be, in->i_be + (size_t)i * UL1_SECTOR_WORDS, sizeof f.be);
    memcpy(f.word, in->i_word + (size_t)i * UL1_SECTOR_WORDS, sizeof f.word);
    return f;
}

static void show_flit(struct ul1_xbar_out *out, unsigned o, const struct flit *f)
{
    out->o_head[o] = f->first;
    out->o_tail[o] = f->last;
    out->o_kind[o] = f->head.kind;
    out->o_sub[o] = f->head.sub;
    out->o_line[o] = f->head.line;
    out->o_vline[o] = f->head.vline;
    out->o_use[o] = f->head.use;
    out->o_atom[o] = f->head.atom;
    out->o_wide[o] = f->head.wide;
    out->o_signed[o] = f->head.sign;
    out->o_err[o] = f->head.err;
    out->o_sect[o] = f->sect;
    memcpy(out->o_be + (size_t)o * UL1_SECTOR_WORDS, f->be, sizeof f->be);
    memcpy(out->o_word + (size_t)o * UL1_SECTOR_WORDS, f->word, sizeof f->word);
}

static unsigned xbar_takes(const struct xbar_input *in)
{
    return in->ring.count < UL1_XDEPTH;
}

static void xbar_state(const struct xbar_state *s, const struct xbar_in *in, struct ul1_xbar_out *out)
{
    (void)in;
    for (unsigned i = 0; i < UL1_XIN; i++)
        out->i_ready[i] = (uint8_t)xbar_takes(&s->in[i]);
    for (unsigned o = 0; o < UL1_XOUT; o++) {
        const struct xbar_output *x = &s->out[o];
        out->o_valid[o] = x->valid;
        out->from_input[o] = x->flit.first ? x->from : 0;
        show_flit(out, o, &x->flit);
    }
}

static void xbar_show(const struct xbar_state *s, const struct xbar_in *in, struct ul1_xbar_out *out)
{
    (void)in;
    for (unsigned i = 0; i < UL1_XIN; i++)
        out->fifo_used[i] = s->in[i].ring.count;
    for (unsigned o = 0; o < UL1_XOUT; o++) {
        out->lock_valid[o] = s->out[o].locked;
        out->lock_input[o] = s->out[o].lock;
    }
}

static unsigned xbar_rests(const struct xbar_state *s)
{
    unsigned flits = 0;
    for (unsigned i = 0; i < UL1_XIN; i++)
        flits |= s->in[i].ring.count;
    for (unsigned o = 0; o < UL1_XOUT; o++)
        flits |= s->out[o].valid;
    return !flits;
}

// The output that an input asks for, or XOUT. The lock of an output and `sends` of its input go together.
static unsigned xbar_asks(const struct xbar_state *s, unsigned i)
{
    const struct xbar_input *in = &s->in[i];
    const unsigned dst = in->flit[in->ring.head].dst;
    if (!in->ring.count)
        return UL1_XOUT;
    if (in->sends)
        return in->to;
    return dst < UL1_XOUT && !s->out[dst].locked ? dst : UL1_XOUT;
}

// For each output the input that it grants, or XIN: the first that asks, from the one behind the last on.
static void xbar_grants(const struct xbar_state *s, uint8_t grant[UL1_XOUT])
{
    unsigned behind[UL1_XOUT] = { 0 };
    memset(grant, UL1_XIN, UL1_XOUT);
    for (unsigned i = 0; i < UL1_XIN; i++) {
        const unsigned o = xbar_asks(s, i);
        if (o == UL1_XOUT)
            continue;
        const unsigned distance = (i + UL1_XIN - s->out[o].after) % UL1_XIN;
        if (grant[o] < UL1_XIN && behind[o] < distance)
            continue;
        grant[o] = (uint8_t)i;
        behind[o] = distance;
    }
}

// The flit at the front of input i moves to the register of output o.
static void xbar_move(struct xbar_state *s, unsigned i, unsigned o)
{
    struct xbar_output *x = &s->out[o];
    struct xbar_input *in = &s->in[i];
    x->flit = in->flit[in->ring.head];
    ring_leave(&in->ring, UL1_XDEPTH);
    x->valid = 1;
    x->from = (uint8_t)i;
    x->locked = in->sends = !x->flit.last;
    x->lock = (uint8_t)i;
    in->to = (uint8_t)o;
    x->after = (uint8_t)((i + 1) % UL1_XIN);
}

static void xbar_join(struct xbar_input *in, struct flit f)
{
    in->flit[ring_join(&in->ring, UL1_XDEPTH)] = f;
}

static void xbar_reset(struct xbar_state *s)
{
    for (unsigned i = 0; i < UL1_XIN; i++) {
        s->in[i].ring = (struct ring){ 0 };
        s->in[i].sends = 0;
    }
    for (unsigned o = 0; o < UL1_XOUT; o++) {
        s->out[o].valid = s->out[o].locked = 0;
        s->out[o].after = 0;
    }
}

static void xbar_clock(struct xbar_state *s, const struct xbar_in *in, const struct ul1_xbar_out *out)
{
    uint8_t grant[UL1_XOUT], takes[UL1_XIN];
    (void)out;
    if (in->rst) {
        xbar_reset(s);
        return;
    }
    xbar_grants(s, grant);
    for (unsigned i = 0; i < UL1_XIN; i++)
        takes[i] = in->i_valid[i] && xbar_takes(&s->in[i]);
    for (unsigned o = 0; o < UL1_XOUT; o++) {
        struct xbar_output *x = &s->out[o];
        if (x->valid && !in->o_ready[o])
            continue;
        x->valid = 0;
        if (grant[o] < UL1_XIN)
            xbar_move(s, grant[o], o);
    }
    for (unsigned i = 0; i < UL1_XIN; i++)
        if (takes[i])
            xbar_join(&s->in[i], flit_at(in, i));
}
