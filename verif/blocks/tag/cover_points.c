#include "blocks/tag/cover_points.h"

#include "kit/mask.h"
#include "common/sizes.h"

const struct point_name tag_points[TAG_POINT_COUNT] = { TAG_POINTS(POINT_NAME) };

static void count_slots(struct drive *drive, const struct ul1_tag_in *in)
{
    unsigned bytes = 0;
    bool first = false, last = false;
    for (unsigned slot = 0; slot < LANES; slot++) {
        bool on = mask_has(in->pass_mask, slot);
        unsigned word = in->pass_addr[slot] >> UL1_BYTE_W;
        bytes |= (unsigned)on << in->pass_addr[slot] % UL1_WORD_BYTES;
        first |= on && word == 0;
        last |= on && word == UL1_ARRAY_ROWS * UL1_LINE_WORDS - 1;
    }
    saw(drive, NO_SLOT, in->pass_mask == 0);
    saw(drive, ONE_SLOT, mask_count(in->pass_mask) == 1);
    saw(drive, ALL_SLOTS, in->pass_mask == ALL_LANES);
    saw(drive, FIRST_WORD, !in->pass_cached && first);
    saw(drive, LAST_WORD, !in->pass_cached && last);
    saw(drive, EVERY_BYTE, bytes == ALL_BYTES);
}

static void count_replay(struct drive *drive, const struct tag_track *track, const struct ul1_tag_in *in,
                         const struct ul1_tag_out *out)
{
    const struct tag_fetch *fetch = &track->fetch[track->replaying];
    bool last = in->pass_last, dirty = track->row[fetch->row].dirty;
    saw(drive, REPLAY_HIT, out->look_hit);
    saw(drive, REPLAY_FAIL, in->pass_fail && fetch->waiting);
    saw(drive, NOT_LAST, !last);
    bool awaited = last && !in->pass_drop && out->gone_valid;
    saw(drive, TURN_DROPS, awaited);
    saw(drive, TURN_OTHER, last && !awaited && out->cmd_state == UL1_CMD_STATE_WAIT);
    saw(drive, LAST_KEEPS, last && !in->pass_drop && !awaited);
    saw(drive, LAST_DROPS, last && in->pass_drop && !dirty);
    saw(drive, LAST_FAILS_BUT_DIRTY, last && in->pass_fail && dirty);
    saw(drive, LAST_MAKES_DIRTY, in->held_dirty);
    saw(drive, LAST_CLOSED, last && fetch->closed && fetch->waiting);
    saw(drive, LAST_BARE, !fetch->waiting && !in->pass_fail);
    saw(drive, LAST_BARE_FAILS, !fetch->waiting && in->pass_fail);
}

static void count_load(struct drive *drive, const struct tag_track *track, const struct ul1_tag_in *in,
                       const struct ul1_tag_out *out)
{
    const struct tag_fetch *fetch = tag_find_fetch(track, in->pass_line);
    bool hit = out->look_hit, miss = out->look_miss,
         lacks = tag_sectors_needed(in) & ~(unsigned)out->look_have;
    bool filled = fetch && fetch->filled, closed = fetch && fetch->closed,
         no_way = miss && !fetch && !out->look_way;
    saw(drive, HIT, hit && !fetch);
    saw(drive, HIT_PENDING, hit && fetch && !filled);
    saw(drive, HIT_LOCKED, hit && filled);
    saw(drive, MISS_ABSENT, miss && !out->look_there);
    saw(drive, MISS_SECTOR, miss && !fetch && out->look_have);
    saw(drive, MISS_PENDING, miss && fetch && !filled && !closed);
    saw(drive, MISS_LOCKED, miss && filled && !closed);
    saw(drive, MISS_CLOSED, miss && closed && !lacks);
    saw(drive, MISS_BYPASSED, miss && !fetch && out->look_there && in->pass_bypass && !out->look_have);
    saw(drive, MISS_BYPASSED_FETCH, miss && fetch && in->pass_bypass && !closed && !lacks);
    saw(drive, MISS_BYPASSED_DIRTY, miss && !fetch && out->look_there && out->evict_valid);
    saw(drive, NO_ENTRY, miss && !fetch && out->look_way && !in->miss_open);
    saw(drive, NO_WAY, no_way);
    saw(drive, NO_WAY_S16, no_way && out->carveout >= UL1_CARVEOUT_S16);
    saw(drive, OPEN_SOME_VALID, in->miss_open && out->look_have);
    saw(drive, EVICT_NO_CREDIT, miss && out->look_dirty && !in->credit_dirty);
}

