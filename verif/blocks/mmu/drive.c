#include "blocks/mmu/drive.h"

#include <string.h>

#include "blocks/draw.h"
#include "blocks/mmu/contract.h"
#include "blocks/mmu/cover_points.h"
#include "common/sizes.h"

// ---- random constraints of a phase

// Pages that differ in one bit, and lines just below and above a page's border that differ in one bit.
static void draw_pages(struct mmu_drive *mmu)
{
    struct rng *rng = &mmu->drive.rng;
    unsigned low = line_page_bits(mmu->page);
    mmu->pages = rng_below(rng, 2) ? 1 + rng_below(rng, 5) : MMU_PAGES;
    for (unsigned i = 0; i < MMU_PAGES; i++) {
        unsigned differs =
            rng_below(rng, 2) ? low + rng_below(rng, UL1_LINE_W - low) : low - 1 + rng_below(rng, 3);
        uint64_t any = rng_next(rng) >> (64 - UL1_LINE_W);
        mmu->line[i] = i && rng_below(rng, 2) ? mmu->line[rng_below(rng, i)] ^ UINT64_C(1) << differs : any;
    }
}

// The root differs in one bit, or is the last page of memory, where the topmost table wraps around to the
// first.
static void draw_settings(struct mmu_drive *mmu)
{
    enum { PAGE_CODES = 1 << UL1_PAGE_W };
    struct rng *rng = &mmu->drive.rng;
    unsigned which = rng_below(rng, 3); // one, the other, or both
    if (which != 1)
        mmu->page = (uint8_t)((mmu->page + 1 + rng_below(rng, PAGE_CODES - 1)) % PAGE_CODES);
    if (which != 0)
        mmu->root ^= rng_below(rng, 3) ? UINT64_C(1) << rng_below(rng, UL1_PN_W)
                                       : mmu->root ^ ((UINT64_C(1) << UL1_PN_W) - 1);
}

// More pages than the TLB holds, and a memory that is slow to take requests: walkers find no free place.
static void draw_stuck(struct mmu_drive *mmu)
{
    struct mmu_constraints *constraint = &mmu->constraint;
    constraint->ask = constraint->valid = constraint->answer = 100;
    constraint->error = 0;
    constraint->ready = 15;
    mmu->pages = MMU_PAGES;
}

// Few pages, some of them read-only; and a memory that is slow to take requests.
static void draw_readonly(struct mmu_drive *mmu)
{
    struct mmu_constraints *constraint = &mmu->constraint;
    constraint->ask = constraint->valid = constraint->answer = constraint->leave = 100;
    constraint->error = constraint->forget = 0;
    constraint->ready = 30;
    constraint->writes = 60;
    constraint->may_write = 50;
    mmu->pages = 4;
}

// Pages are forgotten and requested again.
static void draw_forget(struct mmu_drive *mmu)
{
    struct mmu_constraints *constraint = &mmu->constraint;
    constraint->ask = constraint->valid = constraint->answer = constraint->ready = 90;
    constraint->error = 0;
    constraint->forget = 30;
    constraint->aim = 70;
    mmu->pages = 2;
}

// As many walks as possible.
static void draw_walks(struct mmu_drive *mmu)
{
    struct mmu_constraints *constraint = &mmu->constraint;
    constraint->ask = constraint->valid = constraint->answer = constraint->ready = 100;
    constraint->error = constraint->forget = 0;
    mmu->pages = MMU_PAGES;
}

static void draw_often(struct mmu_drive *mmu)
{
    struct drive *drive = &mmu->drive;
    struct mmu_constraints *constraint = &mmu->constraint;
    struct rng *rng = &drive->rng;
    constraint->ask = draw_constraint(drive);
    constraint->grow = rng_below(rng, 2) ? 0 : 10;
    constraint->ready = mmu->drain || rng_below(rng, 2) ? 90 : rng_below(rng, 2) ? 5 : draw_constraint(drive);
    constraint->answer = mmu->drain ? 90 : rng_below(rng, 2) ? 50 : 5 + draw_constraint(drive);
    constraint->valid = rng_below(rng, 3) == 0 ? 100 : rng_below(rng, 4) ? 70 : draw_constraint(drive);
    constraint->error = rng_below(rng, 2) ? 0 : draw_constraint(drive) / 4;
    constraint->may_write = rng_below(rng, 2) ? 70 : draw_constraint(drive);
    constraint->forget = 0;
    if (rng_below(rng, 2) == 0) {
        constraint->forget = draw_constraint(drive);
        constraint->forget /= 1 + rng_below(rng, 8);
    }
    constraint->writes = rng_below(rng, 2) ? 40 : draw_constraint(drive);
    constraint->fences = rng_below(rng, 2) ? 10 : draw_constraint(drive) / 2;
    constraint->leave = draw_constraint(drive);
    constraint->aim = draw_constraint(drive);
}

