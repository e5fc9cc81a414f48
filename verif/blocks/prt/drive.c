#include "blocks/prt/drive.h"

#include "blocks/draw.h"
#include "blocks/prt/contract.h"
#include "blocks/prt/cover_points.h"
#include "kit/mask.h"
#include "common/sizes.h"

// ---- random constraints of a phase

// Lines, many of which differ in one bit.
static void draw_lines(struct prt_drive *prt)
{
    struct rng *rng = &prt->drive.rng;
    for (unsigned i = 0; i < PRT_LINES; i++) {
        uint64_t any = rng_next(rng) >> (64 - UL1_LINE_W);
        uint64_t one = mask_bit(rng_below(rng, UL1_LINE_W));
        prt->line[i] = i && rng_below(rng, 2) ? prt->line[rng_below(rng, i)] ^ one : any;
    }
}

// Requests, faults, arrivals, merges and stores of one or two lines coincide.
static void draw_clash(struct prt_drive *prt)
{
    struct prt_constraints *constraint = &prt->constraint;
    constraint->ask = constraint->single = constraint->leave = 100;
    constraint->meet = 50;
    constraint->store = rng_below(&prt->drive.rng, 2) ? 0 : 50;
    constraint->cover = 20;
    constraint->back = 80;
    constraint->fault = constraint->bus = constraint->take = 50;
    constraint->fill = constraint->error = 15;
    constraint->bypass = constraint->pieces = constraint->fence = constraint->command = 0;
    prt->lines = 1 + rng_below(&prt->drive.rng, 3);
}

// All entries are opened and stay in one state: all request, or all are filled. Sometimes there are no more
// lines than entries, so that the last entry, too, gets merges until it is full.
static void draw_heap(struct prt_drive *prt)
{
    struct prt_constraints *constraint = &prt->constraint;
    constraint->ask = constraint->way = constraint->fill = constraint->room = constraint->leave = 100;
    constraint->take = rng_below(&prt->drive.rng, 2) ? 100 : 0;
    constraint->store = rng_below(&prt->drive.rng, 2) ? 10 : 50;
    constraint->select = 0;
    prt->lines = rng_below(&prt->drive.rng, 2) ? PRT_LINES : UL1_PRT;
}

// Stores that open entries and are held; few loads, some of which bypass.
static void draw_held(struct prt_drive *prt)
{
    struct prt_constraints *constraint = &prt->constraint;
    constraint->ask = constraint->way = constraint->room = 100;
    constraint->store = 30 + rng_below(&prt->drive.rng, 60);
    constraint->back = 80;
    constraint->cover = rng_below(&prt->drive.rng, 2) ? 0 : 40;
    constraint->fill = 30;
    constraint->fault = rng_below(&prt->drive.rng, 2) ? 0 : 20;
    constraint->take = constraint->leave = 90;
    constraint->bypass = 50;
    prt->lines = 2 + rng_below(&prt->drive.rng, 8);
}

