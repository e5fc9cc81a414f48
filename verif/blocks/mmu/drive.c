// Memory management unit: contract and random drive.
#include "blocks/mmu/contract.h"
#include "blocks/draw.h"
#include "blocks/drive.h"

#include <string.h>

enum { LINE_W = UL1_LINE_W };    // the bits of a line's number

// ---- the contract

static bool idle(const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    return !in->head_valid && !out->mem_valid && out->walk_state == UL1_WALK_STATE_IDLE;
}

// The settings change only while nothing is asked for or on its way, and no translation is being forgotten.
static const char *check_settings(const struct mmu_contract *c, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    bool may = idle(in, out) && !in->forget_valid;
    if (!c->running || may || (in->cfg_page == c->cfg_page && in->cfg_root == c->cfg_root))
        return NULL;
    return "cfg_page, cfg_root: one changes while the unit is not idle";
}

// A request is of one kind, and what does not apply to that is zero.
static const char *check_kind(const struct ul1_mmu_in *in)
{
    if (in->head_write && in->head_fence)
        return "head_write, head_fence: both";
    if (!in->head_valid)
        return NULL;
    if (!in->head_write && !in->head_fence)
        return in->head_sect ? NULL : "head_sect: a read of no sector";
    if (in->head_prt || in->head_sect)
        return "head_prt, head_sect: not zero, of a write or a fence";
    return in->head_fence && in->head_line ? "head_line: not zero, of a fence" : NULL;
}

// A request is offered until it is answered; only sectors may come to it.
static const char *check_request(const struct mmu_contract *c, const struct ul1_mmu_in *in)
{
    if (!c->waits)
        return NULL;
    bool same = in->head_valid && in->head_write == c->head_write && in->head_fence == c->head_fence && in->head_prt == c->head_prt
        && in->head_line == c->head_line;
    if (same && in->head_write)
        same = in->head_wdb == c->head_wdb;
    if (same && in->head_fence)
        same = in->head_number == c->head_number && in->head_level == c->head_level;
    if (!same)
        return "head_valid, xl_*: the request goes or changes before it is answered";
    return c->head_sect & ~in->head_sect ? "head_sect: a sector goes before the request is answered" : NULL;
}

static void advance(struct mmu_contract *c, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    c->running = 1;
    c->cfg_page = in->cfg_page;
    c->cfg_root = in->cfg_root;
    c->waits = in->head_valid && !out->mmu_take && !out->mmu_fault;
    c->head_write = in->head_write;
    c->head_fence = in->head_fence;
    c->head_wdb = in->head_wdb;
    c->head_number = in->head_number;
    c->head_level = in->head_level;
    c->head_prt = in->head_prt;
    c->head_line = in->head_line;
    c->head_sect = in->head_sect;
    if (in->fill_walk)
        c->walk = 0;
    if (out->mem_valid && in->mem_ready && out->mem_op == UL1_MEMOP_READ && out->mem_number == UL1_PRT)
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
        broken = check_kind(in);
    if (!broken)
        broken = check_request(c, in);
    if (!broken && in->forget_valid && !idle(in, out))
        broken = "forget: while something is asked for or on its way";
    if (!broken && in->fill_walk && !c->walk)
        broken = "fill_walk: the page walker has asked for nothing, or it has come";
    advance(c, in, out);
    return broken;
}

// ---- the drive: plays the request queue, the memory with its page tables, and commands that forget a page

enum { TAKEN, TAKEN_RUNNING, NO_PLACE, HELD_UP, IN_AND_OUT, GREW, WALK_2, WALK_3_4K, WALK_3_64K, RESERVED_SIZE, FAULT_0,
    FAULT_1, FAULT_2, BUS_ERROR, WALK_NO_PLACE, WALK_BEHIND, WALKED_AGAIN, MANY_WALKS, TAKEN_AFTER_WALK, OTHER_AFTER_FAULT,
    WRITE_TAKEN, WRITE_WALKED, WRITE_NOT_READY, WRITE_PAGE, WRITE_BUS, READONLY, READONLY_WALKED, READONLY_NO_PLACE,
    READ_OF_READONLY, FENCE_TAKEN, FENCE_NO_PLACE, FENCE_AFTER_FAULT, FENCE_LEVELS, ALL_KINDS, FORGOT, FORGOT_OTHER,
    FORGOT_RUNNING, WALKED_AFTER_FORGET, PAGE_CHANGED, ROOT_CHANGED, RESET_WALK, RESET_WAITING, EVENTS };
