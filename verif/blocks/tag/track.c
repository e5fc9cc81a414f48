#include "blocks/tag/track.h"

#include <stddef.h>
#include <string.h>

#include "blocks/tag/shadow.h"
#include "kit/mask.h"
#include "common/sizes.h"

const struct tag_fetch *tag_find_fetch(const struct tag_track *track, uint64_t line)
{
    for (uint64_t left = track->used; left; left &= left - 1)
        if (track->fetch[mask_first(left)].line == line)
            return &track->fetch[mask_first(left)];
    return NULL;
}

uint64_t tag_filled(const struct tag_track *track)
{
    uint64_t filled = 0;
    for (uint64_t left = track->used; left; left &= left - 1)
        filled |= track->fetch[mask_first(left)].filled ? left & -left : 0;
    return filled;
}

bool tag_names(const struct tag_track *track, uint64_t line)
{
    unsigned within_page = line_page_bits(track->use_page);
    return track->op != UL1_CMD_PAGE || line >> within_page == track->cmd_line >> within_page;
}

bool tag_invalidates(const struct tag_track *track)
{
    return track->op <= UL1_CMD_CARVEOUT && track->op != UL1_CMD_FLUSH;
}

unsigned tag_swept_row(const struct tag_track *track, const struct ul1_tag_out *out, unsigned way)
{
    return carveout_rows(&compiled, out->carveout) + way * carveout_sets(&compiled, out->carveout)
        + track->sweep_set;
}

bool tag_writes_back(const struct tag_track *track, const struct ul1_tag_out *out)
{
    bool any = false;
    if (track->op == UL1_CMD_ALL)
        return false;
    for (unsigned way = 0; way < carveout_ways(&compiled, out->carveout); way++) {
        unsigned row = tag_swept_row(track, out, way);
        any |= track->row[row].dirty && tag_names(track, track->row[row].line);
    }
    return any;
}

bool tag_renews(const struct tag_track *track, const struct ul1_tag_in *in)
{
    return in->cfg_page != track->use_page || in->cfg_root != track->use_root;
}

// ---- the end of a cycle

// The effects of a line's last replay, of a lookup and of arrivals on the rows.
static void track_rows(struct tag_track *track, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (in->pass_replay && in->pass_last) {
        unsigned row = track->fetch[track->replaying].row;
        track->row[row].dirty |= in->held_dirty;
        track->row[row].valid =
            (out->gone_valid ? track->row[row].dirty : track->row[row].valid) | in->held_dirty;
    }
    if (in->pass_inval && out->gone_valid)
        track->row[out->gone_row].valid = out->gone_keep;
    if ((in->pass_flush || in->pass_red) && out->evict_valid)
        track->row[out->evict_row].dirty = 0;
    unsigned row = out->look_row;
    uint8_t soils = UL1_POLICIES > 3 && in->store_through ? 0 : in->store_sect;
    if (in->miss_open) {
        if (!out->look_have)
            track->row[row].valid = track->row[row].dirty = 0;
        track->row[row].line = in->pass_line;
    } else if (in->store_alloc) {
        track->row[row].valid = in->store_sect;
        track->row[row].dirty = soils;
        track->row[row].line = in->pass_line;
    } else if (in->store_dirty) {
        track->row[row].valid |= in->store_sect;
        track->row[row].dirty |= soils;
    } else if (out->look_purge) {
        track->row[row].valid = track->row[row].dirty = 0;
    }
    if (in->fill_valid && !in->fill_err)
        track->row[in->done_fill_row].valid |= in->fill_sect;
}

