// Node: a cache between the L1s of some SMs and the L2 slices. Packets of requests come by Q1, into a queue.
// Each cycle begins a pass, of a reply of a slice, of an MSHR that answers its reads, or of the oldest
// request. It acts in the next cycle (pass.h). Answers leave by Q2, requests to slices by Q3. Replies come by
// Q4; those of requests that passed by go on to Q2.
#include "cluster/node/state.h"
#include "cluster/node/mshrs.h"
#include "cluster/node/ways.h"
#include "cluster/node/pass.h"

// ---- Q4 and Q2

static unsigned node_passes_by(const struct node_state *s)
{
    return s->brings.whole && is_in(s->brought.sub, NODE_PASSES_BY);
}

static unsigned node_fills(const struct node_state *s)
{
    return s->brings.whole && !is_in(s->brought.sub, NODE_PASSES_BY);
}

// A packet from Q4 enters Q2, or an answer does. If both wait, they take turns.
static unsigned node_lets_by(const struct node_state *s, const struct node_in *in)
{
    return node_passes_by(s) && flits_room(&s->reply, in->q2_ready) && !(s->answer.valid && s->passed);
}

static unsigned node_lets_answer(const struct node_state *s, const struct node_in *in)
{
    return s->answer.valid && flits_room(&s->reply, in->q2_ready) && !node_lets_by(s, in);
}

static unsigned node_serves(const struct node_state *s, const struct node_in *in)
{
    return !s->brings.whole || node_fills(s) || node_lets_by(s, in);
}

static void node_serve(const struct node_state *s, const struct node_in *in, struct ul1_node_out *out)
{
    out->q4_ready = (uint8_t)node_serves(s, in);
}

// ---- the packets on offer

static void node_replies(const struct node_state *s, struct ul1_node_out *out)
{
    const struct flits_out *f = &s->reply;
    const struct head h = f->begun ? (struct head){ 0 } : s->replied;
    out->q2_valid = f->valid;
    out->q2_head = !f->begun;
    out->q2_tail = (uint8_t)flits_tail(f);
    out->q2_dst = f->begun ? 0 : s->dst;
    out->q2_kind = h.kind;
    out->q2_sub = h.sub;
    out->q2_line = 0;
    out->q2_vline = h.vline;
    out->q2_use = out->q2_wide = out->q2_signed = 0;
    out->q2_atom = UL1_ATOM_NONE;
    out->q2_err = h.err;
    out->q2_sect = (uint8_t)flits_sect(f);
    memset(out->q2_be, 0, sizeof out->q2_be);
    flits_words(f, out->q2_word);
}

static void node_requests(const struct node_state *s, struct ul1_node_out *out)
{
    const struct flits_out *f = &s->request;
    const struct head h = f->begun ? (struct head){ 0 } : s->asked;
    out->q3_valid = f->valid;
    out->q3_head = !f->begun;
    out->q3_tail = (uint8_t)flits_tail(f);
    out->q3_dst = (uint8_t)(f->begun ? 0 : home_of(s->asked.line, UL1_NODE_SKIP));
    out->q3_kind = h.kind;
    out->q3_sub = h.sub;
    out->q3_line = h.line;
    out->q3_vline = h.vline;
    out->q3_use = h.use;
    out->q3_atom = h.atom;
    out->q3_wide = h.wide;
    out->q3_signed = h.sign;
    out->q3_err = 0;
    out->q3_sect = (uint8_t)flits_sect(f);
    for (unsigned w = 0; w < UL1_SECTOR_WORDS; w++)
        out->q3_be[w] = f->words ? s->be[flits_at(f) * UL1_SECTOR_WORDS + w] : 0;
    flits_words(f, out->q3_word);
}

static unsigned node_takes(const struct node_state *s)
{
    return !s->comes.whole || s->used < UL1_NODE_QUEUE;
}

static void node_state(const struct node_state *s, const struct node_in *in, struct ul1_node_out *out)
{
    (void)in;
    out->q1_ready = (uint8_t)node_takes(s);
    node_replies(s, out);
    node_requests(s, out);
    out->queue_used = s->used;
    out->pass_did = s->did;
    out->pass_set = s->did_set;
    out->pass_way = s->did_way;
    out->pass_mshr = s->did_mshr;
    memcpy(out->mshr_state, s->mshr_state, sizeof s->mshr_state);
    memcpy(out->mshr_sect, s->mshr_sect, sizeof s->mshr_sect);
    memcpy(out->mshr_closed, s->closed, sizeof s->closed);
}

// ---- a cycle

// The pass that begins in this cycle.
static unsigned node_begins(const struct node_state *s)
{
    if (node_fills(s))
        return NODE_FILL;
    if (s->answering && s->kind != NODE_REPLAY)
        return NODE_REPLAY;
    return s->used > (s->kind == NODE_REQUEST) ? NODE_REQUEST : NODE_NO_PASS;
}

