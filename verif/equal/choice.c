// The choice of a new cached line: the urgent sleeper, else the next in rotation, and what is known behind the choice. (Whether the
// instruction whose line is gathered goes on, or the next of its warp begins, is in gather.c.)
#include "lanes.c"

#include "equal/behind.h"
#include "equal/relate.h"

static unsigned yes(const char *wire)
{
    return (unsigned)held(wire, 0, 0);
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    s->stores = held("pt_store", 0, 0);
    s->flushes = held("pt_flush", 0, 0);
    s->rotated[LSU_LOADS] = (uint8_t)any(UL1_PT_W);
    s->rotated[LSU_STORES] = (uint8_t)any(UL1_PT_W);
    never(s->rotated[LSU_LOADS] >= UL1_PT || s->rotated[LSU_STORES] >= UL1_PT);
    never(held("u_loads.behind", 0, 0) != behind(s->rotated[LSU_LOADS]));
    never(held("u_stores.behind", 0, 0) != behind(s->rotated[LSU_STORES]));
    s->last_kind = yes("stored_last") ? LSU_STORES : LSU_LOADS;
    const uint64_t others = held("others", 0, 0), urgent = held("urgent_one", 0, 0);
    never(without_lowest(urgent) != 0);
    if (!others || yes("takes_replay") || yes("rst"))
        return;
    same("reads", 0, 0, 1, 1);
    struct lsu_gathered g = { .urgent = (others & urgent) != 0 };
    const unsigned id = g.urgent ? lowest(urgent) : lsu_rotates(s, others);
    same("next_entry", 0, 0, id, 1);
    g.reading.valid = 1;
    g.reading.kind = lsu_kind(s, id);
    g.reading.id = (uint8_t)id;
    s->reading.valid = 0;                   // (whether a line joins does not matter here)
    lsu_clock_gathered(s, g);
    becomes("kind", 0, 0, s->reading.kind, 1);
    becomes("stored_last", 0, 0, s->last_kind == LSU_STORES, 1);
    becomes("u_loads.behind", 0, 0, behind(s->rotated[LSU_LOADS]), 1);
    becomes("u_stores.behind", 0, 0, behind(s->rotated[LSU_STORES]), 1);
}
