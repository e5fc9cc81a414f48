#include "blocks/tag/contract.h"

#include <stddef.h>

#include "common/atoms.h"
#include "kit/mask.h"
#include "common/sizes.h"

// The settings change only while no line is looked up or fetched, and no command is offered or in progress.
// After a reset they change from zero, and only a lookup prevents that.
static const char *check_settings(const struct tag_contract *shadow, const struct ul1_tag_in *in,
                                  const struct ul1_tag_out *out)
{
    if (!shadow->used && !in->pass_cached && (!shadow->running || (!in->cmd_valid && out->cmd_ready)))
        return NULL;
    bool same = in->cfg_page == shadow->cfg_page && in->cfg_root == shadow->cfg_root;
    return same ? NULL
                : "cfg_page, cfg_root: one changes while lines are looked up or fetched, or in a command";
}

// A cached pass has slots, and all of them lie on its line. Exceptions without slots are a bare replay, which
// is the last of its line, and the command `line`, which comes in the cycle after its selection. (A shared
// pass may have any slots and addresses.)
static const char *check_slots(const struct tag_contract *shadow, const struct ul1_tag_in *in)
{
    bool mine = in->pass_cached && in->pass_inval && !in->pass_mask && in->pass_line == shadow->turned_line;
    if (shadow->turned)
        return mine ? NULL : "pass_inval: not that of the command's line behind cmd_turn";
    if (!in->pass_cached)
        return in->pass_replay ? "pass_replay: without pass_cached" : NULL;
    if (!in->pass_mask)
        return in->pass_replay && in->pass_last ? NULL : "pass_mask: a cached pass without slots";
    uint32_t other = 0, row = (uint32_t)(in->pass_line % (1u << UL1_ROW_W));
    for (unsigned slot = 0; slot < LANES; slot++)
        other |= ((uint32_t)in->pass_addr[slot] >> WITHIN_LINE_W ^ row) & -(in->pass_mask >> slot & 1u);
    return other ? "pass_addr: an active slot of a cached pass is not on pass_line" : NULL;
}

// The line of a cached pass is known one cycle earlier.
static const char *check_asked(const struct tag_contract *shadow, const struct ul1_tag_in *in)
{
    if (!in->pass_cached || shadow->turned || (shadow->asked && in->pass_line == shadow->asked_line))
        return NULL;
    return "pass_line: of a cached pass that was not on req in the cycle before";
}

// An inval or a flush is a cached pass, and neither a store nor a replay.
static const char *check_cmo(const struct ul1_tag_in *in)
{
    if (!in->pass_inval && !in->pass_flush)
        return NULL;
    if (!in->pass_cached || in->pass_store || in->pass_replay || (in->pass_inval && in->pass_flush))
        return "pass_inval, pass_flush: both, or without a cached pass, or of a store or a replay";
    return NULL;
}

// A reduction is a cached store.
static const char *check_reduction(const struct ul1_tag_in *in)
{
    const bool store = in->pass_cached && in->pass_store && !in->pass_replay;
    return in->pass_red && !(red_passes_any(in->pass_red) && store)
        ? "pass_red: not built, or of anything but a cached store"
        : NULL;
}

// A line is replayed when all sectors fetched for it have arrived, or have failed; in that case its last
// replay drops the line. The last replay makes dirty only sectors that held stores touch.
static const char *check_replay(const struct tag_contract *shadow, const struct ul1_tag_in *in)
{
    if (in->held_dirty && !(in->pass_replay && in->pass_last))
        return "held_dirty: without a last replay";
    if (!in->pass_replay)
        return NULL;
    if (in->pass_store)
        return "pass_replay: of a store";
    unsigned fetch = tag_fetch_of_line(shadow, in->pass_line);
    if (fetch == TAG_NONE || !mask_has(shadow->locked, fetch))
        return "pass_replay: the line has not been fetched, or not yet";
    if (in->held_dirty & ~(in->pass_fail ? 0u : shadow->held[fetch]))
        return "held_dirty: of a replay that fails, or a sector that no store held for the line touches";
    if (in->pass_fail)
        return in->pass_drop ? NULL : "pass_drop: a replay that fails (pass_fail) keeps the line";
    bool lacks = tag_sectors_needed(in) & ~(unsigned)shadow->have[fetch];
    return lacks ? "pass_replay: it needs a sector that the line does not have" : NULL;
}

// A way is reserved only if a fetch is requested and a way is free for it, and for as many lines at a time as
// there are PRT entries. A dirty line is evicted only with a WDB credit.
static const char *check_open(const struct tag_contract *shadow, const struct ul1_tag_in *in,
                              const struct ul1_tag_out *out)
{
    if (!in->miss_open && !in->store_alloc)
        return NULL;
    if (!out->look_judge || !out->look_way)
        return "miss_open, store_alloc: without look_judge, or without look_way";
    if (out->look_dirty && !in->credit_dirty)
        return "miss_open, store_alloc: a dirty line goes without credit_dirty";
    return in->miss_open && tag_fetches_full(shadow)
        ? "miss_open: more lines under fetch than the pending request table has entries"
        : NULL;
}

