// Data crossbar: when words are due, as its contract records it.
#include "relate.h"

void relate(const struct dxbar_contract *c)
{
    uint64_t waits = 0;
    for (unsigned k = 0; k <= UL1_HLAT - 3; k++)
        waits |= (uint64_t)(held("g_few.wait_mask_q", k, LANES) != 0) << k;
    const unsigned loads = held("s2_load", 0, 0) && held("s2_mask", 0, 0),
                   due = (unsigned)held("s2_due", 0, 0);
    const uint64_t comes = loads ? 1u << due >> 2 : 0;
    never(loads && (due < UL1_LAT || due > UL1_HLAT));
    never((waits & comes) || c->shadow.due.in[0] != (waits | comes) || c->shadow.due.in[1]);
}
