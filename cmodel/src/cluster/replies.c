// Replies: memory's responses pass through a queue. A response leaves in each cycle, but none does behind a
// run of them, so that the array's write port is free for a cycle.
#include <string.h>

#include "cluster/replies.h"

static unsigned replies_leaves(const struct replies_state *s)
{
    return s->count && s->run < UL1_REPLY_RUN;
}

static void replies_state(const struct replies_state *s, const struct replies_in *in,
                          struct ul1_replies_out *out)
{
    (void)in;
    const struct reply *r = &s->reply[s->first];
    out->resp_ready = s->count < UL1_REPLIES;
    out->answer_valid = (uint8_t)replies_leaves(s);
    if (!out->answer_valid)
        return;
    out->answer_op = r->op;
    out->answer_number = (__typeof__(out->answer_number))r->number;
    out->answer_sect = r->sect;
    out->answer_err = r->err;
    out->answer_vline = r->vline;
    memcpy(out->answer_data, r->data, sizeof r->data);
}

static void replies_join(struct replies_state *s, const struct replies_in *in)
{
    struct reply *r = &s->reply[(s->first + s->count++) % UL1_REPLIES];
    *r = (struct reply){ .op = in->resp_op,
                         .sect = in->resp_sect,
                         .err = in->resp_err,
                         .number = in->resp_number,
                         .vline = in->resp_vline };
    memcpy(r->data, in->resp_data, sizeof r->data);
}

static void replies_clock(struct replies_state *s, const struct replies_in *in,
                          const struct ul1_replies_out *out)
{
    const unsigned leaves = replies_leaves(s);
    if (in->resp_valid && out->resp_ready)
        replies_join(s, in);
    s->run = (uint8_t)(leaves ? s->run + 1 : 0);
    s->count = (uint8_t)(s->count - leaves);
    s->first = (uint8_t)((s->first + leaves) % UL1_REPLIES);
    if (in->rst)
        s->count = s->first = 0;
}
