#include "checkers/packets/crossing.h"

#ifdef UL1_HAS_DCSIDE // with these sizes

void crossing_init(struct crossing *c, unsigned outs, unsigned share)
{
    memset(c, 0, sizeof *c);
    c->outs = outs;
    c->share = share;
    for (unsigned o = 0; o < CROSSING_MOST; o++)
        c->out[o].from = CROSSING_NONE;
}

const char *crossing_enter(struct crossing *c, unsigned in, const struct flit *f, unsigned to)
{
    if (f->head == c->in[in].inside)
        return "a head inside a packet, or a flit outside of one";
    if (f->head)
        c->in[in].to = to;
    c->in[in].inside = !f->tail;
    struct crossing_queue *q = &c->queue[in * c->outs + c->in[in].to];
    if (q->count == CROSSING_HOLDS)
        return "more flits are on their way to one end than there is room for";
    const unsigned last = (q->head + q->count++) % CROSSING_HOLDS;
    q->flit[last] = *f;
    q->flit[last].dst = 0;
    q->since[last] = c->moved = c->cycle;
    return NULL;
}

static bool is_next(const struct crossing *c, unsigned in, unsigned out, const struct flit *f)
{
    const struct crossing_queue *q = &c->queue[in * c->outs + out];
    return q->count && flit_is(&q->flit[q->head], f);
}

// The end whose next packet for this one begins with this flit.
static int origin(const struct crossing *c, unsigned out, const struct flit *f)
{
    for (unsigned in = 0; in < DC_NODES * CROSSING_ENDS / c->outs && in < CROSSING_MOST; in++)
        if (is_next(c, in, out, f))
            return (int)in;
    return CROSSING_NONE;
}

static void join(struct crossing_packet *p, const struct flit *f)
{
    p->sect |= f->sect;
    for (unsigned s = 0; s < UL1_SECTORS; s++) {
        if (!(f->sect >> s & 1))
            continue;
        memcpy(p->be + s * UL1_SECTOR_WORDS, f->be, sizeof f->be);
        memcpy(p->word + s * UL1_SECTOR_WORDS, f->word, sizeof f->word);
    }
}

const char *crossing_leave(struct crossing *c, unsigned out, int from, const struct flit *f)
{
    if (f->head != (c->out[out].from == CROSSING_NONE))
        return "a head inside a packet, or a flit outside of one";
    if (f->head)
        c->out[out].from = from == CROSSING_NONE ? origin(c, out, f) : from;
    const int in = c->out[out].from;
    if (in < 0 || in >= CROSSING_MOST || !is_next(c, (unsigned)in, out, f))
        return "not the next flit on its way from any end to this one";
    struct crossing_queue *q = &c->queue[(unsigned)in * c->outs + out];
    struct crossing_packet *p = &c->out[out].packet;
    q->head = (q->head + 1) % CROSSING_HOLDS;
    q->count--;
    c->moved = c->cycle;
    if (f->head) {
        memset(p, 0, sizeof *p);
        p->head = *f;
        p->from = (unsigned)in;
    }
    join(p, f);
    if (f->tail)
        c->out[out].from = CROSSING_NONE;
    return NULL;
}

void crossing_cycle(struct crossing *c, const bool *waits)
{
    c->cycle++;
    for (unsigned o = 0; o < c->outs; o++) {
        c->out[o].waited = waits[o] ? c->out[o].waited + 1 : 0;
        if (c->slowest < c->out[o].waited)
            c->slowest = c->out[o].waited;
    }
}

// The flits of a FIFO and of a register before it; each waits for a packet of each other end, and each flit
// of these for the taker.
uint64_t crossing_bound(const struct crossing *c)
{
    return (UL1_XDEPTH + UL1_SECTORS + 1) * c->share * UL1_SECTORS * (c->slowest + 1) + 4;
}

bool crossing_late(const struct crossing *c)
{
    const uint64_t bound = crossing_bound(c);
    bool late = false;
    for (unsigned i = 0; i < DC_NODES * CROSSING_ENDS; i++)
        late |= c->queue[i].count && c->cycle - c->queue[i].since[c->queue[i].head] > bound;
    return late;
}

bool crossing_empty(const struct crossing *c)
{
    bool empty = true;
    for (unsigned i = 0; i < DC_NODES * CROSSING_ENDS; i++)
        empty &= !c->queue[i].count;
    return empty;
}

#endif
