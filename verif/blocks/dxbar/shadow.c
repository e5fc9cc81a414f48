#include "blocks/dxbar/shadow.h"

void dxbar_shadow_advance(struct dxbar_shadow *s, const struct ul1_dxbar_in *in, const struct ul1_dxbar_out *out)
{
    (void)out;
    s->hits = in->rst ? 0 : s->hits << 1 | (in->pass_cached && !in->pass_store && in->map_mask);
}