static void prt_constraints(struct drive *drive)
{
    struct prt_drive *prt = (struct prt_drive *)drive;
    struct prt_constraints *constraint = &prt->constraint;
    struct rng *rng = &drive->rng;
    if (prt->drain)
        return; // until all entries are free
    prt->drain = rng_below(rng, 4) == 0;
    constraint->ask = draw_constraint(drive);
    constraint->meet = draw_constraint(drive) / 2;
    constraint->single = draw_constraint(drive);
    constraint->bypass = rng_below(rng, 2) ? 0 : draw_constraint(drive);
    constraint->way = rng_below(rng, 2) ? 100 : draw_constraint(drive);
    constraint->cmo = rng_below(rng, 2) ? 5 : draw_constraint(drive) / 3;
    constraint->store = rng_below(rng, 3) ? 40 : draw_constraint(drive);
    constraint->back = draw_constraint(drive);
    constraint->cover = draw_constraint(drive);
    constraint->dirty = rng_below(rng, 2) ? 30 : draw_constraint(drive);
    constraint->room = rng_below(rng, 2) ? 80 : draw_constraint(drive);
    constraint->holds = rng_below(rng, 2) ? 10 : draw_constraint(drive) / 2;
    constraint->join = draw_constraint(drive);
    constraint->sweep = rng_below(rng, 4) ? 0 : draw_constraint(drive);
    constraint->leave = prt->drain || rng_below(rng, 2) ? 90 : 5 + draw_constraint(drive);
    constraint->fence = rng_below(rng, 2) ? 3 : draw_constraint(drive);
    constraint->command = rng_below(rng, 2) ? 10 : 50;
    constraint->take = prt->drain ? 90 : draw_constraint(drive);
    constraint->fault = rng_below(rng, 2) ? 0 : draw_constraint(drive);
    constraint->bus = draw_constraint(drive);
    constraint->wait = prt->drain || rng_below(rng, 2) ? 0 : draw_constraint(drive);
    constraint->ends = prt->drain ? 50 : 2 + draw_constraint(drive) / 4;
    constraint->fill = prt->drain ? 90 : draw_constraint(drive);
    constraint->pieces = draw_constraint(drive);
    constraint->error = rng_below(rng, 2) ? 0 : draw_constraint(drive);
    constraint->select = prt->drain ? 90 : draw_constraint(drive);
    constraint->hand = prt->drain || rng_below(rng, 2) ? 90 : draw_constraint(drive);
    prt->lines = rng_below(rng, 3) ? 1 + rng_below(rng, 6) : PRT_LINES;
    draw_lines(prt);
    unsigned kind = prt->drain ? 9 : rng_below(rng, 9);
    if (kind < 3)
        draw_clash(prt);
    else if (kind < 5)
        draw_heap(prt);
    else if (kind < 7)
        draw_held(prt);
}

// ---- inputs of a cycle

// Whether the request on offer is a read; then head_prt has its entry.
static bool read_first(const struct ul1_prt_out *out)
{
    bool used = mask_has(out->prt_used, out->head_prt);
    return !out->head_write && !out->head_fence && used
        && out->prt_state[out->head_prt] == UL1_PRT_STATE_ASKS;
}

static void drive_arrival(struct prt_drive *prt, const struct ul1_prt_out *out, struct ul1_prt_in *in)
{
    struct drive *drive = &prt->drive;
    const struct prt_constraints *constraint = &prt->constraint;
    const uint8_t *sent = prt->contract.sent;
    uint64_t waits = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        waits |= sent[i] ? mask_bit(i) : 0;
    // the request that is offered
    bool meets = read_first(out) && sent[out->head_prt] && happens(drive, constraint->meet);
    prt->failing = false;
    in->fill_valid = waits && (meets || happens(drive, constraint->fill));
    if (!in->fill_valid)
        return;
    in->fill_prt = (uint8_t)(meets ? out->head_prt : draw_bit(drive, waits, UL1_PRT));
    unsigned all = sent[in->fill_prt], part = all & draw_sectors(drive);
    in->fill_sect = (uint8_t)(part && happens(drive, constraint->pieces) ? part : all);
    in->fill_err = happens(drive, meets ? 50 : constraint->error);
    prt->failing = meets && happens(drive, constraint->fault);
}

// The replay selected in the previous cycle is in stage 1; the first of those taken is about to enter; the
// next one is on offer.
static void drive_replay(struct prt_drive *prt, struct ul1_prt_in *in)
{
    const struct prt_contract *shadow = &prt->contract;
    struct prt_track *track = &prt->track;
    in->pass_replay = track->next;
    if (track->next) {
        in->pass_prt = track->stage1.prt;
        in->pass_last = track->stage1.last;
        in->pass_fail = track->stage1.fail;
    }
    in->cand_replay = track->aheads != 0;
    if (in->cand_replay)
        in->cand_prt = track->ahead[0].prt;
    in->replay_valid = shadow->count != track->handed;
    if (in->replay_valid) {
        in->replay_prt = (uint8_t)prt_filled_first(shadow, track->handed);
        in->replay_pos = (uint8_t)track->given;
    }
    track->selecting = in->cand_replay && happens(&prt->drive, prt->constraint.select);
    track->taking =
        in->replay_valid && track->aheads < UL1_REPLAY_LINES && happens(&prt->drive, prt->constraint.hand);
}

