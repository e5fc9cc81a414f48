#include "blocks/replies/contract.h"

#include <stddef.h>
#include <string.h>

static struct replies_response offered(const struct ul1_replies_in *in)
{
    struct replies_response r;
    memset(&r, 0, sizeof r);
    r.op = in->resp_op;
    r.sect = in->resp_sect;
    r.err = in->resp_err;
    r.number = in->resp_number;
    r.vline = in->resp_vline;
    memcpy(r.data, in->resp_data, sizeof r.data);
    return r;
}

static struct replies_response shown(const struct ul1_replies_out *out)
{
    struct replies_response r;
    memset(&r, 0, sizeof r);
    r.op = out->answer_op;
    r.sect = out->answer_sect;
    r.err = out->answer_err;
    r.number = out->answer_number;
    r.vline = out->answer_vline;
    memcpy(r.data, out->answer_data, sizeof r.data);
    return r;
}

static const char *check_response(const struct replies_contract *c, const struct ul1_replies_in *in)
{
    if (in->resp_valid && in->resp_op > (UL1_GLOBAL_ATOMICS > 1 ? UL1_MEMOP_ATOM : UL1_MEMOP_FENCE))
        return "resp_op: none that there is";
    if (!c->waits)
        return NULL;
    const struct replies_response now = offered(in);
    return !in->resp_valid || memcmp(&now, &c->waiting, sizeof now)
        ? "resp_valid, resp_op, resp_number, resp_sect, resp_err, resp_vline, resp_data: not the response "
          "that "
          "was offered before and not taken"
        : NULL;
}

static const char *check_answer(const struct replies_contract *c, const struct ul1_replies_out *out)
{
    if (out->resp_ready != (c->count < UL1_REPLIES))
        return "resp_ready: not that the queue has room";
    if (out->answer_valid != (c->count && c->run < UL1_REPLY_RUN))
        return "answer_valid: not in each cycle with a response in the queue but those behind a run";
    if (!out->answer_valid)
        return NULL;
    const struct replies_response now = shown(out);
    return memcmp(&now, &c->held[0], sizeof now) ? "answer_op, answer_number, answer_sect, answer_err, "
                                                   "answer_vline, answer_data: not the oldest response"
                                                 : NULL;
}

// The state follows the specification, not the outputs.
static void advance(struct replies_contract *c, const struct ul1_replies_in *in)
{
    const bool leaves = c->count && c->run < UL1_REPLY_RUN, room = c->count < UL1_REPLIES;
    c->waits = in->resp_valid && !room;
    c->waiting = offered(in);
    if (in->resp_valid && room)
        c->held[c->count++] = c->waiting;
    c->run = leaves ? c->run + 1 : 0;
    if (!leaves)
        return;
    c->count--;
    memmove(&c->held[0], &c->held[1], c->count * sizeof c->held[0]);
}

const char *replies_contract_check(struct replies_contract *c, const struct ul1_replies_in *in,
                                   const struct ul1_replies_out *out)
{
    if (in->rst) {
        *c = (struct replies_contract){ .judged = true };
        return NULL;
    }
    const char *broken = check_response(c, in);
    if (!broken && c->judged)
        broken = check_answer(c, out);
    advance(c, in);
    return broken;
}
