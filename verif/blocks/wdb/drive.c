#include "blocks/wdb/drive.h"

#include "blocks/wdb/contract.h"
#include "blocks/wdb/cover_points.h"
#include "blocks/wdb/places.h"
#include "kit/mask.h"

// ---- inputs of a cycle: the pass

// Beats are offered and requested independently of one another.
static void drive_beat(struct wdb_drive *wdb, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    in->pull_ready = out->intake_free && happens(&wdb->drive, wdb->constraint.beat);
    in->pull_valid = happens(&wdb->drive, 80);
}

// One of the beats that can be used, any of them.
static unsigned draw_beat(struct wdb_drive *wdb)
{
    unsigned beat;
    do
        beat = rng_below(&wdb->drive.rng, UL1_INTAKE);
    while (!mask_has(wdb->contract.beats, beat));
    return beat;
}

static void set_rows(struct ul1_wdb_in *in, uint32_t words, unsigned row)
{
    const bank_set banks = (bank_set)((bank_set)words << row_bank(row, 0));
    in->bank_en = banks;
    for (unsigned bank = 0; bank < UL1_BANKS; bank++)
        if (mask_has(banks, bank))
            in->bank_row[bank] = (uint16_t)row;
}

static void hold(struct ul1_wdb_in *in, struct wdb_alloc *place, bool back)
{
    in->store_hold = 1;
    in->store_prt = place->prt;
    in->look_row = place->row;
    place->closed = true;
    if (!back)
        return;
    place->keeps |= in->store_sect;
    place->drop = place->fail;
}

// A written-back store: its line is there and not under fetch, gets a row, or is fetched; else false.
static bool store_back(struct wdb_drive *wdb, const struct ul1_wdb_out *out, struct ul1_wdb_in *in,
                       unsigned line, unsigned need)
{
    unsigned i = wdb_place_of(wdb, line), cover = happens(&wdb->drive, wdb->constraint.cover) ? need : 0;
    const bool there = i < WDB_NOWHERE;
    unsigned have = there ? wdb->place[i].valid : 0, lacks = need & ~have & ~cover;
    if (!there)
        i = wdb_draw_victim(wdb, out);
    if (i == WDB_NOWHERE)
        return false;
    if (!there)
        wdb_give_row(wdb, in, i, line);
    struct wdb_alloc *place = &wdb->place[i];
    in->look_row = place->row;
    in->store_sect = (uint8_t)need;
    if (lacks) {
        wdb_open(wdb, i, lacks);
        hold(in, place, true);
    } else {
        place->valid |= (uint8_t)need;
        place->dirty |= (uint8_t)need;
    }
    return true;
}

static void store_through(struct wdb_drive *wdb, struct ul1_wdb_in *in, unsigned line, unsigned need)
{
    unsigned i = wdb_place_of(wdb, line);
    in->store_through = 1;
    if (i == WDB_NOWHERE)
        return;
    struct wdb_alloc *place = &wdb->place[i];
    in->look_row = place->row;
    in->store_sect = (uint8_t)(need & place->valid);
    if (need == ALL_SECTORS && !place->dirty && rng_below(&wdb->drive.rng, 2)) { // it bypasses
        in->store_sect = 0;
        in->gone_valid = 1;
        in->gone_row = place->row;
        in->gone_keep = 0;
        place->full = false;
        place->valid = 0;
    }
}

// A reduction goes to memory alone. Its line is written back, and becomes invalid, or does so when its fetch
// ends. No store may be held.
static bool drive_reduction(struct wdb_drive *wdb, const struct ul1_wdb_out *out, struct ul1_wdb_in *in,
                            unsigned line)
{
    const unsigned i = wdb_place_of(wdb, line);
    struct wdb_alloc *place = i < WDB_NOWHERE ? &wdb->place[i] : NULL;
    if (wdb->contract.held || (place && place->dirty && !out->credit_dirty))
        return false;
    in->pass_red = (uint8_t)draw_red(&wdb->drive);
    if (!in->pass_red)
        return false;
    in->store_through = 1;
    in->look_purge = place && !place->fetch;
    if (!place)
        return true;
    if (place->dirty) {
        wdb_evict(wdb, in, place);
    } else if (!place->fetch) {
        in->gone_valid = 1;
        in->gone_row = place->row;
        in->gone_keep = 0;
    }
    place->dirty = 0;
    if (place->fetch)
        place->reduced = place->drop = place->closed = true;
    else
        place->full = false, place->valid = 0;
    return true;
}