static const struct event_name events[EVENTS] = {
    { "request taken", true },
    { "requests taken in two cycles running", true },
    { "request waits for a place", true },
    { "request to memory waits", true },
    { "a place left and another taken in a cycle", true },
    { "sectors join a request that waits", true },
    { "walk of two levels", true },
    { "walk of three levels, 4 KB", true },
    { "walk of three levels, 64 KB", true },
    { "walk with the reserved page size", true },
    { "page fault at level 0", true },
    { "page fault at level 1", true },
    { "page fault at level 2", true },
    { "bus error of a walk", true },
    { "walker waits for a place", true },
    { "walker's request waits behind another", true },
    { "page walked for again", true },
    { "more walks than translations are kept", true },
    { "request taken in the cycle after its walk", true },
    { "another request at once behind a fault", true },
    { "write taken", true },
    { "write taken after a walk", true },
    { "write that is first and cannot leave yet", true },
    { "write fails, page", true },
    { "write fails, bus", true },
    { "write fails, readonly", true },
    { "write fails after a walk, readonly", true },
    { "write fails with no place free, readonly", true },
    { "read of a page that may not be written", true },
    { "fence taken", true },
    { "fence waits for a place", true },
    { "fence at once behind a fault", true },
    { "fences of two levels, one after the other", true },
    { "read, write and fence in three cycles running", true },
    { "page forgotten that was asked for last", true },
    { "another page forgotten", true },
    { "pages forgotten in two cycles running", true },
    { "page forgotten, and walked for again at once", true },
    { "cfg_page changed", true },
    { "cfg_root changed", true },
    { "reset during a walk", true },
    { "reset with requests waiting", true },
};

enum { PAGES = 20 };

struct mmu_drive {
    struct drive d;
    struct mmu_contract contract;

    uint8_t page;                       // the settings; to change them nothing may be under way
    uint32_t root;
    bool drain, changed;                // and: they have just been changed

    unsigned ask, grow, ready, answer, valid, may_write, error, forget, aim; // how often
    unsigned writes, fences, leave;     // of requests; and that a write can leave
    unsigned pages;                     // so many are in use
    uint64_t line[PAGES];               // a line in each

    bool asks;                          // a request is first; a write cannot leave at once
    bool leaves;
    struct ul1_mmu_in request;          // as offered: the xl_* of it
    bool pause;                         // nothing new is asked for, so that pages can be forgotten

    // What happened, for events: in the cycle before the settings, the walker and the answer; whether a request that was not
    // taken met a walker that was idle.
    uint8_t was_page, was_walk, was_answer;
    uint32_t was_root;
    bool held;
    bool came;                          // an entry came
    uint8_t kind, kind_before;          // of requests taken in the two cycles before, or KIND_NONE
    uint8_t level_before;               // that of the fence taken last
    bool forgot;                        // in the cycle before
    uint64_t asked, forgotten, readonly; // pages: asked for, forgotten and not to be written, last of all; or NO_PAGE
    unsigned places;                    // that are taken
    unsigned level, walks;              // entries that the walk has got; walks that have ended well
    uint64_t seen[PAGES];               // pages that they were for, as a ring
};

enum { ANSWER_NONE, ANSWER_TAKEN, ANSWER_FAULT, KIND_NONE = 3 };
#define NO_PAGE UINT64_MAX

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
    m->pages = PAGES;
}

// Few pages, of which some may not be written; and a memory that is slow to take what is asked.
static void draw_readonly(struct mmu_drive *m)
{
    m->ask = m->valid = m->answer = m->leave = 100;
    m->error = m->forget = 0;
    m->ready = 30;
    m->writes = 60;
    m->may_write = 50;
    m->pages = 4;
}

// Pages are forgotten and asked for again.
static void draw_forget(struct mmu_drive *m)
{
    m->ask = m->valid = m->answer = m->ready = 90;
    m->error = 0;
    m->forget = 30;
    m->aim = 70;
    m->pages = 2;
}

