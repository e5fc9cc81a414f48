// Memory management unit: contract and random drive.
#include "drive.h"

#include <string.h>

enum { LINE_W = UL1_VA_W - LG - 2 };    // the bits of a line's number

// ---- the contract

// The settings change only while nothing is asked for or on its way, and no invalidation is offered or under way.
static const char *check_settings(const struct mmu_contract *c, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    bool idle = !in->xl_valid && !out->mem_valid && out->mmu_walk == UL1_WALK_IDLE && !in->inv_valid && in->inv_ready;
    if (!c->running || idle || (in->cfg_page == c->cfg_page && in->cfg_root == c->cfg_root))
        return NULL;
    return "cfg_page, cfg_root: one changes while the unit is not idle";
}

// A request is offered until it is answered; only sectors may come to it.
static const char *check_request(const struct mmu_contract *c, const struct ul1_mmu_in *in)
{
    if (!c->waits)
        return in->xl_valid && !in->xl_sect ? "xl_sect: no sector" : NULL;
    if (!in->xl_valid || in->xl_prt != c->xl_prt || in->xl_line != c->xl_line)
        return "xl_valid, xl_prt, xl_line: the request goes before it is answered";
    return c->xl_sect & ~in->xl_sect ? "xl_sect: a sector goes before the request is answered" : NULL;
}

static void advance(struct mmu_contract *c, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    c->running = 1;
    c->cfg_page = in->cfg_page;
    c->cfg_root = in->cfg_root;
    c->waits = in->xl_valid && !out->xl_take && !out->xl_fault;
    c->xl_prt = in->xl_prt;
    c->xl_line = in->xl_line;
    c->xl_sect = in->xl_sect;
    if (in->walk_valid)
        c->walk = 0;
    if (out->mem_valid && in->mem_ready && out->mem_sub == UL1_PRT)
        c->walk = 1;
}

const char *mmu_contract_check(struct mmu_contract *c, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        return NULL;
    }
    const char *broken = check_settings(c, in, out);
    if (!broken)
        broken = check_request(c, in);
    if (!broken && in->walk_valid && !c->walk)
        broken = "walk_valid: the page walker has asked for nothing, or it has come";
    advance(c, in, out);
    return broken;
}

// ---- the drive: plays the pending request table, the memory with its page tables, and software that invalidates

enum { TAKEN, TAKEN_RUNNING, NO_PLACE, HELD_UP, IN_AND_OUT, GREW, WALK_2, WALK_3_4K, WALK_3_64K, RESERVED_SIZE, FAULT_0,
    FAULT_1, FAULT_2, BUS_ERROR, WALK_NO_PLACE, WALK_BEHIND, WALKED_AGAIN, MANY_WALKS, TAKEN_AFTER_WALK, OTHER_AFTER_FAULT,
    INV_KEPT_OUT, INV_TAKEN, INV_ASKS_0, INV_ASKS_LATER, INV_ASKS_NO_PLACE, INV_WAITS, INV_COMES, INV_LAST, INV_AGAIN,
    INV_AGAIN_COMES, INV_FAILS, INV_OTHER, DROPPED, PAGE_CHANGED, ROOT_CHANGED, RESET_WALK, RESET_WAITING, EVENTS };
static const char *const events[EVENTS] = { "request taken", "requests taken in two cycles running",
    "request waits for a place", "request to memory waits", "a place left and another taken in a cycle",
    "sectors join a request that waits", "walk of two levels", "walk of three levels, 4 KB", "walk of three levels, 64 KB",
    "walk with the reserved page size", "page fault at level 0", "page fault at level 1", "page fault at level 2",
    "bus error of a walk", "walker waits for a place", "walker's request waits behind another", "page walked for again",
    "more walks than translations are kept", "request taken in the cycle after its walk",
    "another request at once behind a fault", "invalidation kept out", "page invalidated as a request of it is taken",
    "walk invalidated as it asks for its first entry", "walk invalidated as it asks for a later one",
    "walk invalidated as it waits for a place", "walk invalidated as it waits", "walk invalidated as an entry comes",
    "walk invalidated as its last entry comes", "walk invalidated twice", "walk invalidated as what it drops comes",
    "walk invalidated as it fails", "another page invalidated during a walk", "entry dropped", "cfg_page changed",
    "cfg_root changed", "reset during a walk", "reset with requests waiting" };

enum { PAGES = 20 };

struct mmu_drive {
    struct drive d;
    struct mmu_contract contract;

    uint8_t page;                       // the settings; to change them nothing may be under way
    uint32_t root;
    bool drain, changed;                // and: they have just been changed

    unsigned ask, grow, ready, answer, valid, error, inv, inv_ready, aim; // how often
    unsigned pages;                     // so many are in use
    uint64_t line[PAGES];               // a line in each