static void mmu_constraints(struct drive *drive)
{
    struct mmu_drive *mmu = (struct mmu_drive *)drive;
    if (mmu->drain)
        return; // until nothing is in flight
    mmu->drain = rng_below(&drive->rng, 3) == 0;
    draw_often(mmu);
    if (mmu->drain)
        return;
    if (mmu->changed)
        mmu->constraint.ask = 100; // for pages that were translated with the previous settings
    else
        draw_pages(mmu);
    mmu->changed = false;
    unsigned kind = rng_below(&drive->rng, 10);
    if (kind < 2)
        draw_stuck(mmu);
    else if (kind < 4)
        draw_walks(mmu);
    else if (kind < 5)
        draw_readonly(mmu);
    else if (kind < 6)
        draw_forget(mmu);
}

// ---- inputs of a cycle

// Any line of a page in use.
static uint64_t draw_line(struct mmu_drive *mmu)
{
    uint64_t within = (UINT64_C(1) << line_page_bits(mmu->page)) - 1;
    uint64_t line = mmu->line[rng_below(&mmu->drive.rng, mmu->pages)];
    return (line & ~within) | (rng_next(&mmu->drive.rng) & within);
}

static void draw_request(struct mmu_drive *mmu)
{
    struct drive *drive = &mmu->drive;
    struct rng *rng = &drive->rng;
    struct mmu_asking *a = &mmu->asking[mmu->askings++];
    struct ul1_mmu_in *request = &a->request;
    memset(a, 0, sizeof *a);
    request->head_fence = happens(drive, mmu->constraint.fences);
    request->head_write = !request->head_fence && happens(drive, mmu->constraint.writes);
    a->leaves = !request->head_write || happens(drive, mmu->constraint.leave);
    if (request->head_fence) {
        request->head_number = (uint8_t)rng_below(rng, 1 << UL1_ID_W);
        request->head_level = (uint8_t)rng_below(rng, 1 << UL1_LEVEL_W);
        return;
    }
    mmu->last = request->head_line = draw_line(mmu);
    if (request->head_write) {
        request->head_wdb = (uint8_t)rng_below(rng, UL1_WDB);
    } else {
        request->head_prt = (uint8_t)rng_below(rng, UL1_PRT);
        request->head_sect = (uint8_t)draw_sectors(drive);
        request->head_store = rng_below(rng, 2);
        request->head_fresh = UL1_CACHES_BEHIND && !request->head_store && rng_below(rng, 2);
        request->head_warp = (uint8_t)(UL1_READ_SOURCES ? rng_below(rng, UL1_WARPS) : 0);
        request->head_space = (uint8_t)(UL1_READ_SOURCES ? UL1_SPACE_GLOBAL + rng_below(rng, 2) : 0);
    }
}

