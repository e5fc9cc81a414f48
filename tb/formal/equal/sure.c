// Which instructions have nothing of their warp to wait for, and before which a load of their warp may yet be
// deferred.
//
// The C examines all lines and the one being coalesced. lsu_warps omits the latter. It is of another
// instruction of the warp only if this is the successor, or if the warp has a deferred instruction
// (tb/formal/turn_kept.sv). lsu_coalescer checks the former (coalescer.c), and so does this file, behind all
// else. In the latter case no instruction of the warp is sure.
#include "lanes.c"

#include "relate.h"

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

// Kinds and warps of the entries.
static void find_entries(struct lsu_state *s)
{
    const uint64_t plain = held("instr_plain", 0, 0);
    s->stores = held("instr_store", 0, 0);
    s->ordered = held("instr_ordered", 0, 0);
    s->invals = ~(plain | s->stores | s->ordered);
    s->flushes = 0;
    never((plain & (s->stores | s->ordered)) || (s->stores & s->ordered)); // lsu_take, lsu_table
    for (unsigned i = 0; i < UL1_INSTRS; i++) {
        s->entry[i].warp = 0;
        for (unsigned b = 0; b < UL1_WARP_W; b++)
            s->entry[i].warp |= (uint8_t)(is_in(held("warp_q", b, UL1_INSTRS), i) << b);
    }
}

// Lines other than replays. Their signals give the table fields of their instructions.
static void find_lines(struct lsu_state *s)
{
    s->lines.used[LSU_LOADS] = held("line_news", 0, 0);
    s->lines.used[LSU_STORES] = 0;
    for (unsigned k = 0; k < UL1_NEW_LINES; k++) {
        struct lsu_line *l = &s->lines.place[k];
        l->id = (uint8_t)held("line_entries", k, UL1_INSTR_W);
        l->warp = (uint8_t)held("line_warps", k, UL1_WARP_W);
        l->store = (uint8_t)held("line_stores", k, 1);
        never(l->id >= UL1_INSTRS);
        const unsigned is_there = is_in(held("line_news", 0, 0), k);
        never(is_there && (l->warp != s->entry[l->id].warp || l->store != is_in(s->stores, l->id)));
        never(is_there && held("line_plain", k, 1) != is_in(held("instr_plain", 0, 0), l->id));
    }
}

// The access in stage 1, which is no store.
static void find_look(struct lsu_state *s)
{
    s->look.valid = (uint8_t)yes("s1_look");
    s->look.replay = 0;
    s->follow[0].id = (uint8_t)held("s1_entry", 0, 0);
    never(s->follow[0].id >= UL1_INSTRS);
    never(s->look.valid && held("s1_warp", 0, 0) != s->entry[s->follow[0].id].warp);
    never(s->look.valid
          && (is_in(s->stores, s->follow[0].id) || yes("s1_cmo") != lsu_is_cmo(s, s->follow[0].id)));
}

static void find(struct lsu_state *s, unsigned id)
{
    find_entries(s);
    find_lines(s);
    find_look(s);
    const unsigned warp = s->entry[id].warp;
    for (unsigned w = 0; w < LSU_WARPS; w++)
        s->deferral.of_warp[w] = w == warp && is_in(held("has_deferred_q", 0, 0), id);
    s->loading = is_in(held("ordered_pending_q", 0, 0), id) ? one(warp) : 0;
    s->reading.valid = (uint8_t)any(1);
    s->reading.kind = (uint8_t)any(1);
    s->reading.id = (uint8_t)any(UL1_INSTR_W);
    never(s->reading.id >= UL1_INSTRS);
}

// If a line of another instruction of the warp is being coalesced, the conditions of lsu_coalescer for its
// successor are checked, too.
static unsigned fits(const struct lsu_state *s, unsigned id, unsigned is_same_warp)
{
    const unsigned sort = lsu_sort(s, id);
    return !is_same_warp || (sort == lsu_sort(s, s->reading.id) && sort != LSU_OTHER);
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    const unsigned id = (unsigned)any(UL1_INSTR_W);
    never(id >= UL1_INSTRS);
    find(s, id);
    const unsigned is_same_warp =
        lsu_reads_new(s) && s->reading.id != id && s->entry[s->reading.id].warp == s->entry[id].warp;
    const uint64_t sure = held("sure", 0, 0), speculative = held("behind_speculative", 0, 0);
    const unsigned is_wrong = lsu_is_sure(s, id) != (is_in(sure, id) && fits(s, id, is_same_warp));
    same("sure", 0, 0, is_wrong ? ~sure & below(UL1_INSTRS) : sure, 1);
    // checked for stores
    same("behind_speculative", 0, 0, with(speculative, id, lsu_speculative(s, s->entry[id].warp)),
         is_in(s->stores, id));
}