    bool asks;                          // a request is offered
    uint8_t prt, sect;
    uint64_t asked;                     // its line

    // What happened, for events: in the cycle before the settings, the walker and the answer; whether a request that was not
    // taken met a walker that was idle.
    uint8_t was_page, was_walk, was_answer;
    uint32_t was_root;
    bool held;
    bool came;                          // an entry came that the walk did not drop
    unsigned places;                    // that are taken
    unsigned level, walks;              // entries that the walk has got; walks that have ended well
    uint64_t seen[PAGES];               // pages that they were for, as a ring
};

enum { ANSWER_NONE, ANSWER_TAKEN, ANSWER_FAULT };

static uint64_t page_of(const struct mmu_drive *m, uint64_t line)
{
    return line >> line_page_bits(m->page);
}

// Pages that differ in one bit, and lines that do just below and above the border of a page.
static void draw_pages(struct mmu_drive *m)
{
    struct rng *r = &m->d.rng;
    m->pages = rng_below(r, 2) ? 1 + rng_below(r, 5) : PAGES;
    for (unsigned i = 0; i < PAGES; i++) {
        unsigned low = line_page_bits(m->page);
        unsigned bit = rng_below(r, 2) ? low + rng_below(r, LINE_W - low) : low - 1 + rng_below(r, 3);
        uint64_t any = rng_next(r) >> (64 - LINE_W);
        m->line[i] = i && rng_below(r, 2) ? m->line[rng_below(r, i)] ^ 1ull << bit : any;
    }
}

static void draw_settings(struct mmu_drive *m)
{
    struct rng *r = &m->d.rng;
    unsigned which = rng_below(r, 3);   // one, the other, or both
    m->changed = true;
    if (which != 1)
        m->page = (uint8_t)((m->page + 1 + rng_below(r, 3)) % 4);
    if (which != 0)
        m->root ^= 1u << rng_below(r, UL1_PN_W);
}

// More pages than are kept, of which many are, and a memory that is slow to take what is asked: the walker finds no place.
static void draw_stuck(struct mmu_drive *m)
{
    m->ask = m->valid = m->answer = 100;
    m->error = 0;
    m->ready = 15;
    m->inv = 3;
    m->aim = 50;
    m->pages = PAGES;
}

// As many walks as can be.
static void draw_walks(struct mmu_drive *m)
{
    m->ask = m->valid = m->answer = m->ready = 100;
    m->error = m->inv = 0;
    m->pages = PAGES;
}

static void mmu_knobs(struct drive *d)
{
    struct mmu_drive *m = (struct mmu_drive *)d;
    if (m->drain)
        return; // until nothing is under way
    m->drain = rng_below(&d->rng, 3) == 0;
    m->ask = draw_knob(d);
    m->grow = rng_below(&d->rng, 2) ? 0 : 10;
    m->ready = m->drain || rng_below(&d->rng, 2) ? 90 : rng_below(&d->rng, 2) ? 5 : draw_knob(d);
    m->answer = m->drain ? 90 : rng_below(&d->rng, 2) ? 50 : 5 + draw_knob(d);
    m->valid = rng_below(&d->rng, 3) == 0 ? 100 : rng_below(&d->rng, 4) ? 70 : draw_knob(d);
    m->error = rng_below(&d->rng, 2) ? 0 : draw_knob(d) / 4;
    m->inv = rng_below(&d->rng, 2) ? 0 : draw_knob(d) / (1 + rng_below(&d->rng, 8));
    m->inv_ready = draw_knob(d);
    m->aim = draw_knob(d);
    if (m->drain)
        return;
    if (m->changed)
        m->ask = 100; // for what was translated with the settings before
    else
        draw_pages(m);
    m->changed = false;
    unsigned kind = rng_below(&d->rng, 8);
    if (kind < 2)
        draw_stuck(m);
    else if (kind < 4)
        draw_walks(m);
}

static void drive_request(struct mmu_drive *m, struct ul1_mmu_in *in)
{
    struct drive *d = &m->d;
    unsigned sect = m->sect;
    if (m->asks && happens(d, m->grow))
        m->sect |= (uint8_t)draw_sectors(d);
    saw(d, GREW, m->asks && m->sect != sect);
    if (!m->asks && !m->drain && happens(d, m->ask)) {
        uint64_t within = (1ull << line_page_bits(m->page)) - 1;
        m->asks = true;
        m->prt = in->xl_prt;
        m->sect = (uint8_t)draw_sectors(d);
        m->asked = m->line[rng_below(&d->rng, m->pages)];
        m->asked = (m->asked & ~within) | (rng_next(&d->rng) & within);
    }
    in->xl_valid = m->asks;
    if (m->asks) {
        in->xl_prt = m->prt;
        in->xl_sect = m->sect;
        in->xl_line = m->asked;
    }
}

