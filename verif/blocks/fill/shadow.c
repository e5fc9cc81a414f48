#include "blocks/fill/shadow.h"

#include <string.h>

static void join(struct fill_shadow *s, unsigned entry)
{
    if (s->count < UL1_PRT)
        s->queue[s->count++] = (uint8_t)entry;
}

// The head is taken, and leaves after its last replay; entries join.
static void advance_queue(struct fill_shadow *s, const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    if (s->count && in->coalesce_ready) {
        s->pos = in->merged_last ? 0 : s->pos + 1;
        s->count -= in->merged_last;
        if (in->merged_last)
            memmove(s->queue, s->queue + 1, s->count);
    }
    if (in->done_fill)
        join(s, out->fill_prt);
    if (in->done_fault)
        join(s, in->head_prt);
}

void fill_shadow_advance(struct fill_shadow *s, const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    if (in->rst) {
        memset(s, 0, sizeof *s);
        s->judged = true;
        return;
    }
    if (s->judged) {
        advance_queue(s, in, out);
        s->came = *in;
    }
    if (out->replay_valid && in->coalesce_ready && in->merged_last)
        s->queued &= ~(UINT64_C(1) << out->replay_prt);
    if (in->done_fill)
        s->queued |= UINT64_C(1) << out->fill_prt;
    if (in->done_fault)
        s->queued |= UINT64_C(1) << in->head_prt;
}