// The oldest request that does not wait for a walker is offered.
static void drive_request(struct mmu_drive *mmu, struct ul1_mmu_in *in)
{
    struct drive *drive = &mmu->drive;
    for (mmu->offered = 0; mmu->offered < mmu->askings && mmu->asking[mmu->offered].waits;)
        mmu->offered++;
    if (mmu->offered == MMU_ASKING)
        return;
    bool none = mmu->offered == mmu->askings, may = !mmu->drain && !mmu->pause;
    if (none && !(may && happens(drive, mmu->constraint.ask)))
        return;
    struct mmu_asking *a = &mmu->asking[mmu->offered];
    struct ul1_mmu_in *request = &a->request;
    if (none) {
        draw_request(mmu);
    } else {
        unsigned sectors = request->head_sect;
        if (sectors && happens(drive, mmu->constraint.grow))
            request->head_sect |= (uint8_t)draw_sectors(drive);
        saw(drive, GREW, request->head_sect != sectors);
        a->leaves |= happens(drive, mmu->drain ? 50 : mmu->constraint.leave);
    }
    in->head_valid = a->leaves;
    in->head_write = request->head_write;
    in->head_fence = request->head_fence;
    if (request->head_write)
        in->head_wdb = request->head_wdb;
    if (request->head_fence) {
        in->head_number = request->head_number;
        in->head_level = request->head_level;
        in->head_line = 0;
    }
    if (in->head_valid) {
        in->head_prt = request->head_prt;
        in->head_sect = request->head_sect;
        in->head_line = request->head_line;
        in->head_store = request->head_store;
        in->head_fresh = request->head_fresh;
        in->head_warp = request->head_warp;
        in->head_space = request->head_space;
    }
}

// A request of a cache, which has one at a time.
static void draw_cache(struct mmu_drive *mmu, struct mmu_cache *c, unsigned built)
{
    const bool may = built && !mmu->drain && !mmu->pause;
    if (c->asks || !may || !happens(&mmu->drive, mmu->constraint.ask))
        return;
    c->asks = true;
    c->waits = 0;
    c->line = draw_line(mmu);
    c->sect = (uint8_t)draw_sectors(&mmu->drive);
    c->warp = (uint8_t)(UL1_READ_SOURCES ? rng_below(&mmu->drive.rng, UL1_WARPS) : 0);
    c->number = (uint8_t)rng_below(&mmu->drive.rng, UL1_TEX_FETCHES);
}

static void drive_caches(struct mmu_drive *mmu, struct ul1_mmu_in *in)
{
    struct mmu_cache *c = &mmu->con, *t = &mmu->tex;
    draw_cache(mmu, c, UL1_CONSTANTS);
    draw_cache(mmu, t, UL1_TEXTURE);
    in->texmiss_valid = t->asks && !t->waits;
    if (in->texmiss_valid) {
        in->texmiss_line = t->line;
        in->texmiss_sect = t->sect;
        in->texmiss_number = t->number;
    }
    in->conmiss_valid = c->asks && !c->waits;
    if (in->conmiss_valid) {
        in->conmiss_line = c->line;
        in->conmiss_sect = c->sect;
        in->conmiss_warp = c->warp;
    }
}

static void advance_cache(struct mmu_cache *c, unsigned waits, unsigned ends, unsigned answered)
{
    if (waits)
        c->waits = (uint8_t)waits;
    if (c->waits & ends)
        c->waits = 0;
    if (answered)
        c->asks = false;
}

// The outcome of the request on offer, and of those that wait.
static void advance_requests(struct mmu_drive *mmu, const struct ul1_mmu_out *out)
{
    struct mmu_asking *offered = &mmu->asking[mmu->offered];
    if (out->mmu_wait)
        offered->waits = out->mmu_wait;
    for (unsigned i = 0; i < mmu->askings; i++) {
        struct mmu_asking *a = &mmu->asking[i];
        if (!(a->waits & out->walk_ends))
            continue;
        a->waits = 0;
        // a store may have joined that write
        a->leaves = !a->request.head_write || happens(&mmu->drive, mmu->constraint.leave);
    }
    if (out->mmu_take || out->mmu_fault)
        memmove(offered, offered + 1, (--mmu->askings - mmu->offered) * sizeof *offered);
}

// Each read of a walker finds another random entry. The word that the walker takes does not matter: every
// candidate entry is valid or not.
static void drive_walk(struct mmu_drive *mmu, struct ul1_mmu_in *in)
{
    enum { VALID = 1, WRITABLE = 2, ENTRY_WORDS = 8 / UL1_WORD_BYTES };
    struct drive *drive = &mmu->drive;
    in->fill_walk = 0;
    if (!mmu->contract.walk || !happens(drive, mmu->constraint.answer))
        return;
    in->fill_walk = (uint8_t)(1u << draw_bit(drive, mmu->contract.walk, UL1_WALKERS));
    in->fill_err = happens(drive, mmu->constraint.error);
    for (unsigned i = 0; i < UL1_LINE_WORDS; i += ENTRY_WORDS) {
        bool valid = happens(drive, mmu->constraint.valid);
        bool writable = happens(drive, mmu->constraint.may_write);
        in->fill_data[i] &= ~(uint32_t)(VALID | WRITABLE);
        in->fill_data[i] |= (valid ? VALID : 0) | (writable ? WRITABLE : 0);
    }
}

