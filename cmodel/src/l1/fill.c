// Fill unit: responses, and the order of replays.
#include "fill.h"

static void fill_state(const struct fill_state *s, const struct ul1_fill_in *in, struct ul1_fill_out *out)
{
    (void)in;
    out->fill_here = s->here && s->kind == UL1_MEMOP_READ;
    out->fill_valid = out->fill_here && s->sub < UL1_PRT;
    out->fill_walk = out->fill_here && s->sub >= UL1_PRT;
    out->fill_prt = s->sub % UL1_PRT;
    out->fill_sect = s->sect;
    out->fill_err = s->err;
    if (out->fill_here)
        memcpy(out->fill_data, s->data, sizeof out->fill_data);
    out->answer_fence = s->here && s->kind == UL1_MEMOP_FENCE;
    out->answer_id = s->sub;
    out->memfail_valid = s->here && s->kind == UL1_MEMOP_WRITE;
    out->memfail_line = s->vline;
    out->replay_valid = s->count != 0;
    out->replay_prt = s->queue[s->head];
    out->replay_pos = s->pos;
}

static void fill_append(struct fill_state *s, unsigned entry)
{
    s->queue[(s->head + s->count++) % UL1_PRT] = (uint8_t)entry;
}

static void fill_clock_replay(struct fill_state *s, const struct ul1_fill_in *in)
{
    if (!in->sel_replay)
        return;
    s->pos = (uint8_t)(in->merged_last ? 0 : (s->pos + 1) % (1 << UL1_MERGE_W));
    if (in->merged_last) {
        s->head = (uint8_t)((s->head + 1) % UL1_PRT);
        s->count--;
    }
}

static void fill_clock_response(struct fill_state *s, const struct ul1_fill_in *in)
{
    s->here = in->resp_valid;
    if (in->resp_valid) {
        s->kind = in->resp_op;
        s->sub = in->resp_number;
        s->sect = in->resp_sect;
        s->err = in->resp_err;
        s->vline = in->resp_vline;
        if (in->resp_op == UL1_MEMOP_READ)
            memcpy(s->data, in->resp_data, sizeof s->data);
    }
}

// An entry that a fill completes goes before one that a fault completes in the same cycle.
static void fill_clock(struct fill_state *s, const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    fill_clock_replay(s, in);
    if (in->done_fill)
        fill_append(s, out->fill_prt);
    if (in->done_fault)
        fill_append(s, in->head_prt);
    fill_clock_response(s, in);
    if (in->rst) {
        s->here = 0;
        s->head = 0;
        s->count = 0;
        s->pos = 0;
    }
}
