#include "blocks/node/contract.h"
#include "blocks/node/packets.h"
#include "blocks/node/passes.h"
#include "common/nodes.h"

// ---- assumptions: flits of requests

static const char *check_head(const struct flit *f)
{
    const bool reads = f->kind == UL1_PACKET_READ, inv = f->kind == UL1_PACKET_INV;
    if (f->kind > UL1_PACKET_ATOM && !inv)
        return "q1_kind: no request";
    if (reads && (!f->tail || !f->sect))
        return "q1_tail, q1_sect: a read of more than one flit, or of no sector";
    if (inv && (!f->tail || (!f->sect && f->line)))
        return "q1_tail, q1_line: an inv of more than one flit, or a line in one of all lines";
    if ((reads || inv) && f->vline)
        return "q1_vline: of a read or an inv";
    if (!reads && f->use)
        return "q1_use: a purpose without a read";
    if (!red_passes(f->atom, f->kind == UL1_PACKET_ATOM) || (f->atom && (reads || inv)))
        return "q1_atom, q1_kind: not built, or an operation of a read or an inv";
    return !f->atom && (f->wide || f->sign) ? "q1_wide, q1_signed: without an operation (q1_atom)" : NULL;
}

static const char *check_flit(const struct node_contract *c, const struct ul1_node_in *in)
{
    struct flit f;
    FLIT_READ(f, in, q1, , 0);
    if (c->flit_waits
        && (!in->q1_valid || !flit_is(&f, &c->flit_waiting) || in->from_input != c->from_waiting))
        return "q1_valid, from_input, q1_head, q1_tail, q1_kind, q1_sub, q1_line, q1_vline, q1_use, q1_atom, "
               "q1_wide, q1_signed, q1_err, q1_sect, q1_be, q1_word: not the flit that was offered "
               "before and not taken";
    if (!in->q1_valid)
        return NULL;
    if (f.head == c->inside)
        return "q1_head: a head within a packet, or no head where one begins";
    const char *broken = f.head ? check_head(&f) : NULL;
    if (broken)
        return broken;
    const unsigned kind = f.head ? f.kind : c->came.head.kind;
    const bool words = kind == UL1_PACKET_WRITE || kind == UL1_PACKET_ATOM;
    return words && (!one_sector(f.sect) || (!f.head && f.sect & c->came.sect))
        ? "q1_sect: not one sector, or one that the packet has had"
        : NULL;
}

// ---- assumptions: flits of replies

static const char *check_reply_head(const struct node_contract *c, const struct flit *f)
{
    const bool by = f->sub & NODE_BY, ack = f->kind == UL1_PACKET_ACK;
    if (f->kind != UL1_PACKET_DATA && f->kind != UL1_PACKET_OLD && !ack)
        return "q4_kind: no reply";
    if (ack ? !f->tail || f->sect : f->vline || !f->sect || (f->err && !f->tail))
        return "q4_tail, q4_sect, q4_vline, q4_err: not those of an ack, of an error or of words";
    if (!by
        && (f->sub >= UL1_NODE_MSHRS || f->kind != UL1_PACKET_DATA || !c->entry[f->sub].open
            || f->sect & ~c->entry[f->sub].out))
        return "q4_sub, q4_kind, q4_sect: of no fetch, or of sectors that it does not have";
    return NULL;
}

static const char *check_reply(const struct node_contract *c, const struct ul1_node_in *in)
{
    struct flit f;
    FLIT_READ(f, in, q4, , 0);
    if (c->reply_waits && (!in->q4_valid || !flit_is(&f, &c->reply_waiting)))
        return "q4_valid, q4_head, q4_tail, q4_kind, q4_sub, q4_line, q4_vline, q4_use, q4_atom, q4_wide, "
               "q4_signed, q4_err, q4_sect, q4_be, q4_word: not the flit that was offered before and not "
               "taken";
    if (!in->q4_valid)
        return NULL;
    if (f.head == c->reply_inside)
        return "q4_head: a head within a packet, or no head where one begins";
    const char *broken = f.head && c->judged ? check_reply_head(c, &f) : NULL;
    const struct flit *head = f.head ? &f : &c->brought.head;
    if (broken || !brings_words(head))
        return broken;
    if (!one_sector(f.sect) || (!f.head && f.sect & c->brought.sect))
        return "q4_sect: not one sector, or one that the packet has had";
    return c->judged && !(head->sub & NODE_BY) && f.sect & ~c->entry[head->sub].out
        ? "q4_sub, q4_kind, q4_sect: of no fetch, or of sectors that it does not have"
        : NULL;
}