static void count_store(struct drive *drive, const struct tag_track *track, const struct ul1_tag_in *in,
                        const struct ul1_tag_out *out)
{
    const struct tag_fetch *fetch = tag_find_fetch(track, in->pass_line);
    bool through = !in->store_hold && !in->store_alloc && !in->store_dirty,
         narrow = in->pass_width < UL1_WIDTH_B32;
    bool could_purge = in->pass_bypass && out->look_cover == ALL_SECTORS && !fetch && out->look_there;
    uint32_t banks = 0;
    for (unsigned slot = 0; slot < LANES; slot++)
        banks |= (in->pass_mask >> slot & 1u) << (in->pass_addr[slot] >> UL1_BYTE_W) % UL1_LINE_WORDS;
    saw(drive, STORE_ABSENT, through && !out->look_there);
    saw(drive, STORE_THERE, through && out->look_there && !out->look_purge);
    saw(drive, STORE_DIRTY, in->store_dirty);
    saw(drive, STORE_DIRTY_MORE, in->store_dirty && out->look_need & ~out->look_have);
    saw(drive, STORE_ALLOC, in->store_alloc);
    saw(drive, STORE_OPENS, in->miss_open);
    saw(drive, STORE_OPENS_THERE, in->miss_open && out->look_have);
    saw(drive, STORE_HELD_PENDING, fetch && !fetch->filled);
    saw(drive, STORE_HELD_LOCKED, fetch && fetch->filled);
    saw(drive, STORE_BACK_HELD, fetch && track->keeps);
    saw(drive, STORE_NO_WAY, !fetch && !out->look_way);
    saw(drive, PURGED, out->look_purge);
    saw(drive, PURGED_NOT, could_purge && !out->look_purge);
    saw(drive, COVERS_SOME, out->look_cover && out->look_cover != out->look_need);
    saw(drive, COVERS_NARROW, narrow && banks == ALL_WORDS);
}

static void count_inval(struct drive *drive, const struct tag_track *track, const struct ul1_tag_in *in,
                        const struct ul1_tag_out *out)
{
    bool fetched = tag_find_fetch(track, in->pass_line), gone = out->gone_valid,
         mine = out->cmd_state == UL1_CMD_STATE_LOOK;
    saw(drive, mine ? TURN_VOIDS : INVAL_VOIDS, gone && !out->gone_keep);
    saw(drive, mine ? TURN_BUT_DIRTY : INVAL_BUT_DIRTY, gone && out->gone_keep);
    saw(drive, mine ? TURN_FETCHED : INVAL_FETCHED, fetched);
    saw(drive, TURN_ABSENT, mine && !fetched && !gone);
    saw(drive, INVAL_DIRTY, !mine && !fetched && out->look_have && !gone);
    saw(drive, INVAL_ABSENT, !mine && !out->look_there);
}

static void count_flush(struct drive *drive, const struct tag_track *track, const struct ul1_tag_in *in,
                        const struct ul1_tag_out *out)
{
    bool fetched = tag_find_fetch(track, in->pass_line), dirty = out->look_dirty;
    saw(drive, FLUSHED, out->evict_valid);
    saw(drive, FLUSH_CLEAN, !fetched && out->look_there && !dirty);
    saw(drive, FLUSH_ABSENT, !out->look_there);
    saw(drive, FLUSH_FETCHED, fetched);
}

// Lines that a lookup gives away.
static void count_gone(struct drive *drive, const struct tag_track *track, const struct ul1_tag_in *in,
                       const struct ul1_tag_out *out)
{
    bool evict = out->evict_valid && in->pass_cached && !in->pass_flush;
    saw(drive, GONE,
        (in->miss_open || in->store_alloc) && out->gone_valid && track->row[out->gone_row].valid);
    saw(drive, EVICTED, evict);
    saw(drive, EVICTED_SOME, evict && out->evict_sect != track->row[out->evict_row].valid);
    saw(drive, EVICTED_FOR_STORE, evict && in->store_hold);
    saw(drive, EVICTED_ALLOC, evict && in->store_alloc);
}