// As many walks as can be.
static void draw_walks(struct mmu_drive *m)
{
    m->ask = m->valid = m->answer = m->ready = 100;
    m->error = m->forget = 0;
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
    m->may_write = rng_below(&d->rng, 2) ? 70 : draw_knob(d);
    m->forget = rng_below(&d->rng, 2) ? 0 : draw_knob(d) / (1 + rng_below(&d->rng, 8));
    m->writes = rng_below(&d->rng, 2) ? 40 : draw_knob(d);
    m->fences = rng_below(&d->rng, 2) ? 10 : draw_knob(d) / 2;
    m->leave = draw_knob(d);
    m->aim = draw_knob(d);
    if (m->drain)
        return;
    if (m->changed)
        m->ask = 100; // for what was translated with the settings before
    else
        draw_pages(m);
    m->changed = false;
    unsigned kind = rng_below(&d->rng, 10);
    if (kind < 2)
        draw_stuck(m);
    else if (kind < 4)
        draw_walks(m);
    else if (kind < 5)
        draw_readonly(m);
    else if (kind < 6)
        draw_forget(m);
}

// Any line of a page in use.
static uint64_t draw_line(struct mmu_drive *m)
{
    uint64_t within = (1ull << line_page_bits(m->page)) - 1, line = m->line[rng_below(&m->d.rng, m->pages)];
    return (line & ~within) | (rng_next(&m->d.rng) & within);
}

static void draw_request(struct mmu_drive *m)
{
    struct drive *d = &m->d;
    struct ul1_mmu_in *x = &m->request;
    memset(x, 0, sizeof *x);
    x->head_fence = happens(d, m->fences);
    x->head_write = !x->head_fence && happens(d, m->writes);
    m->asks = true;
    m->leaves = !x->head_write || happens(d, m->leave);
    x->head_line = draw_line(m);
    if (x->head_fence) {
        x->head_line = 0;
        x->head_number = (uint8_t)rng_below(&d->rng, 1 << UL1_ID_W);
        x->head_level = (uint8_t)rng_below(&d->rng, 4);
    } else if (x->head_write) {
        x->head_wdb = (uint8_t)rng_below(&d->rng, UL1_WDB);
    } else {
        x->head_prt = (uint8_t)rng_below(&d->rng, UL1_PRT);
        x->head_sect = (uint8_t)draw_sectors(d);
    }
}

static void drive_request(struct mmu_drive *m, struct ul1_mmu_in *in)
{
    struct drive *d = &m->d;
    const struct ul1_mmu_in *x = &m->request;
    unsigned sect = x->head_sect;
    if (m->asks && sect && happens(d, m->grow))
        m->request.head_sect |= (uint8_t)draw_sectors(d);
    saw(d, GREW, m->asks && x->head_sect != sect);
    if (!m->asks && !m->drain && !m->pause && happens(d, m->ask))
        draw_request(m);
    else if (m->asks)
        m->leaves |= happens(d, m->drain ? 50 : m->leave);
    in->head_valid = m->asks && m->leaves;
    in->head_write = m->asks && x->head_write;
    in->head_fence = m->asks && x->head_fence;
    if (m->asks && x->head_write)
        in->head_wdb = x->head_wdb;
    if (m->asks && x->head_fence) {
        in->head_number = x->head_number;
        in->head_level = x->head_level;
    }
    if (in->head_valid) {
        in->head_prt = x->head_prt;
        in->head_sect = x->head_sect;
        in->head_line = x->head_line;
    }
}

// Whatever the walker looks for, it finds something else each time. Which of the words it takes is not looked at: each entry
// that might be meant is there or not.
static void drive_walk(struct mmu_drive *m, struct ul1_mmu_in *in)
{
    struct drive *d = &m->d;
    in->fill_walk = m->contract.walk && happens(d, m->answer);
    if (!in->fill_walk)
        return;
    in->fill_err = happens(d, m->error);
    for (unsigned i = 0; i < LANES; i += 2)
        in->fill_data[i] = (in->fill_data[i] & ~3u) | happens(d, m->valid) | (unsigned)happens(d, m->may_write) << 1;
}

// When nothing is asked for or under way: the page asked for last, the one beside it, or any.
static void drive_forget(struct mmu_drive *m, const struct ul1_mmu_out *out, struct ul1_mmu_in *in)
{
    struct drive *d = &m->d;
    in->forget_valid = !m->drain && idle(in, out) && happens(d, m->pause ? 70 : m->forget);
    if (in->forget_valid) {
        uint64_t line = happens(d, m->aim) ? m->request.head_line : draw_line(m);
        if (rng_below(&d->rng, 4) == 0)
            line ^= 1ull << (line_page_bits(m->page) - 1 + rng_below(&d->rng, 3)); // perhaps the page beside
        in->forget_addr = (line << (UL1_LANE_W + 2)) | rng_below(&d->rng, 4 * LANES);
        m->pause = rng_below(&d->rng, 2);
    } else if (!m->asks) {
        m->pause = m->pause ? !idle(in, out) || rng_below(&d->rng, 8) : happens(d, m->forget);
    }
}

