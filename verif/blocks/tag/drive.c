#include "blocks/tag/drive.h"

#include "blocks/tag/contract.h"
#include "blocks/tag/cover_points.h"
#include "kit/mask.h"
#include "common/sizes.h"

// ---- inputs of a cycle: the pass

static uint64_t draw_any_line(struct tag_drive *tag)
{
    uint64_t high = tag->high[rng_below(&tag->drive.rng, tag->highs)];
    return high << UL1_SET_W | tag->low[rng_below(&tag->drive.rng, tag->lows)];
}

// A line in use, often the previous one again.
static uint64_t draw_line(struct tag_drive *tag)
{
    return happens(&tag->drive, tag->constraint.repeat) ? tag->last : draw_any_line(tag);
}

static uint32_t addr_of(uint64_t row, unsigned bank, unsigned byte)
{
    return (uint32_t)(row % (1u << UL1_ROW_W)) << WITHIN_LINE_W | bank << UL1_BYTE_W | byte;
}

// Slots on a line, in these sectors.
static void draw_slots(struct tag_drive *tag, struct ul1_tag_in *in, uint64_t line, unsigned sectors)
{
    struct rng *rng = &tag->drive.rng;
    in->pass_line = line;
    in->pass_mask = draw_mask(&tag->drive);
    for (unsigned slot = 0; slot < LANES; slot++) {
        if (!mask_has(in->pass_mask, slot))
            continue;
        unsigned any = rng_below(rng, UL1_SECTORS * UL1_LINE_WORDS), sector = any % UL1_SECTORS;
        while (!mask_has(sectors, sector))
            sector = (sector + 1) % UL1_SECTORS;
        unsigned bank = sector * UL1_SECTOR_WORDS + any / UL1_SECTORS % UL1_SECTOR_WORDS;
        in->pass_addr[slot] = addr_of(line, bank, rng_below(rng, UL1_WORD_BYTES));
    }
}

// Slots in all banks of these sectors.
static void draw_cover(struct ul1_tag_in *in, uint64_t line, unsigned sectors)
{
    in->pass_line = line;
    in->pass_mask = words_of(sectors);
    for (unsigned slot = 0; slot < LANES; slot++)
        in->pass_addr[slot] = addr_of(line, slot, in->pass_addr[slot] % UL1_WORD_BYTES);
}

static void drive_shared(struct tag_drive *tag, struct ul1_tag_in *in)
{
    struct drive *drive = &tag->drive;
    uint8_t bank[LANES];
    draw_banks(drive, bank);
    in->pass_mask = draw_mask(drive);
    for (unsigned slot = 0; slot < LANES; slot++) {
        if (!mask_has(in->pass_mask, slot) || rng_below(&drive->rng, 4) == 0)
            continue; // the address stays fully random
        uint16_t row = pick_row(drive, &tag->rows);
        in->pass_addr[slot] = addr_of(row, bank[slot], rng_below(&drive->rng, UL1_WORD_BYTES));
    }
    if (rng_below(&drive->rng, 4) == 0) // like the slots of a store that purges a line
        draw_cover(in, tag->last, ALL_SECTORS), in->pass_store = in->pass_bypass = 1;
}

static void drive_replay(struct tag_drive *tag, struct ul1_tag_in *in)
{
    const struct tag_fetch *fetch = &tag->track.fetch[tag->track.replaying];
    in->pass_cached = in->pass_replay = 1;
    in->pass_store = 0;
    in->pass_line = fetch->line;
    if (fetch->waiting)
        draw_slots(tag, in, fetch->line, fetch->need[fetch->replayed]); // else it is bare
    in->pass_last = fetch->replayed + 1 >= fetch->waiting;
    in->held_dirty = in->pass_last && !fetch->error ? fetch->keeps : 0;
    in->pass_fail = fetch->error;
    in->pass_drop = fetch->error || fetch->drop;
}

