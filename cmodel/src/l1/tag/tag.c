// Tag unit: the outputs and the clock edge; state.h lists the other files. Outputs that depend on inputs are
// computed by tag_look (lookup.h) and tag_evict (evict.c).
#include <string.h>

#include "l1/tag/state.h"
#include "l1/tag/replace.h"
#include "l1/tag/ways.h"
#include "l1/tag/lookup.h"
#include "l1/tag/command.h"
#include "l1/tag/evict.c"

static void tag_state(const struct tag_state *s, const struct tag_in *in, struct ul1_tag_out *out)
{
    (void)in;
    out->readout_valid = s->readout_valid;
    out->readout_row = s->readout_row;
    out->readout_sect = s->readout_sect;
    out->cmd_ready = s->cmd == UL1_CMD_STATE_READY;
    out->cmd_state = s->cmd;
    out->cmd_hold = s->cmd != UL1_CMD_STATE_READY && s->cmd < UL1_CMD_STATE_TURN && !tag_is_line(s);
    out->cmd_turn = s->cmd == UL1_CMD_STATE_TURN && !s->readout_valid;
    out->cmd_line = addr_line(s->addr);
    out->cmd_fence = s->cmd == UL1_CMD_STATE_FENCE;
    out->carveout = s->carveout;
    out->forget_valid = s->cmd == UL1_CMD_STATE_FINISH && s->op == UL1_CMD_PAGE;
    out->forget_addr = s->addr;
    out->forget_all = s->cmd == UL1_CMD_STATE_FINISH && s->renews;
    out->use_page = s->page;
    out->use_root = s->root;
}

static void tag_show(const struct tag_state *s, const struct tag_in *in, struct ul1_tag_out *out)
{
    (void)in;
    memcpy(out->tag_pend, s->pend, UL1_SETS * sizeof *s->pend);
    memcpy(out->tag_lock, s->lock, UL1_SETS * sizeof *s->lock);
    memcpy(out->tag_dirty, s->dirty, UL1_SETS * sizeof *s->dirty);
}

// The last replay of an entry frees its way.
static void tag_clock_last(struct tag_state *s, const struct tag_in *in, const struct ul1_tag_out *out,
                           const struct tag_found *found)
{
    s->lock[found->set] &= (uint8_t) ~(1u << found->way);
    s->set[found->set].closed &= (uint8_t) ~(1u << found->way);
    tag_set_sectors(s, found->set, found->way, out->look_valid | in->held_dirty,
                    found->dirty | in->held_dirty);
}

static void tag_clock_look(struct tag_state *s, const struct tag_in *in, const struct ul1_tag_out *out)
{
    if (!in->pass_cached)
        return;
    struct tag_found found = tag_seek(s, in->pass_line);
    struct tag_set *t = &s->set[found.set];
    unsigned stores = in->pass_store && found.there && !out->look_purge;
    unsigned reduces = tag_reduces(in), overtakes = reduces && found.there && !found.free;

    if (UL1_REPLACE >= UL1_REPLACE_FIFO) {
        if ((in->miss_open || in->store_alloc) && !found.there)
            tag_touch(s, t, found.way);
    } else if (out->look_hit || stores || in->miss_open || in->store_alloc) {
        tag_use(s, t, found.way, in->pass_stream);
    }
    if (in->miss_open || in->store_alloc)
        t->line[found.way] = in->pass_line;
    if (in->miss_open) {
        if (!found.there || tag_takes_over(in, &found))
            tag_set_sectors(s, found.set, found.way, 0, 0);
        s->pend[found.set] |= (uint8_t)(1u << found.way);
    }
    if (in->store_alloc)
        tag_set_sectors(s, found.set, found.way, in->store_sect, in->store_sect);
    if (in->store_dirty)
        tag_set_sectors(s, found.set, found.way, found.valid | in->store_sect, found.dirty | in->store_sect);
    if (UL1_POLICIES > 3 && in->store_through && (in->store_alloc || in->store_dirty))
        tag_set_sectors(s, found.set, found.way, t->sect[found.way], in->store_alloc ? 0 : found.dirty);
    if (out->look_purge)
        tag_set_sectors(s, found.set, found.way, 0, 0);
    if (tag_voids(in, &found))
        tag_set_sectors(s, found.set, found.way, found.dirty, found.dirty);
    if (in->pass_flush && out->evict_valid)
        tag_set_sectors(s, found.set, found.way, found.valid, 0);
    if (in->store_hold)
        t->closed |= (uint8_t)(1u << found.way);
    if (overtakes) {
        t->closed |= (uint8_t)(1u << found.way);
        tag_set_sectors(s, found.set, found.way, found.valid, 0);
    }
    if (in->pass_replay && in->pass_last && found.there)
        tag_clock_last(s, in, out, &found);
}

// Set and way of a row of the cache: the inverse of tag_row. A row outside all ways must stay within the
// table.
struct tag_place {
    unsigned set, way;
};

static struct tag_place tag_place(const struct tag_state *s, unsigned row)
{
    unsigned sets = cache_sets(s->carveout), behind = row - shared_rows(s->carveout);
    return (struct tag_place){ .set = behind & (sets - 1), .way = (behind >> lowest(sets)) % UL1_WAYS };
}

static void tag_complete(struct tag_state *s, unsigned row)
{
    struct tag_place p = tag_place(s, row);
    s->pend[p.set] &= (uint8_t) ~(1u << p.way);
    s->lock[p.set] |= (uint8_t)(1u << p.way);
}

static void tag_clock_fill(struct tag_state *s, const struct tag_in *in)
{
    if (in->fill_valid && !in->fill_err) {
        struct tag_place p = tag_place(s, in->done_fill_row);
        s->set[p.set].sect[p.way] |= in->fill_sect;
    }
    if (in->done_fill)
        tag_complete(s, in->done_fill_row);
    if (in->done_fault)
        tag_complete(s, in->done_fault_row);
}

// All ways become free and invalid, with the first state of the replacement.
static void tag_empty(struct tag_state *s)
{
    memset(s->set, 0, sizeof s->set);
    memset(s->pend, 0, sizeof s->pend);
    memset(s->lock, 0, sizeof s->lock);
    memset(s->dirty, 0, sizeof s->dirty);
    s->random = UINT16_MAX;
}

static void tag_clock(struct tag_state *s, const struct tag_in *in, const struct ul1_tag_out *out)
{
    tag_clock_look(s, in, out);
    tag_clock_fill(s, in);
    tag_clock_command(s, in);
    s->readout_valid = out->evict_valid;
    s->readout_row = out->evict_row;
    s->readout_sect = out->evict_sect;
    if (in->rst) {
        tag_empty(s);
        tag_use_settings(s, in);
        s->carveout = UL1_CARVEOUT_S48;
        s->readout_valid = 0;
        s->cmd = UL1_CMD_STATE_READY;
    }
}