// Whatever the walker looks for, it finds something else each time. Which of the words it takes is not looked at: each entry
// that might be meant is there or not.
static void drive_walk(struct mmu_drive *m, struct ul1_mmu_in *in)
{
    struct drive *d = &m->d;
    in->walk_valid = m->contract.walk && happens(d, m->answer);
    if (!in->walk_valid)
        return;
    in->fill_err = happens(d, m->error);
    for (unsigned i = 0; i < LANES; i += 2)
        in->fill_data[i] = (in->fill_data[i] & ~1u) | happens(d, m->valid);
}

// Of the page that is asked for, when that is rare: as the walker fails, or waits for a place, or an entry comes; or without
// a walk.
static void drive_inv(struct mmu_drive *m, const struct ul1_mmu_out *out, struct ul1_mmu_in *in)
{
    struct drive *d = &m->d;
    bool rare = out->mmu_walk == UL1_WALK_FAILS || (out->mmu_walk == UL1_WALK_ASKS && m->places == 2)
        || (in->walk_valid && rng_below(&d->rng, 4) == 0)
        || (m->asks && out->mmu_walk == UL1_WALK_IDLE && rng_below(&d->rng, 16) == 0);
    in->inv_valid = !m->drain && happens(d, rare ? m->aim : m->inv);
    in->inv_ready = m->drain || happens(d, m->inv_ready);
    if (!in->inv_valid)
        return;
    uint64_t line = m->asks && (rare || happens(d, m->aim)) ? m->asked : m->line[rng_below(&d->rng, m->pages)];
    if (rng_below(&d->rng, 4) == 0)
        line ^= 1ull << (line_page_bits(m->page) - 1 + rng_below(&d->rng, 3)); // perhaps the page beside
    in->inv_addr = (line << (LG + 2)) | rng_below(&d->rng, 4 * LANES);
}

static void mmu_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct mmu_drive *m = (struct mmu_drive *)d;
    const struct ul1_mmu_out *out = outputs;
    struct ul1_mmu_in *in = inputs;
    if (!m->pages)
        draw_pages(m);
    bool idle = m->drain && !m->asks && !out->mem_valid && out->mmu_walk == UL1_WALK_IDLE && !in->rst;
    if (idle)
        draw_settings(m);
    drive_request(m, in);
    drive_walk(m, in);
    drive_inv(m, out, in);
    in->mem_ready = happens(d, m->ready);
    in->cfg_page = m->page;
    in->cfg_root = m->root;
    if (idle) {
        m->drain = false;
        d->phase_end = 0; // on with other knobs
    }
}

static const char *mmu_check(struct drive *d, const void *in, const void *out)
{
    return mmu_contract_check(&((struct mmu_drive *)d)->contract, in, out);
}

static void count_requests(struct mmu_drive *m, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    struct drive *d = &m->d;
    unsigned walk = out->mmu_walk;
    saw(d, TAKEN, out->xl_take);
    saw(d, TAKEN_RUNNING, out->xl_take && m->was_answer == ANSWER_TAKEN);
    saw(d, NO_PLACE, m->held && walk == UL1_WALK_IDLE);
    saw(d, HELD_UP, out->mem_valid && !in->mem_ready);
    saw(d, IN_AND_OUT, out->mem_valid && in->mem_ready && out->xl_take);
    saw(d, OTHER_AFTER_FAULT, in->xl_valid && m->was_answer == ANSWER_FAULT);
    saw(d, BUS_ERROR, out->xl_fault && out->xl_bus);
    saw(d, FAULT_0, out->xl_fault && !out->xl_bus && m->level == 0);
    saw(d, FAULT_1, out->xl_fault && !out->xl_bus && m->level == 1);
    saw(d, FAULT_2, out->xl_fault && !out->xl_bus && m->level == 2);
    saw(d, WALK_NO_PLACE, walk == UL1_WALK_ASKS && m->places == 2);
    saw(d, WALK_BEHIND, walk == UL1_WALK_WAITS && out->mem_valid && out->mem_sub != UL1_PRT);
}

// A walk that has ended in a translation.
static void count_walk(struct mmu_drive *m, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    struct drive *d = &m->d;
    uint64_t page = page_of(m, in->xl_line);
    for (unsigned i = 0; i < PAGES && i < m->walks; i++)
        saw(d, WALKED_AGAIN, m->seen[i] == page);
    m->seen[m->walks++ % PAGES] = page;
    saw(d, MANY_WALKS, m->walks > UL1_TLB);
    saw(d, TAKEN_AFTER_WALK, out->xl_take);
    saw(d, WALK_2, in->cfg_page == UL1_PAGE_P2M && m->level == 2);
    saw(d, WALK_3_4K, in->cfg_page == UL1_PAGE_P4K && m->level == 3);
    saw(d, WALK_3_64K, in->cfg_page == UL1_PAGE_P64K && m->level == 3);
    saw(d, RESERVED_SIZE, in->cfg_page == 3 && m->level == 2);
}