static void drive_lookup(struct tag_drive *tag, struct ul1_tag_in *in)
{
    struct drive *drive = &tag->drive;
    const struct tag_constraints *constraint = &tag->constraint;
    unsigned sectors = tag->sectors & draw_sectors(drive);
    bool cmo = happens(drive, constraint->cmo);
    in->pass_cached = 1;
    in->pass_inval = cmo && rng_below(&drive->rng, 2);
    in->pass_flush = cmo && !in->pass_inval;
    in->pass_store = !cmo && happens(drive, constraint->store);
    in->pass_bypass = !cmo && happens(drive, in->pass_store ? constraint->bypass / 4 : constraint->bypass);
    sectors = sectors ? sectors : tag->sectors;
    if (in->pass_store)
        in->pass_width = (uint8_t)draw_width(drive);
    // no reduction of a line for which a written-back store is held
    const struct tag_fetch *fetch = tag_find_fetch(&tag->track, tag->last);
    if (in->pass_store && !(fetch && fetch->keeps) && rng_below(&drive->rng, 2))
        in->pass_red = (uint8_t)draw_red(drive);
    bool purge = in->pass_store && rng_below(&drive->rng, 16) == 0;
    in->pass_bypass |= purge;
    if (purge || (in->pass_store && happens(drive, constraint->cover))) {
        draw_cover(in, tag->last, purge || rng_below(&drive->rng, 2) ? ALL_SECTORS : sectors);
        in->pass_width |= (uint8_t)(rng_below(&drive->rng, 8) ? UL1_WIDTH_B32 : 0);
    } else {
        draw_slots(tag, in, tag->last, sectors);
    }
}

// The command `line` is selected; in the next cycle its line is looked up.
static void drive_command(struct tag_drive *tag, struct ul1_tag_in *in)
{
    in->pass_cached = in->pass_inval = 1;
    in->pass_store = 0;
    in->pass_line = tag->contract.turned_line;
}

static void drive_pass(struct tag_drive *tag, struct ul1_tag_in *in)
{
    struct drive *drive = &tag->drive;
    struct tag_track *track = &tag->track;
    track->replaying = TAG_NONE;
    in->pass_mask = in->pass_red = 0;
    in->pass_cached = in->pass_replay = in->held_dirty = in->pass_inval = in->pass_flush = 0;
    if (tag->contract.turned)
        drive_command(tag, in);
    else if (tag->asked) {
        const struct tag_fetch *fetch = tag_find_fetch(track, tag->last);
        if (fetch && fetch->filled && tag->replays) {
            track->replaying = (unsigned)(fetch - track->fetch);
            drive_replay(tag, in);
        } else if (!tag->drain && !tag->ends) {
            drive_lookup(tag, in);
        }
    } else if (happens(drive, tag->constraint.pass))
        drive_shared(tag, in);
}

// The access in stage 0, for a lookup in the next cycle if that is allowed: the replay of a filled line, or
// any access.
static void drive_ahead(struct tag_drive *tag, struct ul1_tag_in *in)
{
    struct drive *drive = &tag->drive;
    uint64_t filled = tag_filled(&tag->track);
    tag->replays = filled && happens(drive, tag->constraint.replay);
    bool may = !tag->drain && !tag->ends && happens(drive, tag->constraint.pass)
        && happens(drive, tag->constraint.cached);
    tag->asked = tag->replays || may;
    if (tag->replays)
        tag->last = tag->track.fetch[draw_bit(drive, filled, UL1_PRT)].line;
    else if (tag->asked)
        tag->last = draw_line(tag);
    in->req_cached = tag->asked;
    if (tag->asked)
        in->req_line = tag->last;
    tag->asked &= !in->rst;
}

// ---- arrivals, idle blocks, commands

