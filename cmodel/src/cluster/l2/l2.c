// L2: each cycle begins a pass, of a response, of an MSHR that answers its reads, or of the oldest request in
// the queue. It acts in the next cycle (pass.h). Registers hold an answer and a request to memory.
#include <string.h>

#include "cluster/l2/state.h"
#include "cluster/l2/mshrs.h"
#include "cluster/l2/ways.h"
#include "cluster/l2/pass.h"

static void l2_state(const struct l2_state *s, const struct l2_in *in, struct ul1_l2_out *out)
{
    (void)in;
    out->req_ready = s->used < UL1_L2_QUEUE;
    out->answer_valid = s->answer.valid;
    out->answer_op = s->answer.op;
    out->answer_number = s->answer.number;
    out->answer_sect = s->answer.sect;
    out->answer_err = s->answer.err;
    out->answer_vline = s->answer.vline;
    if (s->answer.valid)
        memcpy(out->answer_data, s->answer.word, sizeof s->answer.word);
    out->mem_valid = s->request.valid;
    out->mem_op = s->request.op;
    out->mem_number = s->request.number;
    out->mem_line = s->request.line;
    out->mem_sect = s->request.sect;
    out->mem_vline = s->request.op == UL1_MEMOP_WRITE ? s->request.line & below(UL1_LINE_W) : 0;
    memset(out->memdata_be, 0, sizeof s->request.be);
    if (s->request.valid && s->request.op == UL1_MEMOP_WRITE) {
        memcpy(out->memdata_be, s->request.be, sizeof s->request.be);
        memcpy(out->memdata_word, s->request.word, sizeof s->request.word);
    }
    out->queue_used = s->used;
    out->pass_did = s->did;
    out->pass_set = s->did_set;
    out->pass_way = s->did_way;
    out->pass_mshr = s->did_mshr;
    memcpy(out->mshr_state, s->mshr_state, sizeof s->mshr_state);
    memcpy(out->mshr_sect, s->mshr_sect, sizeof s->mshr_sect);
}

static void l2_lost(const struct l2_state *s, const struct l2_in *in, struct ul1_l2_out *out)
{
    (void)s;
    out->lost_valid = in->resp_valid && in->resp_op == UL1_MEMOP_WRITE;
    out->lost_line = in->resp_vline;
}

// The pass that begins in this cycle.
static unsigned l2_begins(const struct l2_state *s, const struct l2_in *in)
{
    if (in->resp_valid && in->resp_op == UL1_MEMOP_READ)
        return L2_FILL;
    if (s->answering && s->kind != L2_REPLAY)
        return L2_REPLAY;
    return s->used > (s->kind == L2_REQUEST) ? L2_REQUEST : L2_NO_PASS;
}

static unsigned l2_rests(const struct l2_state *s)
{
    return s->kind == L2_NO_PASS && s->did == UL1_L2DID_NONE && !s->used && !s->answering && !s->answer.valid
        && !s->request.valid && !s->request.comes;
}

static void l2_begin(struct l2_state *s, const struct l2_in *in, unsigned kind)
{
    s->kind = (uint8_t)kind;
    if (kind != L2_FILL)
        return;
    s->mshr = in->resp_number;
    s->sect = in->resp_sect;
    s->err = in->resp_err;
    memcpy(s->word, in->resp_data, sizeof s->word);
}

static void l2_take(struct l2_state *s, const struct l2_in *in)
{
    struct l2_request *r = &s->queue[(s->head + s->used++) % UL1_L2_QUEUE];
    r->op = in->req_op;
    r->number = in->req_number;
    r->line = in->req_line;
    r->sect = in->req_sect;
    r->vline = in->req_vline;
    r->walk = in->reqread_kind == UL1_READKIND_WALK;
    if (r->op != UL1_MEMOP_WRITE)
        return;
    memcpy(r->be, in->reqdata_be, sizeof r->be);
    memcpy(r->word, in->reqdata_word, sizeof r->word);
}

static void l2_reset(struct l2_state *s)
{
    s->head = s->used = 0;
    s->kind = L2_NO_PASS;
    for (unsigned set = 0; set < UL1_L2_SETS; set++)
        s->set[set].there = s->set[set].pending = 0;
    memset(s->opened, 0, sizeof s->opened);
    memset(s->mshr_state, 0, sizeof s->mshr_state);
    s->first = s->answering = s->next = s->half = 0;
    s->answer.valid = 0;
    s->request.valid = s->request.comes = 0;
    s->did = UL1_L2DID_NONE;
    s->did_set = s->did_way = s->did_mshr = 0;
}

static void l2_clock(struct l2_state *s, const struct l2_in *in, const struct ul1_l2_out *out)
{
    const unsigned begins = l2_begins(s, in), takes = in->req_valid && out->req_ready;
    if (in->rst) {
        l2_reset(s);
        return;
    }
    const struct l2_room room = l2_leave(s, in);
    const unsigned stays = l2_act(s, room);
    l2_begin(s, in, stays && begins == L2_REQUEST ? L2_NO_PASS : begins);
    if (takes)
        l2_take(s, in);
}