static void count_arrivals(struct drive *drive, const struct tag_track *track, const struct ul1_tag_in *in,
                           const struct ul1_tag_out *out)
{
    saw(drive, FAULT, in->done_fault);
    if (!in->fill_valid)
        return;
    const struct tag_fetch *fetch = &track->fetch[track->filling];
    bool lookup = in->pass_cached && !in->pass_replay, same_line = fetch->line == in->pass_line;
    bool same_set =
        line_set(&compiled, fetch->line, out->carveout) == line_set(&compiled, in->pass_line, out->carveout);
    bool all_before = !(fetch->wanted & ~(fetch->got | in->fill_sect));
    saw(drive, FILL_ALL, in->fill_sect == ALL_SECTORS);
    saw(drive, FILL_ONE, mask_count(in->fill_sect) == 1);
    saw(drive, FILL_FAILS, in->fill_err);
    saw(drive, FILL_LOOKED_UP, lookup && same_line);
    saw(drive, FILL_SAME_SET, lookup && !same_line && same_set);
    saw(drive, FILL_AS_OPENED, in->miss_open && same_set);
    saw(drive, FILL_AND_REPLAY, in->pass_replay);
    saw(drive, DONE, in->done_fill);
    saw(drive, DONE_LATE, !in->done_fill && track->merging == track->filling && all_before);
    saw(drive, DONE_AND_FAULT, in->done_fill && in->done_fault);
}

static void count_cmd(struct drive *drive, const struct tag_track *track, const struct ul1_tag_in *in,
                      const struct ul1_tag_out *out)
{
    unsigned state = out->cmd_state,
             op = in->cmd_op > UL1_CMD_CARVEOUT ? CMD_RESERVED - CMD_LINE : in->cmd_op;
    bool lookup = in->pass_cached && !in->pass_replay, taken = in->cmd_valid && out->cmd_ready;
    bool waits = state == UL1_CMD_STATE_ANSWER, mine = in->answer_id == UL1_CMD_ID;
    saw(drive, CMD_LINE + op, taken);
    saw(drive, CMD_RUNNING, taken && track->was_state == UL1_CMD_STATE_FINISH);
    saw(drive, TURN_WAITS, state == UL1_CMD_STATE_TURN && !out->cmd_turn);
    saw(drive, CMD_KEPT_OUT, in->cmd_valid && !out->cmd_ready);
    saw(drive, DRAIN_LOOKUP, state == UL1_CMD_STATE_DRAIN && lookup);
    saw(drive, DRAIN_WDB, state == UL1_CMD_STATE_DRAIN && in->lsu_idle && !in->wdb_idle);
    saw(drive, SETTLE_WAITS, state == UL1_CMD_STATE_SETTLE && !in->wdb_idle);
    saw(drive, FENCE_WAITS, state == UL1_CMD_STATE_FENCE && !in->accept_fence);
    saw(drive, ANSWER_ALL, waits && track->op == UL1_CMD_ALL);
    saw(drive, ANSWER_CARVEOUT, waits && track->op == UL1_CMD_CARVEOUT);
    saw(drive, ANSWER_LINE, waits && track->op == UL1_CMD_LINE && lookup);
    saw(drive, ANSWER_OTHER, waits && in->answer_fence && !mine);
    saw(drive, ANSWER_AT_ONCE, waits && track->was_state == UL1_CMD_STATE_FENCE && in->answer_fence && mine);
    saw(drive, FORGETS, out->forget_valid);
    if (state != UL1_CMD_STATE_FINISH || track->op != UL1_CMD_CARVEOUT)
        return;
    unsigned rows = carveout_rows(&compiled, out->carveout),
             new_rows = carveout_rows(&compiled, track->new_carveout);
    saw(drive, CARVEOUT_MORE, new_rows < rows);
    saw(drive, CARVEOUT_LESS, new_rows > rows);
    saw(drive, CARVEOUT_SAME, new_rows == rows);
}