// Some of the sectors that a fetch still waits for, apart from those in `comes`; none if there are no more.
static uint8_t draw_part(struct tag_drive *tag, const struct tag_fetch *fetch, unsigned comes)
{
    struct drive *drive = &tag->drive;
    unsigned left = fetch->wanted & ~fetch->got & ~comes, part = left & draw_sectors(drive);
    return (uint8_t)(part && happens(drive, tag->constraint.pieces) ? part : left);
}

// A response for a line, and a failed translation of one, perhaps the same. Whether this completes a line is
// known after the lookup.
static void drive_arrivals(struct tag_drive *tag, struct ul1_tag_in *in)
{
    struct drive *drive = &tag->drive;
    struct tag_track *track = &tag->track;
    uint64_t pending = track->used & ~tag_filled(track);
    track->filling = track->faulting = TAG_NONE;
    in->fill_valid = pending && happens(drive, tag->constraint.fill);
    if (in->fill_valid) {
        track->filling = draw_bit(drive, pending, UL1_PRT);
        const struct tag_fetch *fetch = &track->fetch[track->filling];
        in->done_fill_row = fetch->row;
        in->fill_sect = draw_part(tag, fetch, 0);
        in->fill_err = happens(drive, tag->constraint.error);
    }
    if (pending && happens(drive, tag->constraint.fault)) {
        uint64_t others = in->fill_valid ? pending & ~mask_bit(track->filling) : 0;
        unsigned faulting = draw_bit(drive, others && rng_below(&drive->rng, 4) ? others : pending, UL1_PRT);
        track->faulted =
            draw_part(tag, &track->fetch[faulting], faulting == track->filling ? in->fill_sect : 0);
        track->faulting = track->faulted ? faulting : TAG_NONE;
    }
    in->miss_open = in->done_fill = in->done_fault = 0;
    in->store_hold = in->store_alloc = in->store_dirty = 0;
}

// Idle signals: the load/store unit is idle without loads; the write data buffer without stores and dirty
// lines.
static void drive_idle(struct tag_drive *tag, struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    bool loads = in->pass_cached || in->req_cached, stores = in->pass_cached && in->pass_store;
    for (uint64_t left = tag->track.used; left; left &= left - 1) {
        loads |= tag->track.fetch[mask_first(left)].waiting != 0;
        stores |= tag->track.fetch[mask_first(left)].closed;
    }
    bool drained = tag_drained(out);
    in->lsu_idle = drained || (!loads && (tag->ends || (out->cmd_ready && rng_below(&tag->drive.rng, 2))));
    in->con_idle = drained || rng_below(&tag->drive.rng, 4);
    in->tex_idle = drained || rng_below(&tag->drive.rng, 4);
    in->wdb_idle = !stores && !tag->wdb_busy;
    tag->wdb_busy -= tag->wdb_busy != 0;
}

// A line that the cache has, if any; sometimes of the last way, which only the smallest carveout has.
static uint64_t draw_named(struct tag_drive *tag)
{
    unsigned from = UL1_ARRAY_ROWS - 1
        - rng_below(&tag->drive.rng, rng_below(&tag->drive.rng, 5) ? UL1_ARRAY_ROWS : UL1_SETS);
    for (unsigned n = 0; n < UL1_ARRAY_ROWS; n++)
        if (tag->track.row[(from + n) % UL1_ARRAY_ROWS].valid)
            return tag->track.row[(from + n) % UL1_ARRAY_ROWS].line;
    return draw_any_line(tag);
}