// The access in stage 1 joins a fetch, new or not.
static void track_access(struct tag_track *track, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    unsigned joins = track->merging;
    if (in->miss_open) {
        joins = mask_first(~track->used);
        track->fetch[joins] = (struct tag_fetch){ .line = in->pass_line,
                                                  .row = out->look_row,
                                                  .drop = !in->pass_store && in->pass_bypass };
        track->used |= mask_bit(joins);
    }
    if (joins == TAG_NONE)
        return;
    struct tag_fetch *fetch = &track->fetch[joins];
    fetch->wanted |= track->asked;
    if (!in->pass_store)
        fetch->need[fetch->waiting++] = (uint8_t)tag_sectors_needed(in);
    fetch->closed |= in->store_hold;
    fetch->keeps |= track->keeps ? out->look_need : 0;
    fetch->drop &= !track->keeps;
}

static void track_fetches(struct tag_track *track, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (track->replaying != TAG_NONE) {
        track->fetch[track->replaying].replayed++;
        track->used &= ~(in->pass_last ? mask_bit(track->replaying) : 0);
    }
    if (in->pass_red && tag_find_fetch(track, in->pass_line)) {
        struct tag_fetch *fetch = &track->fetch[tag_find_fetch(track, in->pass_line) - track->fetch];
        fetch->reduced = fetch->drop = fetch->closed = true;
    }
    track_access(track, in, out);
    if (track->filling != TAG_NONE) {
        struct tag_fetch *fetch = &track->fetch[track->filling];
        fetch->got |= in->fill_sect;
        fetch->error |= in->fill_err;
        fetch->filled |= in->done_fill;
    }
    if (track->faulting != TAG_NONE) {
        struct tag_fetch *fetch = &track->fetch[track->faulting];
        fetch->got |= track->faulted;
        fetch->error = true;
        fetch->filled |= in->done_fault;
    }
}

// A line of the set is written back; or the set is finished, its clean sectors become invalid, and the next
// set follows.
static void track_sweep(struct tag_track *track, const struct ul1_tag_out *out)
{
    bool waits = tag_writes_back(track, out);
    if (out->evict_valid) {
        track->written++;
        track->row[out->evict_row].dirty = 0;
        if (tag_invalidates(track))
            track->row[out->evict_row].valid = 0;
        return;
    }
    if (waits)
        return;
    for (unsigned way = 0; way < carveout_ways(&compiled, out->carveout); way++) {
        unsigned row = tag_swept_row(track, out, way);
        if (tag_invalidates(track) && tag_names(track, track->row[row].line))
            track->row[row].valid = track->row[row].dirty;
    }
    track->sweep_set++;
    track->written = 0;
}

static void track_cmd(struct tag_track *track, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (out->cmd_state == UL1_CMD_STATE_SWEEP)
        track_sweep(track, out);
    if (in->cmd_valid && out->cmd_ready) {
        track->op = in->cmd_op;
        track->cmd_line = in->cmd_addr >> WITHIN_LINE_W;
        track->new_carveout = in->cmd_carveout;
        track->sweep_set = track->written = 0;
    } else if (out->cmd_ready && tag_renews(track, in)) {
        track->op = UL1_CMD_BOTH;
        track->sweep_set = track->written = 0;
    }
    track->was_state = out->cmd_state;
}

bool tag_completes(const struct tag_track *track, unsigned entry, const struct ul1_tag_in *in)
{
    const struct tag_fetch *fetch = &track->fetch[entry];
    unsigned wanted = fetch->wanted, got = fetch->got;
    wanted |= entry == track->merging ? track->asked : 0;
    got |= entry == track->filling ? in->fill_sect : 0;
    got |= entry == track->faulting ? track->faulted : 0;
    return !(wanted & ~got);
}

void tag_track_advance(struct tag_track *track, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (in->rst) {
        track->used = 0;
        track->was_state = UL1_CMD_STATE_READY;
        memset(track->row, 0, sizeof track->row);
        track->use_page = in->cfg_page;
        track->use_root = in->cfg_root;
        return;
    }
    track_rows(track, in, out);
    track_fetches(track, in, out);
    track_cmd(track, in, out);
    if (out->forget_all) {
        track->use_page = in->cfg_page;
        track->use_root = in->cfg_root;
    }
}
