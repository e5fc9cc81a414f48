// Arbiter: relates its state, apart from the pass in stage 1 and the reservations, which are outputs.
#include "lanes.c"

#include "relate.h"

void relate(const struct arb_state *s)
{
    same("has_reserved_q", 0, 0, s->has_reserved, 1);
    same("regport_reserved", 0, 0, s->reserved, 1);
    // the reservation of the cached load in stage 1
    never(s->has_reserved && !(s->reserved >> (UL1_HLAT - 1) & 1));
    never((s->mask || s->cached) && !s->valid);
    never(s->replay && !s->cached);
}