static unsigned node_rests(const struct node_state *s)
{
    return s->kind == NODE_NO_PASS && s->did == UL1_NODEDID_NONE && !s->used && !s->answering
        && !s->comes.whole && !s->brings.whole && !s->answer.valid && !s->reply.valid && !s->request.valid;
}

static void node_begin(struct node_state *s, unsigned kind)
{
    s->kind = (uint8_t)kind;
    if (kind != NODE_FILL)
        return;
    s->mshr = (uint8_t)s->brought.sub;
    s->sect = s->brings.sect;
    s->err = s->brought.err;
    memcpy(s->word, s->brings.word, sizeof s->word);
}

// A packet enters Q2.
static void node_reply(struct node_state *s, unsigned by)
{
    if (by) {
        s->replied = s->brought;
        s->replied.sub &= below(UL1_TAG_W);
        s->dst = (uint8_t)(s->brought.sub >> UL1_TAG_W & below(UL1_NET_W));
        flits_enter(&s->reply, s->brought.kind != UL1_PACKET_ACK && !s->brought.err, s->brings.sect,
                    s->brings.word);
    } else {
        s->replied = (struct head){ .kind = s->answer.kind, .sub = s->answer.sub, .err = s->answer.err };
        s->dst = s->answer.dst;
        flits_enter(&s->reply, s->answer.kind == UL1_PACKET_DATA && !s->answer.err, s->answer.sect,
                    s->answer.word);
    }
    s->passed = (uint8_t)by;
}

static void node_bring(struct node_state *s, const struct node_in *in)
{
    flits_come(&s->brings, in->q4_head, in->q4_tail, in->q4_sect, in->q4_word);
    if (in->q4_head)
        s->brought =
            (struct head){ .kind = in->q4_kind, .sub = in->q4_sub, .err = in->q4_err, .vline = in->q4_vline };
}

static void node_come(struct node_state *s, const struct node_in *in)
{
    flits_come(&s->comes, in->q1_head, in->q1_tail, in->q1_sect, in->q1_word);
    for (unsigned k = 0; k < UL1_SECTORS; k++)
        if (is_in(in->q1_sect, k))
            memcpy(s->came.be + k * UL1_SECTOR_WORDS, in->q1_be, UL1_SECTOR_WORDS);
    if (!in->q1_head)
        return;
    s->came.from = in->from_input;
    s->came.head = (struct head){ .kind = in->q1_kind,
                                  .use = in->q1_use,
                                  .atom = in->q1_atom,
                                  .wide = in->q1_wide,
                                  .sign = in->q1_signed,
                                  .sub = in->q1_sub,
                                  .line = in->q1_line,
                                  .vline = in->q1_vline };
}

// The packet that came enters the queue.
static void node_enter(struct node_state *s)
{
    struct node_request *r = &s->queue[(s->head + s->used++) % UL1_NODE_QUEUE];
    *r = s->came;
    r->sect = s->comes.sect;
    memcpy(r->word, s->comes.word, sizeof r->word);
    s->comes.whole = 0;
}

static void node_reset(struct node_state *s)
{
    s->comes.whole = s->brings.whole = s->reply.valid = s->request.valid = s->answer.valid = 0;
    s->head = s->used = s->passed = 0;
    s->kind = NODE_NO_PASS;
    for (unsigned set = 0; set < UL1_NODE_SETS; set++)
        s->set[set].there = s->set[set].pending = 0;
    memset(s->mshr_state, 0, sizeof s->mshr_state);
    memset(s->closed, 0, sizeof s->closed);
    s->first = s->answering = s->next = s->half = 0;
    node_did(s, UL1_NODEDID_NONE, 0, 0, 0);
}

// A cycle, without packets that come by Q1.
static void node_cycle(struct node_state *s, const struct node_in *in)
{
    const unsigned begins = node_begins(s), by = node_lets_by(s, in), answer = node_lets_answer(s, in),
                   serves = node_serves(s, in);
    const struct node_room room = { .answer = !s->answer.valid || answer,
                                    .request = flits_room(&s->request, in->q3_ready) };
    if (s->reply.valid && in->q2_ready)
        flits_leave(&s->reply);
    if (by || answer)
        node_reply(s, by);
    if (answer)
        s->answer.valid = 0;
    if (s->request.valid && in->q3_ready)
        flits_leave(&s->request);
    const unsigned stays = node_act(s, room);
    node_begin(s, stays && begins == NODE_REQUEST ? NODE_NO_PASS : begins);
    if (serves)
        s->brings.whole = 0;
    if (in->q4_valid && serves)
        node_bring(s, in);
}

static void node_clock(struct node_state *s, const struct node_in *in, const struct ul1_node_out *out)
{
    (void)out;
    if (in->rst) {
        node_reset(s);
        return;
    }
    const unsigned enters = s->comes.whole && s->used < UL1_NODE_QUEUE, takes = node_takes(s);
    if (!in->half)
        node_cycle(s, in);
    else if (s->reply.valid && in->q2_ready)
        flits_leave(&s->reply);
    if (enters)
        node_enter(s);
    if (in->q1_valid && takes)
        node_come(s, in);
}