// ---- what is shown

static const char *check_queues(const struct node_contract *c, const struct ul1_node_out *out)
{
    if (out->queue_used != c->queued)
        return "queue_used: not the requests that are not done";
    return out->q1_ready != (!c->comes || c->queued < UL1_NODE_QUEUE)
        ? "q1_ready: not exactly unless a packet waits for the queue"
        : NULL;
}

static const char *check_q3(const struct node_contract *c, const struct ul1_node_out *out)
{
    struct flit now;
    if (out->q3_valid != (c->request.flits != 0))
        return "q3_valid: not exactly while flits of a request are left";
    if (!out->q3_valid)
        return NULL;
    FLIT_READ(now, out, q3, , 0);
    now.dst = out->q3_dst;
    return flit_is(&now, &c->request.flit[0])
        ? NULL
        : "q3_head, q3_tail, q3_dst, q3_kind, q3_sub, q3_line, q3_vline, q3_use, q3_atom, q3_wide, "
          "q3_signed, q3_err, q3_sect, q3_be, q3_word: not the next flit of the request";
}

static const char *check_q2(const struct node_contract *c, const struct ul1_node_out *out)
{
    struct flit now;
    if (out->q2_valid != (c->reply.flits != 0))
        return "q2_valid: not exactly while flits of a reply are left";
    if (!out->q2_valid)
        return NULL;
    FLIT_READ(now, out, q2, , 0);
    now.dst = out->q2_dst;
    return flit_is(&now, &c->reply.flit[0])
        ? NULL
        : "q2_head, q2_tail, q2_dst, q2_kind, q2_sub, q2_line, q2_vline, q2_use, q2_atom, q2_wide, "
          "q2_signed, q2_err, q2_sect, q2_be, q2_word: not the next flit of the reply";
}

static const char *check_mshrs(const struct node_contract *c, const struct ul1_node_out *out)
{
    for (unsigned n = 0; n < UL1_NODE_MSHRS; n++) {
        const struct node_entry *e = &c->entry[n];
        const unsigned state = !e->open ? UL1_MSHRSTATE_FREE
            : e->coming                 ? UL1_MSHRSTATE_COMES
                                        : UL1_MSHRSTATE_ANSWERS;
        if (out->mshr_state[n] != state || out->mshr_closed[n] != e->closed
            || (e->open && out->mshr_sect[n] != e->coming))
            return "mshr_state, mshr_sect, mshr_closed: not those of the reads and replies so far";
    }
    return NULL;
}

// ---- waits

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

// The bounds of the document. Quantities that last now are in them.
static const char *check_waits(const struct node_contract *c)
{
    uint64_t D = c->fetching, wait = 0;
    for (unsigned n = 0; n < UL1_NODE_MSHRS; n++) {
        const struct node_entry *e = &c->entry[n];
        D = e->out ? most(D, c->cycle - e->asked + 1) : D;
        if (e->open)
            wait = most(wait, c->cycle - e->read[e->next].since);
    }
    const uint64_t T = most(c->taking, c->request.flits ? c->cycle - c->request_since + 1 : 0),
                   A = most(c->accepting, c->reply.flits ? c->cycle - c->reply_since + 1 : 0);
    if (wait > node_answers_within(T, D, A))
        return "pass_did: a read waits for its answer for longer than its bound";
    return c->queued && c->cycle - c->oldest > node_ends_within(T, D, A)
        ? "queue_used: the oldest request waits for longer than its bound"
        : NULL;
}

// ---- a cycle

