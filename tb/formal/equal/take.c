// Accepting an instruction: whether there is room, which lanes fail and why (alignment, range, space), and
// its path through the cache.
#include "lanes.c"

#include "relate.h"

enum { ID = 0 }; // its index here; the allocated entry is compared, too

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

static void find_offer(struct lsu_in *in)
{
    in->in_op = (uint8_t)held("in_op", 0, 0);
    in->in_space = (uint8_t)held("in_space", 0, 0);
    in->in_width = (uint8_t)held("in_width", 0, 0);
    in->in_hint = (uint8_t)held("in_hint", 0, 0);
    in->in_interleave = (uint8_t)held("in_interleave", 0, 0);
    in->in_atom = (uint8_t)held("in_atom", 0, 0);
    in->in_matrix = (uint8_t)held("in_matrix", 0, 0);
    in->in_mask = (uint32_t)held("in_mask", 0, 0);
    in->in_warp = 0;
    uint64_t *addr = some(LANES * sizeof *addr);
    for (unsigned i = 0; i < LANES; i++)
        addr[i] = held("in_addr", i, UL1_VA_W);
    in->in_addr = addr;
    in->cfg_policy = (uint8_t)held("cfg_policy", 0, 0);
    in->carveout = (uint8_t)held("carveout", 0, 0);
    in->cmd_hold = (uint8_t)yes("cmd_hold");
}

// Table state. The module receives a summary as signals.
static void find_credit(struct lsu_state *s)
{
    s->valid = held("instr_valid", 0, 0);
    s->shared = any(UL1_INSTRS);
    for (unsigned m = 0; m < LSU_ORDERS; m++)
        never(s->queue.order[m].last[0] > UL1_INSTRS); // (lsu_order_join)
    never(yes("others_fit") != (how_many(s->valid & ~s->shared) < UL1_INSTRS - UL1_INSTRS_KEPT));
}

static void compare_kept(const struct lsu_state *s)
{
    const struct lsu_entry *e = &s->entry[ID];
    same("new_null", 0, 0, is_in(s->nulls, ID), 1);
    same("new_fence", 0, 0, is_in(s->fences, ID), 1);
    same("new_store", 0, 0, is_in(s->stores, ID), 1);
    same("new_shared", 0, 0, is_in(s->shared, ID), 1);
    same("new_cached", 0, 0, is_in(s->cached, ID), 1);
    same("new_ordered", 0, 0, is_in(s->ordered, ID), 1);
    same("new_inval", 0, 0, is_in(s->invals, ID), 1);
    same("new_flush", 0, 0, is_in(s->flushes, ID), 1);
    same("new_bypass", 0, 0, e->bypass, 1);
    same("new_fresh", 0, 0, e->fresh, UL1_CACHES_BEHIND);
    same("new_stream", 0, 0, e->stream, UL1_STREAMING); // else the table ignores it
    same("new_writeback", 0, 0, e->writeback, 1);
    same("new_width", 0, 0, e->width, e->todo != 0);
    same("new_matrix", 0, 0, e->matrix, 1);
    same("new_lanes", 0, 0, e->todo, 1);
    same("new_failed", 0, 0, e->failing, 1);
    same("new_err", 0, 0, e->err, 1);
    for (unsigned q = 0; q < UL1_WORDS; q++)
        same("new_subs", q, 1, q < 1u << lg_words(e->width) && e->todo & lsu_sub_lanes(e, q), 1);
}

void compare(void)
{
    struct lsu_state *s = some(sizeof *s);
    struct lsu_in *in = some(sizeof *in);
    struct ul1_lsu_out *out = some(sizeof *out);
    find_offer(in);
    find_credit(s);
    lsu_ready(s, in, out);
    same("in_ready", 0, 0, out->in_ready, 1);
    same("in_shared_ready", 0, 0, out->in_shared_ready, 1);
    const unsigned takes = yes("in_valid") && !yes("in_again") && lsu_takes(in, out);
    same("take_new", 0, 0, takes, 1);
    same("take_again", 0, 0, yes("in_valid") && yes("in_again"), 1);
    same("new_entry", 0, 0, out->in_entry, takes);
    if (!takes)
        return;
    same("new_interleaved", 0, 0, lsu_interleaves(in), 1);
    lsu_clock_new(s, in, ID);
    compare_kept(s);
}