static void drive_cached_store(struct wdb_drive *wdb, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    struct drive *drive = &wdb->drive;
    unsigned line = rng_below(&drive->rng, wdb->constraint.lines), i = wdb_place_of(wdb, line),
             sectors = draw_sectors(drive);
    bool back = happens(drive, wdb->constraint.back);
    in->pass_cached = 1;
    in->pass_line = wdb->line[line];
    uint32_t banks = draw_mask(drive) & words_of(sectors);
    set_rows(in, banks ? banks : words_of(sectors), 0);
    unsigned need = sectors_in(in->bank_en);
    if (drive_reduction(wdb, out, in, line))
        return;
    if (i < WDB_NOWHERE && wdb->place[i].fetch) {
        struct wdb_alloc *place = &wdb->place[i];
        bool late = place->reduced || (place->filled && need & ~(unsigned)place->valid);
        in->store_through = !back || late;
        in->store_sect = (uint8_t)need;
        hold(in, place, !in->store_through);
        if (!in->store_through)
            place->wants |= (uint8_t)(need & ~(unsigned)place->valid);
    } else if (!back || !store_back(wdb, out, in, line, need)) {
        store_through(wdb, in, line, need);
    }
}

static void drive_replay(struct wdb_drive *wdb, struct ul1_wdb_in *in, struct wdb_alloc *place)
{
    in->pass_cached = in->pass_replay = 1;
    in->pass_prt = place->prt;
    in->pass_line = wdb->line[place->line];
    uint32_t banks = draw_mask(&wdb->drive) & words_of(place->valid);
    set_rows(in, place->fail || !place->replays ? 0 : banks, place->row);
    place->replays = (uint8_t)(place->replays - (place->replays != 0));
    in->pass_last = !place->replays;
    if (place->replays)
        return;
    // or a command drops the line, even if stores are held for it
    bool drop = place->drop || rng_below(&wdb->drive.rng, 8) == 0;
    in->look_valid = drop ? place->dirty : place->valid;
    in->held_dirty = place->fail ? 0 : place->keeps;
    in->gone_valid = drop;
    in->gone_row = place->row;
    in->gone_keep = in->look_valid | in->held_dirty;
    place->dirty |= in->held_dirty;
    place->valid = in->look_valid | in->held_dirty;
    place->full = place->valid != 0;
    place->fetch = place->closed = place->reduced = false;
}

// A load fetches its line, if there is a row for it; else the load is deferred.
static void drive_fetch(struct wdb_drive *wdb, const struct ul1_wdb_out *out, struct ul1_wdb_in *in,
                        unsigned line)
{
    struct drive *drive = &wdb->drive;
    unsigned there = wdb_place_of(wdb, line);
    bool room = there < WDB_NOWHERE && (out->credit_dirty || !wdb->place[there].dirty);
    bool over = room && rng_below(&drive->rng, 2); // it bypasses, and takes its way over
    unsigned i = there < WDB_NOWHERE ? there : wdb_draw_victim(wdb, out);
    if (i == WDB_NOWHERE)
        return;
    if (there == WDB_NOWHERE || over)
        wdb_give_row(wdb, in, i, line);
    wdb_open(wdb, i, draw_sectors(drive));
    wdb->place[i].replays = (uint8_t)(1 + rng_below(&drive->rng, 3));
    wdb->place[i].drop |= over || rng_below(&drive->rng, 4) == 0;
}