static void mmu_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct mmu_drive *m = (struct mmu_drive *)d;
    const struct ul1_mmu_out *out = outputs;
    struct ul1_mmu_in *in = inputs;
    if (!m->pages)
        draw_pages(m);
    bool change = m->drain && !m->asks && !out->mem_valid && out->walk_state == UL1_WALK_STATE_IDLE && !in->rst;
    if (change)
        draw_settings(m);
    drive_request(m, in);
    drive_walk(m, in);
    drive_forget(m, out, in);
    in->mem_ready = happens(d, m->ready);
    in->cfg_page = m->page;
    in->cfg_root = m->root;
    if (change) {
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
    unsigned walk = out->walk_state;
    saw(d, TAKEN, out->mmu_take);
    saw(d, TAKEN_RUNNING, out->mmu_take && m->was_answer == ANSWER_TAKEN);
    saw(d, NO_PLACE, m->held && walk == UL1_WALK_STATE_IDLE);
    saw(d, HELD_UP, out->mem_valid && !in->mem_ready);
    saw(d, IN_AND_OUT, out->mem_valid && in->mem_ready && out->mmu_take);
    saw(d, OTHER_AFTER_FAULT, in->head_valid && m->was_answer == ANSWER_FAULT);
    bool page = out->mmu_fault && out->mmu_err == UL1_ERR_PAGE;
    saw(d, BUS_ERROR, out->mmu_fault && out->mmu_err == UL1_ERR_BUS);
    saw(d, FAULT_0, page && m->level == 0);
    saw(d, FAULT_1, page && m->level == 1);
    saw(d, FAULT_2, page && m->level == 2);
    saw(d, WALK_NO_PLACE, walk == UL1_WALK_STATE_ASKS && m->places == 2);
    saw(d, WALK_BEHIND, walk == UL1_WALK_STATE_WAITS && out->mem_valid && out->mem_number != UL1_PRT);
}

static void count_writes(struct mmu_drive *m, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    struct drive *d = &m->d;
    bool fails = in->head_write && out->mmu_fault, readonly = fails && out->mmu_err == UL1_ERR_READONLY;
    bool walked = m->was_walk == UL1_WALK_STATE_WAITS, read = out->mmu_take && !in->head_write && !in->head_fence;
    saw(d, WRITE_TAKEN, in->head_write && out->mmu_take);
    saw(d, WRITE_WALKED, in->head_write && out->mmu_take && walked);
    saw(d, WRITE_NOT_READY, in->head_write && !in->head_valid);
    saw(d, WRITE_PAGE, fails && out->mmu_err == UL1_ERR_PAGE);
    saw(d, WRITE_BUS, fails && out->mmu_err == UL1_ERR_BUS);
    saw(d, READONLY, readonly);
    saw(d, READONLY_WALKED, readonly && walked);
    saw(d, READONLY_NO_PLACE, readonly && m->places == 2);
    saw(d, READ_OF_READONLY, read && page_of(m, in->head_line) == m->readonly);
    if (readonly)
        m->readonly = page_of(m, in->head_line);
}

static void count_fences(struct mmu_drive *m, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    struct drive *d = &m->d;
    unsigned kind = !out->mmu_take ? KIND_NONE : in->head_fence ? UL1_MEMOP_FENCE : in->head_write ? UL1_MEMOP_WRITE : UL1_MEMOP_READ;
    bool taken = kind == UL1_MEMOP_FENCE;
    bool all = (1u << kind | 1u << m->kind | 1u << m->kind_before) == 7;
    saw(d, FENCE_TAKEN, taken);
    saw(d, FENCE_NO_PLACE, in->head_valid && in->head_fence && !out->mmu_take);
    saw(d, FENCE_AFTER_FAULT, taken && m->was_answer == ANSWER_FAULT);
    saw(d, FENCE_LEVELS, taken && in->head_level != m->level_before);
    saw(d, ALL_KINDS, all);
    m->kind_before = m->kind;
    m->kind = (uint8_t)kind;
    if (taken)
        m->level_before = in->head_level;
}