static void drive_cmd(struct tag_drive *tag, struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    static const uint8_t frequent[] = { UL1_CMD_LINE, UL1_CMD_LINE, UL1_CMD_PAGE, UL1_CMD_CARVEOUT,
                                        UL1_CMD_CARVEOUT };
    struct drive *drive = &tag->drive;
    struct rng *rng = &drive->rng;
    in->cmd_valid = !tag->drain && (happens(drive, tag->constraint.cmd) || (tag->reset && rng_below(rng, 2)));
    if (in->cmd_valid && rng_below(rng, 8)) { // else of any page
        uint64_t line = draw_named(tag);
        in->cmd_addr = line << WITHIN_LINE_W | rng_below(rng, UL1_LINE_BYTES);
    }
    if (in->cmd_valid && rng_below(rng, 3) == 0)
        in->cmd_op = frequent[rng_below(rng, sizeof frequent)];
    if (rng_below(rng, 2)) // else also codes without a carveout
        in->cmd_carveout = (uint8_t)rng_below(rng, UL1_CARVEOUTS);
    // one of several lines under fetch
    if (in->cmd_valid && mask_count(tag->track.used) > 1 && rng_below(rng, 4) == 0)
        in->cmd_op = UL1_CMD_LINE;
    if (in->cmd_valid && in->cmd_op == UL1_CMD_LINE && tag->track.used && rng_below(rng, 4))
        in->cmd_addr = tag->track.fetch[draw_bit(drive, tag->track.used, UL1_PRT)].line << WITHIN_LINE_W;
    in->accept_fence = happens(drive, tag->constraint.fence);
    in->answer_fence = happens(drive, tag->constraint.answer);
    if (in->answer_fence && (out->cmd_state != UL1_CMD_STATE_ANSWER || rng_below(rng, 8) == 0))
        in->answer_id = (uint8_t)rng_below(rng, UL1_INSTRS); // a fence's
    else if (in->answer_fence)
        in->answer_id = UL1_CMD_ID;
}

static void tag_drive(struct drive *drive, const void *outputs, void *inputs)
{
    struct tag_drive *tag = (struct tag_drive *)drive;
    struct ul1_tag_in *in = inputs;
    const struct ul1_tag_out *out = outputs;
    unsigned state = out->cmd_state;
    if (!tag->highs)
        tag_draw_lines(tag);
    if (state == UL1_CMD_STATE_READY)
        tag->ends = false;
    else
        tag->ends = tag->ends || tag_drained(out)
            || (state == UL1_CMD_STATE_DRAIN && happens(drive, tag->constraint.drains));
    bool idle = tag->drain && !tag->track.used && out->cmd_ready && !in->rst;
    // Right behind a reset, settings other than those in use may come beside a command, which goes first.
    if (idle || (tag->reset && rng_below(&drive->rng, 2)))
        tag_draw_settings(tag);
    drive_pass(tag, in);
    drive_ahead(tag, in);
    drive_arrivals(tag, in);
    drive_idle(tag, in, out);
    drive_cmd(tag, in, out);
    in->credit_dirty = in->pass_red || happens(drive, tag->constraint.room);
    in->cfg_page = tag->page;
    in->cfg_root = tag->root;
    if (idle) {
        tag->drain = false;
        drive->phase_end = 0; // draw new constraints
    }
}

// ---- responses in the same cycle

// A miss opens an entry or merges, if it can.
static void answer_miss(struct tag_drive *tag, struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *drive = &tag->drive;
    struct tag_track *track = &tag->track;
    const struct tag_fetch *fetch = tag_find_fetch(track, in->pass_line);
    if (fetch && !fetch->filled && !fetch->closed && fetch->waiting < UL1_MERGE)
        track->merging = (unsigned)(fetch - track->fetch);
    else if (!fetch && tag_reservable(in, out) && track->used != mask_all(UL1_PRT))
        in->miss_open = happens(drive, tag->constraint.open);
    if (!in->miss_open && track->merging == TAG_NONE)
        return;
    unsigned wanted = happens(drive, tag->constraint.whole) ? ALL_SECTORS : tag_sectors_needed(in);
    track->asked = (uint8_t)(wanted & ~(unsigned)out->look_have);
}