static void count_written(struct drive *drive, const struct tag_track *track)
{
    saw(drive, SWEPT_FLUSH, track->op == UL1_CMD_FLUSH);
    saw(drive, SWEPT_BOTH, track->op == UL1_CMD_BOTH);
    saw(drive, SWEPT_PAGE_BACK, track->op == UL1_CMD_PAGE);
    saw(drive, SWEPT_CARVEOUT_BACK, track->op == UL1_CMD_CARVEOUT);
    saw(drive, SWEPT_RESERVED, track->op > UL1_CMD_CARVEOUT);
    saw(drive, SWEPT_TWO, track->written == 1);
}

// A row in a set that a command has finished: its line was clean, or keeps dirty sectors.
static void count_swept(struct drive *drive, const struct tag_track *track, const struct ul1_tag_out *out,
                        unsigned row)
{
    static const uint8_t event[] = {
        [UL1_CMD_ALL] = SWEPT_ALL, [UL1_CMD_PAGE] = SWEPT_PAGE, [UL1_CMD_CARVEOUT] = SWEPT_CARVEOUT
    };
    unsigned valid = track->row[row].valid, dirty = track->row[row].dirty;
    unsigned last_row = carveout_rows(&compiled, out->carveout)
        + carveout_ways(&compiled, out->carveout) * carveout_sets(&compiled, out->carveout) - 1;
    bool named = tag_names(track, track->row[row].line), clean = valid & ~dirty;
    if (!valid)
        return;
    saw(drive, SWEPT_OTHER, !named);
    saw(drive, SWEPT_OTHER_DIRTY, !named && dirty);
    saw(drive, SWEPT_FIRST, track->sweep_set == 0);
    saw(drive, SWEPT_LAST, track->sweep_set == UL1_SETS - 1);
    saw(drive, SWEPT_LAST_WAY, row == last_row);
    if (!named || !tag_invalidates(track))
        return;
    if (track->op != UL1_CMD_BOTH) // count_written counts what that writes back
        saw(drive, event[track->op], clean);
    saw(drive, SWEPT_BUT_DIRTY, clean && dirty);
}

static void count_sweep(struct drive *drive, const struct tag_track *track, const struct ul1_tag_in *in,
                        const struct ul1_tag_out *out)
{
    bool waits = tag_writes_back(track, out);
    saw(drive, SWEPT_NO_CREDIT, waits && !in->credit_dirty);
    if (out->evict_valid)
        count_written(drive, track);
    else if (!waits)
        for (unsigned way = 0; way < carveout_ways(&compiled, out->carveout); way++)
            count_swept(drive, track, out, tag_swept_row(track, out, way));
}

static void count_settings(struct drive *drive, const struct tag_track *track, const struct ul1_tag_in *in,
                           const struct ul1_tag_out *out)
{
    bool page = in->cfg_page != track->use_page, root = in->cfg_root != track->use_root, dirty = false;
    bool begins = out->cmd_ready && !in->cmd_valid;
    saw(drive, PAGE_CHANGED, begins && page && !root); // each empties the cache by itself
    saw(drive, ROOT_CHANGED, begins && root && !page);
    if (begins && (page || root))
        for (unsigned row = 0; row < UL1_ARRAY_ROWS; row++)
            dirty |= track->row[row].dirty != 0;
    saw(drive, CHANGED_DIRTY, dirty);
    saw(drive, RENEWED, out->forget_all);
}

void tag_events_count(struct drive *drive, const struct tag_track *track, const struct ul1_tag_in *in,
                      const struct ul1_tag_out *out)
{
    if (in->rst) {
        saw(drive, RESET_BUSY, track->used != 0);
        saw(drive, RESET_CMD, !drive->calm && !out->cmd_ready);
        return;
    }
    count_slots(drive, in);
    if (track->replaying != TAG_NONE)
        count_replay(drive, track, in, out);
    else if (in->pass_cached && in->pass_store)
        count_store(drive, track, in, out);
    else if (in->pass_cached && in->pass_inval)
        count_inval(drive, track, in, out);
    else if (in->pass_cached && in->pass_flush)
        count_flush(drive, track, in, out);
    else if (in->pass_cached)
        count_load(drive, track, in, out);
    count_gone(drive, track, in, out);
    count_arrivals(drive, track, in, out);
    count_cmd(drive, track, in, out);
    if (out->cmd_state == UL1_CMD_STATE_SWEEP)
        count_sweep(drive, track, in, out);
    count_settings(drive, track, in, out);
}