static void count_forget(struct mmu_drive *m, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    struct drive *d = &m->d;
    uint64_t page = page_of(m, in->forget_addr >> (UL1_LANE_W + 2));
    saw(d, FORGOT, in->forget_valid && page == m->asked);
    saw(d, FORGOT_OTHER, in->forget_valid && page != m->asked);
    saw(d, FORGOT_RUNNING, in->forget_valid && m->forgot);
    bool walks = out->walk_state == UL1_WALK_STATE_ASKS && m->was_walk == UL1_WALK_STATE_IDLE;
    saw(d, WALKED_AFTER_FORGET, walks && page_of(m, in->head_line) == m->forgotten);
    m->forgot = in->forget_valid;
    if (in->forget_valid)
        m->forgotten = page == m->asked ? page : NO_PAGE;
    else if (in->head_valid && !in->head_fence && out->mmu_take)
        m->forgotten = NO_PAGE;
    if (in->head_valid && !in->head_fence && out->mmu_take)
        m->asked = page_of(m, in->head_line);
}

// A walk that has ended in a translation.
static void count_walk(struct mmu_drive *m, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    struct drive *d = &m->d;
    uint64_t page = page_of(m, in->head_line);
    for (unsigned i = 0; i < PAGES && i < m->walks; i++)
        saw(d, WALKED_AGAIN, m->seen[i] == page);
    m->seen[m->walks++ % PAGES] = page;
    saw(d, MANY_WALKS, m->walks > UL1_TLB);
    saw(d, TAKEN_AFTER_WALK, out->mmu_take);
    saw(d, WALK_2, in->cfg_page == UL1_PAGE_P2M && m->level == 2);
    saw(d, WALK_3_4K, in->cfg_page == UL1_PAGE_P4K && m->level == 3);
    saw(d, WALK_3_64K, in->cfg_page == UL1_PAGE_P64K && m->level == 3);
    saw(d, RESERVED_SIZE, in->cfg_page == 3 && m->level == 2);
}

static void track(struct mmu_drive *m, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    bool leaves = out->mem_valid && in->mem_ready;
    m->held = in->head_valid && !out->mmu_take && out->walk_state == UL1_WALK_STATE_IDLE;
    m->places += out->mmu_take - leaves;
    m->was_walk = out->walk_state;
    m->was_answer = out->mmu_take ? ANSWER_TAKEN : out->mmu_fault ? ANSWER_FAULT : ANSWER_NONE;
    m->was_page = in->cfg_page;
    m->was_root = in->cfg_root;
    m->asks &= m->was_answer == ANSWER_NONE;
    m->d.stimulus.passes += out->mmu_take;
}

static void mmu_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct mmu_drive *m = (struct mmu_drive *)d;
    const struct ul1_mmu_in *in = inputs;
    const struct ul1_mmu_out *out = outputs;
    unsigned walk = out->walk_state;
    if (in->rst) {
        saw(d, RESET_WALK, !d->calm && walk != UL1_WALK_STATE_IDLE);
        saw(d, RESET_WAITING, !d->calm && out->mem_valid);
        m->asks = m->held = m->came = m->pause = m->forgot = false;
        m->kind = m->kind_before = KIND_NONE;
        m->asked = m->forgotten = m->readonly = NO_PAGE;
        m->was_walk = m->was_answer = 0;
        m->places = m->level = m->walks = 0;
        m->was_page = m->page; // what follows a reset is no change
        m->was_root = m->root;
        return;
    }
    // What the walker did at the last edge.
    m->level += m->came && (walk == UL1_WALK_STATE_ASKS || walk == UL1_WALK_STATE_IDLE);
    m->places += m->was_walk == UL1_WALK_STATE_ASKS && walk == UL1_WALK_STATE_WAITS;
    if (m->was_walk == UL1_WALK_STATE_WAITS && walk == UL1_WALK_STATE_IDLE)
        count_walk(m, in, out);
    if (walk == UL1_WALK_STATE_IDLE)
        m->level = 0;
    count_requests(m, in, out);
    count_writes(m, in, out);
    count_fences(m, in, out);
    count_forget(m, in, out);
    saw(d, PAGE_CHANGED, in->cfg_page != m->was_page);
    saw(d, ROOT_CHANGED, in->cfg_root != m->was_root);
    if (in->cfg_page != m->was_page || in->cfg_root != m->was_root)
        m->walks = 0, m->asked = m->forgotten = m->readonly = NO_PAGE;
    m->came = walk == UL1_WALK_STATE_WAITS && in->fill_walk;
    track(m, in, out);
}

struct stimulus *mmu_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "mmu", sizeof(struct mmu_drive), events, EVENTS, 800, mmu_knobs, mmu_drive, NULL,
        mmu_check, mmu_count };
    return drive_make(&kind, test, seed, cycles);
}
