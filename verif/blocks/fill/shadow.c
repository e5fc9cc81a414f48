#include "blocks/fill/shadow.h"

#include <string.h>

void fill_shadow_advance(struct fill_shadow *s, const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    if (in->rst) {
        memset(s, 0, sizeof *s);
        return;
    }
    if (out->replay_valid && in->gather_ready && in->merged_last)
        s->queued &= ~(UINT64_C(1) << out->replay_prt);
    if (in->done_fill)
        s->queued |= UINT64_C(1) << out->fill_prt;
    if (in->done_fault)
        s->queued |= UINT64_C(1) << in->head_prt;
}