static uint64_t draw_line(struct prt_drive *prt, const struct ul1_prt_out *out, const struct ul1_prt_in *in)
{
    struct drive *drive = &prt->drive;
    if (in->fill_valid && happens(drive, prt->constraint.meet))
        return out->prt_line[in->fill_prt];
    if (read_first(out) && happens(drive, prt->constraint.meet))
        return out->prt_line[out->head_prt];
    if (in->replay_valid && happens(drive, prt->constraint.meet / 2))
        return out->prt_line[in->replay_prt];
    return prt->line[rng_below(&drive->rng, prt->lines)];
}

// The tag unit's outputs for a line without an entry.
static void draw_tag(struct prt_drive *prt, const struct ul1_prt_out *out, struct ul1_prt_in *in)
{
    struct drive *drive = &prt->drive;
    bool take_over = !in->pass_store && in->pass_bypass;
    in->look_have =
        (uint8_t)(take_over || rng_below(&drive->rng, 2) ? 0 : ALL_SECTORS & ~draw_sectors(drive));
    if ((in->pass_store || in->pass_flush) && rng_below(&drive->rng, 4) == 0)
        in->look_have = ALL_SECTORS;
    in->look_there = in->look_have || (take_over && rng_below(&drive->rng, 2));
    in->look_way = in->look_there || happens(drive, prt_full(out) ? 50 : prt->constraint.way);
    in->look_dirty = 0;
    if (in->look_way && (take_over || in->look_there == in->pass_flush)
        && happens(drive, prt->constraint.dirty))
        in->look_dirty = (uint8_t)draw_sectors(drive);
    if (in->pass_flush)
        in->look_dirty &= in->look_have;
    while (in->look_way && prt_row_taken(&prt->contract, out, in->look_row))
        in->look_row = (uint16_t)rng_below(&drive->rng, UL1_ARRAY_ROWS);
}

static void draw_store(struct prt_drive *prt, struct ul1_prt_in *in)
{
    struct drive *drive = &prt->drive;
    in->pass_writeback = happens(drive, prt->constraint.back);
    in->pass_bypass =
        !in->pass_writeback && (happens(drive, prt->constraint.bypass) || rng_below(&drive->rng, 4) == 0);
    bool whole = happens(drive, prt->constraint.cover) || in->pass_bypass;
    if (whole && rng_below(&drive->rng, 2))
        in->look_need = ALL_SECTORS;
    in->look_cover = whole ? in->look_need
                           : (uint8_t)(rng_below(&drive->rng, 2) ? 0 : in->look_need & draw_sectors(drive));
}

// The store may be a reduction, unless a written-back store is held for its line. It needs two free entries
// of the write data buffer, as its line may be dirty, even under fetch.
static void draw_reduction(struct prt_drive *prt, struct ul1_prt_in *in, unsigned entry)
{
    struct drive *drive = &prt->drive;
    const struct prt_predictor *a = &prt->contract.predictor;
    if (!in->pass_store || mask_count(mask_all(UL1_WDB) & ~prt->contract.writes) < 2
        || (entry != PRT_NONE && a->entry[entry].keeps) || rng_below(&drive->rng, 2))
        return;
    in->pass_red = (uint8_t)draw_red(drive);
    if (!in->pass_red)
        return;
    in->look_dirty = 0;
    if (in->look_there && happens(drive, prt->constraint.dirty))
        in->look_dirty = (uint8_t)(in->look_have & draw_sectors(drive));
}

