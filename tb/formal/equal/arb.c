// Arbiter: relates its state, apart from the pass in stage 1 and the reservations, which are outputs.
#include "lanes.c"

#include "relate.h"

void relate(const struct arb_state *s)
{
    same("has_reserved_q", 0, 0, s->has_reserved, 1);
    uint64_t reserved = 0;
    for (unsigned k = 0; k < UL1_AHEAD; k++)
        reserved |= (uint64_t)s->reserved[k] << k;
    same("regport_reserved", 0, 0, reserved, 1);
    // the reservation of the cached load in stage 1
    never(s->has_reserved && !s->reserved[UL1_HLAT - 1]);
    never((s->mask || s->cached) && !s->valid);
    never(s->replay && !s->cached);
}