// An inval drops the clean sectors of a line; a flush has its dirty sectors read out.
static void drive_cmo(struct ul1_wdb_in *in, struct wdb_alloc *place, bool flush)
{
    in->pass_flush = flush;
    if (!place || place->fetch)
        return;
    if (flush && place->dirty) {
        in->evict_valid = 1;
        in->evict_line = in->pass_line;
        in->evict_sect = place->dirty;
        in->evict_row = place->row;
        place->dirty = 0;
    } else if (!flush && place->valid & ~place->dirty) {
        in->gone_valid = 1;
        in->gone_row = place->row;
        in->gone_keep = place->valid = place->dirty;
        place->full = place->valid != 0;
    }
}

// A flush, of any line.
static void drive_flush(struct wdb_drive *wdb, struct ul1_wdb_in *in)
{
    unsigned line = rng_below(&wdb->drive.rng, wdb->constraint.lines), i = wdb_place_of(wdb, line);
    in->pass_cached = 1;
    in->pass_line = wdb->line[line];
    drive_cmo(in, i < WDB_NOWHERE ? &wdb->place[i] : NULL, true);
}

static void drive_lookup(struct wdb_drive *wdb, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    struct drive *drive = &wdb->drive;
    unsigned line = rng_below(&drive->rng, wdb->constraint.lines), i = wdb_place_of(wdb, line);
    struct wdb_alloc *place = i < WDB_NOWHERE ? &wdb->place[i] : NULL;
    in->pass_cached = 1;
    in->pass_line = wdb->line[line];
    if (happens(drive, wdb->constraint.cmo))
        drive_cmo(in, place, false);
    else if (place && place->valid && !place->closed && happens(drive, wdb->constraint.hit))
        set_rows(in, draw_mask(drive) & words_of(place->valid), place->row);
    else if (!wdb->constraint.drain && !(place && place->fetch) && happens(drive, wdb->constraint.open))
        drive_fetch(wdb, out, in, line);
}

static void drive_shared(struct wdb_drive *wdb, struct ul1_wdb_in *in)
{
    struct drive *drive = &wdb->drive;
    in->pass_atom = in->pass_store ? in->pass_atom : (uint8_t)draw_load_atom(drive);
    in->bank_en = (bank_set)draw_atom_banks(draw_some_banks(drive), in->pass_atom, in->pass_width);
    in->bank_en = !in->pass_store && rng_below(&drive->rng, 8) == 0 ? 0 : in->bank_en;
    in->pass_line = wdb->line[rng_below(&drive->rng, WDB_LINES)]; // without a line, pass_line is ignored
    bool one = rng_below(&drive->rng, 2);
    uint16_t row = rng_below(&drive->rng, 2) ? pick_row(drive, &wdb->constraint.rows)
                                             : wdb->place[rng_below(&drive->rng, WDB_PLACES)].row;
    for (unsigned bank = 0; bank < UL1_BANKS; bank++)
        if (mask_has(in->bank_en, bank))
            in->bank_row[bank] = one
                ? (array_row)bank_row(row, bank)
                : draw_bank_row(drive, &wdb->constraint.rows, in->bank_row, in->bank_en, bank);
}

// The pass that is due, of a dirty line or of the store taken before, else perhaps a replay or a load.
static void drive_pass(struct wdb_drive *wdb, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    struct drive *drive = &wdb->drive;
    const struct wdb_contract *shadow = &wdb->contract;
    struct wdb_alloc *place = &wdb->place[rng_below(&drive->rng, WDB_PLACES)];
    bool flush = shadow->took && shadow->took_cached && happens(drive, wdb->constraint.cmo),
         store = shadow->took && !flush, due = shadow->took || shadow->evicted;
    bool replay = !due && place->fetch && place->filled && happens(drive, wdb->constraint.replay);
    in->pass_readout = shadow->evicted;
    in->pass_valid = due || replay || (!wdb->sweep && happens(drive, wdb->constraint.load));
    if (!in->pass_valid)
        return;
    in->pass_store = store;
    if (store) { // perhaps an atomic, if it is to shared memory
        in->pass_atom = (uint8_t)(shadow->took_cached ? UL1_ATOM_NONE : draw_atom(drive));
        in->pass_width = (uint8_t)draw_atom_width(drive, in->pass_atom);
        in->pass_beat = (uint8_t)draw_beat(wdb);
        in->pass_frees_beat = !happens(drive, wdb->constraint.keep);
    }
    if (flush)
        drive_flush(wdb, in);
    else if (shadow->evicted)
        set_rows(in, words_of(shadow->evicted_sect), shadow->evicted_row);
    else if (replay)
        drive_replay(wdb, in, place);
    else if (store ? !shadow->took_cached : !happens(drive, wdb->constraint.cached))
        drive_shared(wdb, in);
    else if (store)
        drive_cached_store(wdb, out, in);
    else
        drive_lookup(wdb, out, in);
}