static void drive_ask(struct prt_drive *prt, const struct ul1_prt_out *out, struct ul1_prt_in *in)
{
    struct drive *drive = &prt->drive;
    const struct prt_constraints *constraint = &prt->constraint;
    in->look_judge = in->look_miss = in->look_purge = in->pass_red = 0;
    if (in->pass_replay || prt->drain || prt->track.fresh || !happens(drive, constraint->ask))
        return;
    uint64_t line = draw_line(prt, out, in);
    unsigned entry = prt_entry_of(out, line);
    bool closed = entry != PRT_NONE && mask_has(out->prt_closed, entry);
    bool single = happens(drive, constraint->single);
    in->look_need = (uint8_t)(single ? 1u << rng_below(&drive->rng, UL1_SECTORS) : draw_sectors(drive));
    in->look_cover = 0;
    in->pass_line = line;
    bool cmo = happens(drive, constraint->cmo);
    bool room = prt->contract.writes != mask_all(UL1_WDB);
    in->pass_inval = cmo && (!room || rng_below(&drive->rng, 2));
    in->pass_flush = cmo && !in->pass_inval;
    in->pass_store = !cmo && happens(drive, constraint->store);
    in->pass_bypass = !cmo && happens(drive, constraint->bypass);
    in->pass_fresh = UL1_CACHES_BEHIND && in->pass_bypass && !in->pass_store && rng_below(&drive->rng, 2);
    if (in->pass_store)
        draw_store(prt, in);
    if (entry == PRT_NONE) {
        draw_tag(prt, out, in);
    } else {
        in->look_have = prt->contract.have[entry];
        in->look_there = 1;
        in->look_way = in->look_dirty = 0;
    }
    draw_reduction(prt, in, entry);
    bool may_hit = !in->pass_store && !cmo && !closed && !in->pass_bypass;
    if (may_hit && in->look_have == ALL_SECTORS)
        return;
    if (may_hit && !(in->look_need & ~in->look_have))
        in->look_need |= ~in->look_have & ALL_SECTORS;
    in->look_judge = 1;
    in->look_miss = !in->pass_store && !cmo;
    bool whole = in->pass_store && in->pass_bypass && in->look_cover == ALL_SECTORS;
    in->look_purge = whole && in->look_there && in->look_way && rng_below(&drive->rng, 2);
    if (in->pass_red)
        in->look_purge = in->look_there && in->look_way;
}

// The credit for a dirty line; the free entries for a store in stage 1 and for a dirty line, mostly the
// lowest; the writes that can leave.
static void drive_wdb(struct prt_drive *prt, struct ul1_prt_in *in)
{
    struct drive *drive = &prt->drive;
    uint64_t open = mask_all(UL1_WDB) & ~prt->contract.writes;
    in->credit_dirty = open && happens(drive, prt->constraint.room);
    in->defer_holds = happens(drive, prt->constraint.holds);
    if (open) {
        in->alloc_dirty = (uint8_t)draw_bit(drive, open, 4 * UL1_WDB);
        in->alloc_store = (uint8_t)draw_bit(drive, open, 4 * UL1_WDB);
    }
    if (in->look_judge && in->pass_red) {
        in->credit_dirty = 1;
        in->alloc_store = (uint8_t)mask_first(open);
        in->alloc_dirty = (uint8_t)(63 - __builtin_clzll(open));
    }
    in->leave_ready = 0;
    for (unsigned i = 0; i < UL1_WDB; i++)
        in->leave_ready |= happens(drive, prt->constraint.leave) ? mask_bit(i) : 0;
}

static void drive_fence(struct prt_drive *prt, struct ul1_prt_in *in)
{
    struct drive *drive = &prt->drive;
    in->fence_valid = happens(drive, prt->constraint.fence);
    in->cmd_fence = in->fence_valid && happens(drive, prt->constraint.command);
    in->fence_valid ^= in->cmd_fence;
    in->answer_fence = happens(drive, prt->constraint.fence);
    if (in->fence_valid)
        in->fence_id = (uint8_t)rng_below(&drive->rng, UL1_INSTRS);
}

