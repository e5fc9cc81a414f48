#include "blocks/dxbar/shadow.h"

void dxbar_shadow_advance(struct dxbar_shadow *s, const struct ul1_dxbar_in *in, const struct ul1_dxbar_out *out)
{
    (void)out;
    s->due = in->rst ? 0 : s->due >> 1 | (uint32_t)dxbar_writes(in) << in->pass_due >> 2;    // (pass_due may be 0 without a pass)
}