// A store is held if and only if its line is under fetch, from this cycle on at the latest.
static const char *check_store(const struct tag_contract *shadow, const struct ul1_tag_in *in,
                               const struct ul1_tag_out *out)
{
    bool way = in->miss_open || in->store_alloc || in->store_dirty;
    bool predictor = in->store_hold || in->store_alloc || in->store_dirty;
    if (!out->look_judge || !in->pass_store)
        return predictor ? "store_hold, store_alloc, store_dirty: without a cached store" : NULL;
    if (in->pass_red && out->look_dirty && !in->credit_dirty)
        return "pass_red: a dirty line goes without credit_dirty";
    if (in->pass_red)
        return predictor || in->miss_open ? "store_hold, store_alloc, store_dirty, miss_open: of a reduction"
                                          : NULL;
    if (in->store_hold != (in->miss_open || tag_fetch_of_line(shadow, in->pass_line) != TAG_NONE))
        return "store_hold: not that the line of a store is under fetch, or gets to be";
    if (in->miss_open + in->store_alloc + in->store_dirty > 1)
        return "miss_open, store_alloc, store_dirty: more than one";
    if (way && in->pass_bypass)
        return "miss_open, store_alloc, store_dirty: of a store that bypasses";
    if (in->store_alloc && out->look_there)
        return "store_alloc: the line is there";
    if (in->store_dirty && !(out->look_there && out->look_way))
        return "store_dirty: the line is not there and free";
    if (!in->store_alloc && !in->store_dirty)
        return NULL;
    if (in->store_sect != out->look_need)
        return "store_sect: not the sectors that the store touches";
    unsigned has = out->look_cover | (in->store_dirty ? out->look_have : 0u);
    return in->store_sect & ~has ? "store_sect: a sector that is neither covered nor there" : NULL;
}

// Arriving sectors were missing, and the way is pending until no more will come.
static const char *check_fill(const struct tag_contract *shadow, const struct ul1_tag_in *in)
{
    if (in->done_fill && !in->fill_valid)
        return "done_fill: without fill_valid";
    if (in->fill_valid) {
        unsigned fetch = tag_pending_of_row(shadow, in->done_fill_row);
        if (fetch == TAG_NONE)
            return "done_fill_row: its way is not pending";
        if (!in->fill_sect || in->fill_sect & shadow->have[fetch])
            return "fill_sect: no sector, or one that the line has";
    }
    if (!in->done_fault)
        return NULL;
    if (tag_pending_of_row(shadow, in->done_fault_row) == TAG_NONE)
        return "done_fault_row: its way is not pending";
    return in->done_fill && in->done_fill_row == in->done_fault_row ? "done_fault: done_fill says it already"
                                                                    : NULL;
}

// When everything is idle, nothing is looked up or fetched until a command is complete. An evicted dirty line
// waits in the write data buffer. A fence is answered after it was requested.
static const char *check_idle(const struct tag_contract *shadow, const struct ul1_tag_in *in,
                              const struct ul1_tag_out *out)
{
    bool drained = tag_drained(out), looked_up = (in->pass_cached && !shadow->turned) || in->req_cached;
    if (in->lsu_idle && in->wdb_idle && (looked_up || shadow->used))
        return "lsu_idle, wdb_idle: both, as lines are looked up or fetched";
    if (drained && UL1_CONSTANTS && !in->con_idle)
        return "con_idle: low, as a command goes on (cmd_state) that waits for all to be idle";
    if (drained && UL1_TEXTURE && !in->tex_idle)
        return "tex_idle: low, as a command goes on (cmd_state) that waits for all to be idle";
    if (drained && !in->lsu_idle)
        return "lsu_idle: low, as a command goes on (cmd_state) that waits for all to be idle";
    if (drained && (in->pass_cached || in->req_cached))
        return "pass_cached, req_cached: in a command that found all idle";
    if (shadow->evicted && in->wdb_idle)
        return "wdb_idle: right behind a dirty line that went (evict)";
    bool answer = in->answer_fence && in->answer_id == UL1_CMD_ID;
    return answer && out->cmd_state != UL1_CMD_STATE_ANSWER ? "answer_id: no command has asked for it" : NULL;
}

static const char *check(const struct tag_contract *shadow, const struct ul1_tag_in *in,
                         const struct ul1_tag_out *out)
{
    const char *broken = check_settings(shadow, in, out);
    if (!broken)
        broken = check_asked(shadow, in);
    if (!broken)
        broken = check_slots(shadow, in);
    if (!broken)
        broken = check_cmo(in);
    if (!broken)
        broken = check_reduction(in);
    if (!broken)
        broken = check_replay(shadow, in);
    if (!broken)
        broken = check_open(shadow, in, out);
    if (!broken)
        broken = check_store(shadow, in, out);
    if (!broken)
        broken = check_fill(shadow, in);
    if (!broken)
        broken = check_idle(shadow, in, out);
    return broken || shadow->light ? broken : tag_predictor_check(&shadow->predictor, in, out);
}

const char *tag_contract_check(struct tag_contract *shadow, const struct ul1_tag_in *in,
                               const struct ul1_tag_out *out)
{
    const char *broken = in->rst ? NULL : check(shadow, in, out);
    tag_shadow_advance(shadow, in, out);
    return broken;
}