static void advance_requests(struct node_contract *c, const struct ul1_node_in *in,
                             const struct ul1_node_out *out)
{
    struct flit f;
    FLIT_READ(f, in, q1, , 0);
    c->flit_waits = in->q1_valid && !out->q1_ready;
    c->flit_waiting = f;
    c->from_waiting = in->from_input;
    if (c->comes && c->queued < UL1_NODE_QUEUE) {
        if (!c->queued)
            c->oldest = c->cycle + !in->half;
        c->queue[c->queued++] = c->came;
        c->comes = false;
    }
    if (in->q1_valid && out->q1_ready) {
        come(&c->came, &f, in->from_input);
        c->inside = !f.tail;
        c->comes = f.tail;
    }
    if (in->half || !c->request.flits || !in->q3_ready)
        return;
    if (c->request.flits == 1)
        c->taking = most(c->taking, c->cycle - c->request_since + 1);
    if (c->request.flits == 1 && c->fetched) {
        struct node_entry *e = &c->entry[c->request.flit[0].sub % UL1_NODE_MSHRS];
        e->asked = e->out ? e->asked : c->cycle;
        e->out |= c->fetched;
    }
    sent(&c->request);
}

static void advance_replies(struct node_contract *c, const struct ul1_node_in *in)
{
    struct flit f;
    FLIT_READ(f, in, q4, , 0);
    const bool room = !c->reply.flits || (c->reply.flits == 1 && in->q2_ready),
               by = c->brings && c->brought.head.sub & NODE_BY,
               lets_by = by && room && !(c->answers && c->passed),
               lets_answer = c->answers && room && !lets_by, takes = !by || lets_by;
    if (c->reply.flits && in->q2_ready) {
        c->accepting = most(c->accepting, c->cycle - c->reply_since + 1);
        sent(&c->reply);
    }
    if (in->half) {
        c->reply_waits = in->q4_valid;
        c->reply_waiting = f;
        return;
    }
    c->filled = c->filling;
    c->shown = c->fill;
    c->filling = c->brings && !by;
    c->fill = c->brought;
    if (lets_by || lets_answer) {
        struct node_packet p = lets_by ? c->brought : c->answer;
        p.head.dst = (uint8_t)(lets_by ? p.head.sub >> UL1_TAG_W & ((1u << UL1_NET_W) - 1) : p.head.dst);
        p.head.sub &= (1u << UL1_TAG_W) - 1;
        p.head.line = 0;
        p.head.use = p.head.atom = p.head.wide = p.head.sign = 0;
        memset(p.be, 0, sizeof p.be);
        send(&c->reply, &p);
        c->reply_since = c->cycle + 1;
        c->passed = lets_by;
        c->answers &= lets_by;
    }
    c->brings &= !takes;
    c->reply_waits = in->q4_valid && !takes;
    c->reply_waiting = f;
    if (!in->q4_valid || !takes)
        return;
    come(&c->brought, &f, 0);
    c->reply_inside = !f.tail;
    c->brings = f.tail;
    if (!f.tail || c->brought.head.sub >= UL1_NODE_MSHRS)
        return;
    struct node_entry *e = &c->entry[c->brought.head.sub];
    e->out &= (uint8_t)~c->brought.sect;
    c->fetching = most(c->fetching, c->cycle - e->asked + 1);
}

const char *node_contract_check(struct node_contract *c, const struct ul1_node_in *in,
                                const struct ul1_node_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        c->judged = true;
        return NULL;
    }
    const char *broken = check_flit(c, in);
    if (c->judged) {
        broken = broken || c->halved ? broken : node_see_pass(c, out);
        broken = broken ? broken : check_queues(c, out);
        broken = broken ? broken : check_q3(c, out);
        broken = broken ? broken : check_q2(c, out);
        broken = broken ? broken : check_mshrs(c, out);
        broken = broken ? broken : check_waits(c);
    }
    broken = broken ? broken : check_reply(c, in);
    advance_requests(c, in, out);
    advance_replies(c, in);
    c->halved = in->half;
    c->cycle += !in->half;
    return broken;
}