// A store may enter if its beat will be present in the next cycle, when it is in stage 1, and no victim
// readout is due then.
static void drive_take(struct wdb_drive *wdb, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    uint64_t beats = wdb->contract.beats;
    if (in->pass_valid && in->pass_store && in->pass_frees_beat)
        beats &= ~mask_bit(in->pass_beat);
    in->sel_cached = happens(&wdb->drive, wdb->constraint.cached);
    bool room = in->sel_cached ? out->credit_cached : out->credit_shared;
    bool may = room && beats && !wdb->contract.evicts && !wdb->constraint.drain;
    in->sel_store = may && happens(&wdb->drive, wdb->constraint.take);
}

static void drive_words(struct wdb_drive *wdb, struct ul1_wdb_in *in)
{
    struct drive *drive = &wdb->drive;
    bank_set banks = wdb->contract.store ? wdb->contract.banks : 0;
    const bool whole = wdb->constraint.whole || wdb->contract.atomic;
    if (!wdb->contract.atomic && rng_below(&drive->rng, 50) == 0)
        banks = 0; // a store may leave nothing
    for (unsigned bank = 0; bank < UL1_BANKS; bank++) {
        in->cross_be[bank] = (uint8_t)(!mask_has(banks, bank) ? 0 : whole ? ALL_BYTES : draw_bytes(drive));
        if (wdb->contract.atomic && rng_below(&drive->rng, 2))
            in->read_data[bank] = in->cross_data[bank]; // as a `cas` expects
    }
}

// ---- fetches, commands, the path to memory

// Fetches complete.
static void drive_arrivals(struct wdb_drive *wdb)
{
    for (unsigned i = 0; i < WDB_PLACES; i++) {
        struct wdb_alloc *place = &wdb->place[i];
        if (!place->fetch || place->filled || !happens(&wdb->drive, wdb->constraint.arrive))
            continue;
        place->filled = true;
        place->valid |= place->fail ? 0 : place->wants;
    }
}

// A command writes dirty lines back, when nothing else is left. Then other lines are drawn.
static void drive_sweep(struct wdb_drive *wdb, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    struct drive *drive = &wdb->drive;
    bool busy = wdb->contract.took || wdb->contract.store || out->wdb_used, any = false;
    for (unsigned i = 0; i < WDB_PLACES; i++)
        busy |= wdb->place[i].fetch;
    wdb->sweep |= wdb->constraint.drain && !busy && !in->rst;
    if (!wdb->sweep)
        return;
    for (unsigned i = 0; i < WDB_PLACES; i++) {
        struct wdb_alloc *place = &wdb->place[i];
        if (place->dirty && !in->evict_valid && out->credit_dirty && happens(drive, 80)) {
            wdb_evict(wdb, in, place);
            place->dirty = 0;
        }
        any |= place->dirty != 0;
    }
    if (any || in->evict_valid)
        return;
    wdb->sweep = wdb->constraint.drain = false;
    wdb_draw_lines(wdb);
    drive->phase_end = 0;
}

