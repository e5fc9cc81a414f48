#include "blocks/dxbar/shadow.h"

void dxbar_shadow_advance(struct dxbar_shadow *s, const struct ul1_dxbar_in *in,
                          const struct ul1_dxbar_out *out)
{
    (void)out;
    s->judged |= in->rst;
    for (unsigned k = 0; k < UL1_HLAT; k++) {
        const bool moves = !in->rst && k + 1 < UL1_HLAT;
        s->mask[k] = moves ? s->mask[k + 1] : 0;
        s->pred[k] = moves ? s->pred[k + 1] : 0;
    }
    if (!in->rst && dxbar_writes(in)) {
        s->mask[(in->pass_due - 2u) % UL1_HLAT] = in->map_mask;
        s->pred[(in->pass_due - 2u) % UL1_HLAT] = in->lock_pred;
    }
    s->store = !in->rst && in->pass_valid && in->pass_store;
    s->swaps = s->store && (in->pass_atom == UL1_ATOM_CAS || in->pass_red == UL1_ATOM_CAS);
    stages_move(&s->due, dxbar_writes(in), in->pass_due - 2u);
    if (in->rst)
        s->due = (struct stages){ 0 };
}
