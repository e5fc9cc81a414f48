// Fill unit: responses, and the order of replays.
#include <string.h>

#include "l1/fill.h"

static void fill_state(const struct fill_state *s, const struct fill_in *in, struct ul1_fill_out *out)
{
    (void)in;
    out->fill_here = s->here && s->op == UL1_MEMOP_READ;
    out->fill_valid = out->fill_here && s->number < UL1_PRT;
    out->fill_con = UL1_CONSTANTS && out->fill_here && s->number == UL1_CON_NUMBER;
    out->fill_tex = UL1_TEXTURE && out->fill_here && s->number >= UL1_TEX_NUMBER;
    out->fill_walk = out->fill_here && s->number >= UL1_PRT && !out->fill_con && !out->fill_tex
        ? (uint8_t)one(s->number - UL1_PRT)
        : 0;
    out->answer_fence = s->here && s->op == UL1_MEMOP_FENCE;
    out->memfail_valid = s->here && s->op == UL1_MEMOP_WRITE;
    out->replay_valid = s->filled.count != 0;
    if (s->filled.count) {
        out->replay_prt = s->queue[s->filled.head];
        out->replay_pos = s->pos;
    }
    if (!s->here)
        return;
    out->fill_prt = s->number % UL1_PRT;
    out->fill_fetch = UL1_TEXTURE ? (uint8_t)((s->number - UL1_TEX_NUMBER) & (UL1_TEX_FETCHES - 1)) : 0;
    out->fill_sect = s->sect;
    out->fill_err = s->err;
    if (out->fill_here)
        memcpy(out->fill_data, s->data, sizeof out->fill_data);
    out->answer_id = (uint8_t)(s->number & below(UL1_ID_W));
    out->memfail_line = s->vline;
}

static void fill_clock_replay(struct fill_state *s, const struct fill_in *in, const struct ul1_fill_out *out)
{
    if (!out->replay_valid || !in->coalesce_ready)
        return;
    s->pos = (uint8_t)(in->merged_last ? 0 : s->pos + 1);
    if (in->merged_last)
        ring_leave(&s->filled, UL1_PRT);
}

static void fill_clock_response(struct fill_state *s, const struct fill_in *in)
{
    s->here = in->resp_valid;
    if (in->resp_valid) {
        s->op = in->resp_op;
        s->number = in->resp_number;
        s->sect = in->resp_sect;
        s->err = in->resp_err;
        s->vline = in->resp_vline;
        if (in->resp_op == UL1_MEMOP_READ)
            memcpy(s->data, in->resp_data, sizeof s->data);
    }
}

// If two entries are completed in one cycle, the one completed by a response joins first.
static void fill_clock(struct fill_state *s, const struct fill_in *in, const struct ul1_fill_out *out)
{
    fill_clock_replay(s, in, out);
    if (in->done_fill)
        s->queue[ring_join(&s->filled, UL1_PRT)] = out->fill_prt;
    if (in->done_fault)
        s->queue[ring_join(&s->filled, UL1_PRT)] = in->head_prt;
    fill_clock_response(s, in);
    if (in->rst) {
        s->here = 0;
        s->filled = (struct ring){ 0 };
        s->pos = 0;
    }
}