static void drive_memory(struct wdb_drive *wdb, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    struct drive *drive = &wdb->drive;
    const struct wdb_contract *shadow = &wdb->contract;
    in->head_write = shadow->count && happens(drive, wdb->constraint.first); // else others are offered
    in->mmu_take = in->mmu_fault = 0;
    bool may = happens(drive, wdb->constraint.leave);
    if (in->head_write) {
        in->head_wdb =
            shadow->queue[happens(drive, wdb->constraint.others) ? rng_below(&drive->rng, shadow->count) : 0];
        may &= wdb_may_leave(shadow, in->head_wdb);
        may &= mask_has(out->leave_ready, in->head_wdb);
    }
    in->mmu_fault = may && happens(drive, wdb->constraint.fault);
    in->mmu_take = may && !in->mmu_fault && wdb->goings < WDB_GOING;
    in->mem_valid = wdb->goings != 0;
    if (in->mem_valid) {
        in->mem_op = wdb->going[0].op;
        in->mem_number = wdb->going[0].number;
    }
    in->mem_ready = happens(drive, wdb->constraint.memory);
}

static void draw_constraints(struct drive *drive)
{
    wdb_draw_constraints(drive, &((struct wdb_drive *)drive)->constraint);
}

static void wdb_drive(struct drive *drive, const void *outputs, void *inputs)
{
    struct wdb_drive *wdb = (struct wdb_drive *)drive;
    const struct ul1_wdb_out *out = outputs;
    struct ul1_wdb_in *in = inputs;
    if (!wdb->line[1])
        wdb_draw_lines(wdb);
    in->pass_valid = in->pass_cached = in->pass_readout = in->pass_replay = in->pass_flush = 0;
    in->pass_atom = in->pass_red = 0;
    in->bank_en = 0;
    in->store_hold = in->store_through = in->store_sect = 0;
    in->evict_valid = in->look_valid = in->held_dirty = in->gone_valid = 0;
    drive_beat(wdb, out, in);
    drive_arrivals(wdb);
    if (!drive->calm && !in->rst)
        drive_sweep(wdb, out, in);
    drive_pass(wdb, out, in);
    if (!in->gone_valid && rng_below(&drive->rng, 2))
        in->gone_row = wdb->place[rng_below(&drive->rng, WDB_PLACES)].row; // which must be ignored
    drive_take(wdb, out, in);
    drive_words(wdb, in);
    drive_memory(wdb, out, in);
    in->array_ready = happens(drive, wdb->constraint.port);
}

static const char *wdb_check(struct drive *drive, const void *in, const void *out)
{
    return wdb_contract_check(&((struct wdb_drive *)drive)->contract, in, out);
}

// A request reaches memory; another is on its way.
static void advance_going(struct wdb_drive *wdb, const struct ul1_wdb_in *in)
{
    struct rng *rng = &wdb->drive.rng;
    if (in->mem_valid && in->mem_ready) {
        wdb->going[0] = wdb->going[1];
        wdb->goings--;
    }
    if (!in->mmu_take)
        return;
    bool fence = rng_below(rng, 4) == 0;
    unsigned op = in->head_write ? UL1_MEMOP_WRITE : fence ? UL1_MEMOP_FENCE : UL1_MEMOP_READ;
    unsigned number = in->head_write ? in->head_wdb : rng_below(rng, 1 << UL1_NUMBER_W);
    wdb->going[wdb->goings].op = (uint8_t)op;
    wdb->going[wdb->goings++].number = (uint8_t)number;
}

static void wdb_count(struct drive *drive, const void *inputs, const void *outputs)
{
    struct wdb_drive *wdb = (struct wdb_drive *)drive;
    const struct ul1_wdb_in *in = inputs;
    const struct ul1_wdb_out *out = outputs;
    wdb_events_count(drive, &wdb->track, &wdb->contract, in, out);
    wdb_track_advance(&wdb->track, in, out);
    if (in->rst) {
        wdb->sweep = wdb->constraint.drain = false;
        wdb->goings = 0;
        wdb_draw_lines(wdb);
        return;
    }
    advance_going(wdb, in);
    drive->stimulus.passes += in->pass_valid;
}

struct stimulus *wdb_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "wdb",
                                            sizeof(struct wdb_drive),
                                            wdb_points,
                                            WDB_POINT_COUNT,
                                            600,
                                            false,
                                            draw_constraints,
                                            wdb_drive,
                                            NULL,
                                            wdb_check,
                                            wdb_count };
    return drive_make(&kind, test, seed, cycles);
}