static void prt_drive(struct drive *drive, const void *outputs, void *inputs)
{
    struct prt_drive *prt = (struct prt_drive *)drive;
    const struct ul1_prt_out *out = outputs;
    struct ul1_prt_in *in = inputs;
    bool idle = prt->drain && !out->prt_used && !in->rst;
    if (idle)
        prt->settings++;
    in->cfg_fetch = prt->settings & 1;
    in->cfg_policy = prt->settings >> 1 & ((1u << UL1_POLICY_W) - 1);
    drive_arrival(prt, out, in);
    drive_replay(prt, in);
    drive_ask(prt, out, in);
    drive_wdb(prt, in);
    drive_fence(prt, in);
    in->evict_valid = in->mmu_take = in->mmu_fault = in->mmu_wait = in->walk_ends = 0;
    for (unsigned w = 0; w < UL1_WALKERS; w++)
        in->walk_ends |= happens(drive, prt->constraint.ends) ? 1u << w : 0;
    if (idle) {
        prt->drain = false;
        drive->phase_end = 0; // draw new constraints
    }
}

// ---- responses in the same cycle

static void answer_request(struct prt_drive *prt, const struct ul1_prt_out *out, struct ul1_prt_in *in)
{
    static const uint8_t errors[] = { UL1_ERR_PAGE, UL1_ERR_BUS, UL1_ERR_READONLY };
    struct drive *drive = &prt->drive;
    bool read = !out->head_write && !out->head_fence, fails = read && prt->failing;
    bool answered = out->head_valid && (fails || happens(drive, prt->constraint.take));
    in->mmu_fault = answered && !out->head_fence && (fails || happens(drive, prt->constraint.fault));
    if (answered && !in->mmu_fault && !out->head_fence && happens(drive, prt->constraint.wait))
        in->mmu_wait = (uint8_t)(rng_below(&drive->rng, 3) ? 1u << rng_below(&drive->rng, UL1_WALKERS)
                                                           : (1u << UL1_WALKERS) - 1);
    in->mmu_take = answered && !in->mmu_fault && !in->mmu_wait;
    if (in->mmu_fault && read)
        in->mmu_err = errors[happens(drive, fails ? 25 : prt->constraint.bus)];
    else if (in->mmu_fault)
        in->mmu_err = errors[rng_below(&drive->rng, 3)];
}

static void prt_respond(struct drive *drive, const void *outputs, void *inputs)
{
    struct prt_drive *prt = (struct prt_drive *)drive;
    const struct ul1_prt_out *out = outputs;
    struct ul1_prt_in *in = inputs;
    answer_request(prt, out, in);
    if (in->look_judge)
        in->evict_valid =
            (out->miss_open || out->store_alloc || in->pass_red || (in->pass_flush && !out->miss_defer))
            && in->look_dirty;
    else
        in->evict_valid = in->credit_dirty && !in->pass_replay && happens(drive, prt->constraint.sweep);
    // Free entries, unless all have a write in the queue; joining requires such a write. A free entry for
    // another store has no write there.
    uint64_t writes = prt->contract.writes;
    in->alloc_new = writes != mask_all(UL1_WDB) && !(writes && happens(drive, prt->constraint.join));
    in->alloc_new = in->alloc_new && (out->store_through || !in->look_judge || in->pass_store);
    in->alloc_new |= in->look_judge && in->pass_red;
}

static const char *prt_check(struct drive *drive, const void *in, const void *out)
{
    return prt_contract_check(&((struct prt_drive *)drive)->contract, in, out);
}

static void prt_count(struct drive *drive, const void *inputs, const void *outputs)
{
    struct prt_drive *prt = (struct prt_drive *)drive;
    const struct ul1_prt_in *in = inputs;
    const struct ul1_prt_out *out = outputs;
    prt_events_count(drive, &prt->track, &prt->contract, in, out);
    prt_track_advance(&prt->track, in, out);
    if (!in->rst)
        drive->stimulus.passes += in->look_judge + in->pass_replay;
}

struct stimulus *prt_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = {
        "prt",    sizeof(struct prt_drive), prt_points, PRT_POINT_COUNT, 1500,
        false,    prt_constraints,          prt_drive,  prt_respond,     prt_check,
        prt_count
    };
    return drive_make(&kind, test, seed, cycles);
}