// When no request is offered or in flight: the page requested last, the one beside it, or any.
static void drive_forget(struct mmu_drive *mmu, const struct ul1_mmu_out *out, struct ul1_mmu_in *in)
{
    struct drive *drive = &mmu->drive;
    struct rng *rng = &drive->rng;
    bool idle = mmu_idle(in, out);
    in->forget_valid = !mmu->drain && idle && happens(drive, mmu->pause ? 70 : mmu->constraint.forget);
    if (in->forget_valid) {
        uint64_t line = happens(drive, mmu->constraint.aim) ? mmu->last : draw_line(mmu);
        if (rng_below(rng, 4) == 0)
            // perhaps the neighbouring page
            line ^= UINT64_C(1) << (line_page_bits(mmu->page) - 1 + rng_below(rng, 3));
        in->forget_addr = line << WITHIN_LINE_W | rng_below(rng, UL1_LINE_BYTES);
        mmu->pause = rng_below(rng, 2);
    } else if (!mmu->askings) {
        mmu->pause = mmu->pause ? !idle || rng_below(rng, 8) : happens(drive, mmu->constraint.forget);
    }
}

static void mmu_drive(struct drive *drive, const void *outputs, void *inputs)
{
    struct mmu_drive *mmu = (struct mmu_drive *)drive;
    const struct ul1_mmu_out *out = outputs;
    struct ul1_mmu_in *in = inputs;
    if (!mmu->pages)
        draw_pages(mmu);
    if (mmu->renews)
        draw_settings(mmu);
    in->use_page = mmu->page;
    in->use_root = mmu->root;
    in->head_valid = in->head_write = in->head_fence = 0;
    in->head_line = draw_line(mmu); // without a request
    drive_request(mmu, in);
    drive_caches(mmu, in);
    drive_walk(mmu, in);
    drive_forget(mmu, out, in);
    in->mem_ready = happens(drive, mmu->constraint.ready);
    mmu->renews =
        mmu->drain && !mmu->askings && !mmu->con.asks && !mmu->tex.asks && mmu_idle(in, out) && !in->rst;
    in->forget_all = mmu->renews;
    if (mmu->renews) {
        mmu->changed = true;
        mmu->drain = false;
        drive->phase_end = 0; // draw new constraints
    }
}

static const char *mmu_check(struct drive *drive, const void *in, const void *out)
{
    return mmu_contract_check(&((struct mmu_drive *)drive)->contract, in, out);
}

static void mmu_count(struct drive *drive, const void *inputs, const void *outputs)
{
    struct mmu_drive *mmu = (struct mmu_drive *)drive;
    const struct ul1_mmu_in *in = inputs;
    const struct ul1_mmu_out *out = outputs;
    mmu_track_begin(&mmu->track, in, out);
    mmu_events_count(drive, &mmu->track, in, out);
    mmu_track_advance(&mmu->track, in, out);
    mmu->pause &= !in->rst;
    advance_cache(&mmu->con, out->conmmu_wait, out->walk_ends,
                  in->rst || out->conmmu_take || out->conmmu_fault);
    advance_cache(&mmu->tex, out->texmmu_wait, out->walk_ends,
                  in->rst || out->texmmu_take || out->texmmu_fault);
    if (in->rst)
        mmu->askings = 0;
    else if (mmu->askings)
        advance_requests(mmu, out);
    if (!in->rst)
        drive->stimulus.passes += out->mmu_take;
}

struct stimulus *mmu_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "mmu",
                                            sizeof(struct mmu_drive),
                                            mmu_points,
                                            MMU_POINT_COUNT,
                                            800,
                                            false,
                                            mmu_constraints,
                                            mmu_drive,
                                            NULL,
                                            mmu_check,
                                            mmu_count };
    return drive_make(&kind, test, seed, cycles);
}