// Whether the walk under way is for a page that is invalidated.
static bool count_inv(struct mmu_drive *m, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    struct drive *d = &m->d;
    bool same = in->xl_valid && page_of(m, in->inv_addr >> (LG + 2)) == page_of(m, in->xl_line);
    unsigned walk = out->mmu_walk, last = m->page >= UL1_PAGE_P2M ? 1 : 2;
    saw(d, INV_KEPT_OUT, in->inv_valid && !in->inv_ready);
    if (!in->inv_valid || !in->inv_ready)
        return false;
    saw(d, INV_OTHER, walk != UL1_WALK_IDLE && !same);
    if (!same)
        return false;
    saw(d, INV_TAKEN, out->xl_take);
    saw(d, INV_ASKS_0, walk == UL1_WALK_ASKS && m->level == 0 && m->places < 2);
    saw(d, INV_ASKS_LATER, walk == UL1_WALK_ASKS && m->level && m->places < 2);
    saw(d, INV_ASKS_NO_PLACE, walk == UL1_WALK_ASKS && m->places == 2);
    saw(d, INV_WAITS, walk == UL1_WALK_WAITS && !in->walk_valid);
    saw(d, INV_COMES, walk == UL1_WALK_WAITS && in->walk_valid && m->level < last);
    saw(d, INV_LAST, walk == UL1_WALK_WAITS && in->walk_valid && m->level == last);
    saw(d, INV_AGAIN, walk == UL1_WALK_AGAIN && !in->walk_valid);
    saw(d, INV_AGAIN_COMES, walk == UL1_WALK_AGAIN && in->walk_valid);
    saw(d, INV_FAILS, walk == UL1_WALK_FAILS);
    return true;
}

static void track(struct mmu_drive *m, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    bool leaves = out->mem_valid && in->mem_ready;
    m->held = in->xl_valid && !out->xl_take && out->mmu_walk == UL1_WALK_IDLE;
    m->places += out->xl_take - leaves;
    m->was_walk = out->mmu_walk;
    m->was_answer = out->xl_take ? ANSWER_TAKEN : out->xl_fault ? ANSWER_FAULT : ANSWER_NONE;
    m->was_page = in->cfg_page;
    m->was_root = in->cfg_root;
    m->asks &= m->was_answer == ANSWER_NONE;
    m->d.stimulus.passes += out->xl_take;
}

static void mmu_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct mmu_drive *m = (struct mmu_drive *)d;
    const struct ul1_mmu_in *in = inputs;
    const struct ul1_mmu_out *out = outputs;
    unsigned walk = out->mmu_walk;
    if (in->rst) {
        saw(d, RESET_WALK, !d->calm && walk != UL1_WALK_IDLE);
        saw(d, RESET_WAITING, !d->calm && out->mem_valid);
        m->asks = m->held = m->came = false;
        m->was_walk = m->was_answer = 0;
        m->places = m->level = m->walks = 0;
        m->was_page = m->page; // what follows a reset is no change
        m->was_root = m->root;
        return;
    }
    // What the walker did at the last edge.
    m->level += m->came && (walk == UL1_WALK_ASKS || walk == UL1_WALK_IDLE);
    m->places += m->was_walk == UL1_WALK_ASKS && walk == UL1_WALK_WAITS;
    if (m->was_walk == UL1_WALK_WAITS && walk == UL1_WALK_IDLE)
        count_walk(m, in, out);
    if (walk == UL1_WALK_IDLE)
        m->level = 0;
    count_requests(m, in, out);
    saw(d, DROPPED, walk == UL1_WALK_AGAIN && in->walk_valid);
    saw(d, PAGE_CHANGED, in->cfg_page != m->was_page);
    saw(d, ROOT_CHANGED, in->cfg_root != m->was_root);
    if (in->cfg_page != m->was_page || in->cfg_root != m->was_root)
        m->walks = 0;
    bool anew = count_inv(m, in, out);
    m->level = anew ? 0 : m->level;
    m->came = walk == UL1_WALK_WAITS && in->walk_valid && !anew;
    track(m, in, out);
}

struct stimulus *mmu_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "mmu", sizeof(struct mmu_drive), events, EVENTS, 800, mmu_knobs, mmu_drive, NULL,
        mmu_check, mmu_count };
    return drive_make(&kind, test, seed, cycles);
}
