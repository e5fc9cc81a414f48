// The choice of a new cached line: the urgent deferred instruction, else the next in rotation, else the
// instruction that is being coalesced, or the next of its warp; and the registers behind the choice.
// coalescer.c decides which of the last two it is, if any.
#include "lanes.c"

#include "behind.h"
#include "relate.h"

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

static void find(struct lsu_state *s)
{
    s->stores = held("instr_store", 0, 0);
    s->flushes = held("instr_flush", 0, 0);
    s->rotated[LSU_LOADS] = (uint8_t)any(UL1_INSTR_W);
    s->rotated[LSU_STORES] = (uint8_t)any(UL1_INSTR_W);
    never(s->rotated[LSU_LOADS] >= UL1_INSTRS || s->rotated[LSU_STORES] >= UL1_INSTRS);
    never(held("behind_load_q", 0, 0) != behind(s->rotated[LSU_LOADS]));
    never(held("behind_store_q", 0, 0) != behind(s->rotated[LSU_STORES]));
    s->last_kind = yes("stored_last_q") ? LSU_STORES : LSU_LOADS;
    s->reading.id = (uint8_t)held("coalesce_entry", 0, 0);
    s->reading.kind = (uint8_t)held("kind_q", 0, 0);
    never(s->reading.id >= UL1_INSTRS);
    never(yes("reading") && s->reading.kind != LSU_REPLAY && s->reading.kind != lsu_kind(s, s->reading.id));
    never(without_lowest(held("urgent_one", 0, 0)) || without_lowest(held("successor", 0, 0)));
}

// Instructions that fit: the line buffer has a free entry of their kind, and a store has a credit of the WDB.
static uint64_t fitting(const struct lsu_state *s, uint64_t some)
{
    const uint64_t stores = s->stores | s->flushes;
    return some & (yes("loads_fit") ? UINT64_MAX : stores) & (yes("stores_can") ? UINT64_MAX : ~stores);
}

static unsigned chosen(const struct lsu_state *s, uint64_t others, unsigned urgent)
{
    if (others)
        return urgent ? lowest(held("urgent_one", 0, 0)) : lsu_rotates(s, others);
    return yes("again_new") ? s->reading.id : lowest(held("successor", 0, 0));
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    find(s);
    const uint64_t others = fitting(s, held("others", 0, 0));
    if (yes("takes_replay") || yes("rst"))
        return;
    struct lsu_coalesced g = {.urgent = (others & held("urgent_one", 0, 0)) != 0};
    g.reading.valid = others || yes("again_new") || yes("successor_new");
    same("reads", 0, 0, g.reading.valid, 1);
    if (g.reading.valid) {
        const unsigned id = chosen(s, others, g.urgent);
        same("other_entry", 0, 0, id, yes("reads_other"));
        g.reading.kind = lsu_kind(s, id);
        g.reading.id = (uint8_t)id;
    }
    s->reading.valid = 0; // whether a line joins does not matter here
    lsu_clock_coalesced(s, g);
    becomes("reading", 0, 0, s->reading.valid, 1);
    becomes("coalesce_entry", 0, 0, s->reading.id, s->reading.valid);
    becomes("kind_q", 0, 0, s->reading.kind, s->reading.valid);
    becomes("stored_last_q", 0, 0, s->last_kind == LSU_STORES, 1);
    becomes("behind_load_q", 0, 0, behind(s->rotated[LSU_LOADS]), 1);
    becomes("behind_store_q", 0, 0, behind(s->rotated[LSU_STORES]), 1);
}