// A store is held for the line under fetch, makes its line dirty, fetches it, or changes nothing.
static void answer_store(struct tag_drive *tag, struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *drive = &tag->drive;
    struct tag_track *track = &tag->track;
    const struct tag_fetch *fetch = tag_find_fetch(track, in->pass_line);
    unsigned not_brought = ALL_SECTORS & ~(unsigned)out->look_cover & ~(unsigned)out->look_have;
    unsigned lacks = out->look_need & not_brought;
    bool back = !in->pass_bypass && !(fetch && fetch->reduced) && happens(drive, tag->constraint.back),
         free_entry = track->used != mask_all(UL1_PRT);
    if (in->pass_red)
        return;
    if (fetch) {
        track->merging = (unsigned)(fetch - track->fetch);
        track->keeps = back && !(fetch->filled && lacks & ~(unsigned)fetch->wanted);
        track->asked = (uint8_t)(track->keeps && !fetch->filled ? lacks : 0);
        in->store_hold = 1;
    } else if (back && lacks && tag_reservable(in, out) && free_entry
               && happens(drive, tag->constraint.open)) {
        in->miss_open = in->store_hold = 1;
        track->keeps = true;
        track->asked = (uint8_t)(happens(drive, tag->constraint.whole) ? not_brought : lacks);
    } else if (back && !lacks && out->look_there) {
        in->store_dirty = 1;
    } else if (back && !lacks && tag_reservable(in, out)) {
        in->store_alloc = 1;
    }
    if (in->store_dirty || in->store_alloc)
        in->store_sect = out->look_need;
}

static void tag_respond(struct drive *drive, const void *outputs, void *inputs)
{
    struct tag_drive *tag = (struct tag_drive *)drive;
    struct tag_track *track = &tag->track;
    struct ul1_tag_in *in = inputs;
    const struct ul1_tag_out *out = outputs;
    track->merging = TAG_NONE;
    track->asked = track->keeps = 0;
    if (out->look_miss)
        answer_miss(tag, in, out);
    else if (out->look_judge && in->pass_store)
        answer_store(tag, in, out);
    if ((in->miss_open || in->store_alloc) && out->look_dirty && !tag->drain && rng_below(&drive->rng, 2))
        in->cmd_valid = 1, in->cmd_op = UL1_CMD_LINE; // the dirty line's readout would take its cycle
    bool told = false;                                // the arrival reports the failing line
    if (track->filling != TAG_NONE) {
        in->done_fill = tag_completes(track, track->filling, in);
        told = in->done_fill && track->faulting == track->filling;
    }
    if (track->faulting == TAG_NONE)
        return;
    in->done_fault = tag_completes(track, track->faulting, in) && !told;
    if (in->done_fault)
        in->done_fault_row = track->fetch[track->faulting].row;
}

static const char *tag_check(struct drive *drive, const void *in, const void *out)
{
    return tag_contract_check(&((struct tag_drive *)drive)->contract, in, out);
}

static void tag_count(struct drive *drive, const void *inputs, const void *outputs)
{
    struct tag_drive *tag = (struct tag_drive *)drive;
    const struct ul1_tag_in *in = inputs;
    const struct ul1_tag_out *out = outputs;
    tag_events_count(drive, &tag->track, in, out);
    tag_track_advance(&tag->track, in, out);
    tag->reset = in->rst;
    if (in->rst) {
        tag->wdb_busy = 0;
        return;
    }
    if (out->evict_valid || in->store_alloc || in->store_dirty)
        tag->wdb_busy = 1 + rng_below(&drive->rng, 8);
    drive->stimulus.passes += in->pass_mask != 0;
}

struct stimulus *tag_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    enum { RESET_EVERY = TAG_LARGE ? 1800 : 900 };
    static const struct drive_kind kind = {
        "tag",    sizeof(struct tag_drive), tag_points, TAG_POINT_COUNT, RESET_EVERY,
        false,    tag_draw_constraints,     tag_drive,  tag_respond,     tag_check,
        tag_count
    };
    return drive_make(&kind, test, seed, cycles);
}
