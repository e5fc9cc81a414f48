#include "traffic_cached.h"

enum {
    LINE = MEMORY_LINE,
    APART = 64 * LINE,  // lines this far apart share a set, whatever the split
};

#define ADDRESSES (UINT64_C(1) << UL1_VA_W)

static const struct traffic_theme themes[] = {
    // Hits, for the most part.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 12, .drift = 1, .bypass = 2, .narrow = 10, .cached = 60, .stores = 30,
      .memory = { .latency = 12, .spread = 8, .split = 20 } },
    // Many loads of few lines that are not there: merges, up to the limit.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 2, .drift = 12, .bypass = 30, .narrow = 20, .cached = 75, .stores = 30,
      .memory = { .latency = 25, .spread = 8, .split = 30 } },
    // Two sets have them all: there is no way.
    { .layout = COLLIDING, .pages = 2, .lines = 24, .drift = 5, .bypass = 10, .cached = 60, .stores = 30,
      .memory = { .latency = 30, .spread = 30 } },
    // Many lines and a slow memory: the pending request table and the pending table fill. The hot lines still hit.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 60, .drift = 60, .hot = 25, .bypass = 10, .cached = 70, .stores = 30,
      .memory = { .latency = 90, .spread = 50 } },
    // One sector here, another there.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 5, .drift = 8, .narrow = 85, .by_sector = true, .cached = 60, .stores = 30,
      .memory = { .latency = 25, .spread = 10, .split = 50 } },
    // More pages than translations are kept, and invalidations of any of them.
    { .layout = SCATTERED, .pages = 24, .lines = 40, .drift = 30, .bypass = 5, .inval = 2, .moved = 20,
      .cached = 50, .stores = 40, .memory = { .latency = 6, .spread = 10 } },
    // Page faults and bus errors.
    { .layout = SCATTERED, .pages = 6, .lines = 12, .drift = 10, .hot = 35, .bypass = 10, .narrow = 30, .fails = true,
      .cached = 50, .stores = 30, .memory = { .latency = 10, .spread = 10, .split = 30 } },
    // Pages that are invalidated all the time.
    { .layout = SCATTERED, .pages = 3, .lines = 8, .drift = 4, .bypass = 10, .narrow = 30,
      .inval = 2, .moved = 40, .removed = 8, .cached = 60, .stores = 30,
      .memory = { .latency = 10, .spread = 10, .split = 20 } },
    // Responses one behind the other, and stores that wait for the write port meanwhile.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 64, .drift = 90, .cached = 45, .stores = 75,
      .memory = { .latency = 1, .batch = 24, .split = 100 } },
};
enum { THEMES = sizeof themes / sizeof *themes };

// ---- lines

static uint64_t draw_line(struct traffic_cached *c)
{
    unsigned n = c->drawn++;
    switch (c->theme->layout) {
    case NEIGHBOURS:
        return c->at[0] + n % 1024 * LINE;
    case COLLIDING:
        return c->region[n / 16 % TRAFFIC_REGIONS] + n % 16 * APART + n / 32 % 2 * LINE;
    default:
        return c->at[n % c->pages] + (rng_next(c->rng) & ((1u << page_bits(c->page)) - LINE) & 0xffff);
    }
}

static uint64_t pick_line(struct traffic_cached *c)
{
    return c->line[rng_below(c->rng, rng_percent(c->rng, c->theme->hot) ? 2 : c->lines)];
}

// Two regions, each within a table's reach; one ends with the address space at times. Pages lie side by side there, some
// with a gap; the last lies apart, so that the line with its entry of the page table has no other's.
static void draw_pages(struct traffic_cached *c)
{
    for (unsigned r = 0; r < TRAFFIC_REGIONS; r++)
        c->region[r] = (rng_next(c->rng) & (ADDRESSES - 1)) >> 30 << 30;
    if (rng_percent(c->rng, 20))
        c->region[0] = ADDRESSES - (UINT64_C(64) << page_bits(c->page));
    c->pages = c->theme->pages;
    for (unsigned p = 0; p < c->pages; p++) {
        uint64_t number = p + rng_below(c->rng, 2) + (p + 1 == c->pages ? 32 : 0);
        c->at[p] = c->region[p % TRAFFIC_REGIONS] + (number << page_bits(c->page));
    }
}

// The first two are in the second and the third page, which are never absent.
static void draw_lines(struct traffic_cached *c)
{
    c->drawn = rng_below(c->rng, 512) / c->pages * c->pages + 1;
    c->lines = c->theme->lines;
    for (unsigned n = 0; n < c->lines; n++)
        c->line[n] = draw_line(c);
}

// ---- what fails

static bool is_absent(const struct traffic_cached *c, uint64_t addr)
{
    for (unsigned n = 0; n < c->absents; n++)
        if (c->absent[n] >> page_bits(c->page) == addr >> page_bits(c->page))
            return true;
    return false;
}

// A third of the pages; some of the lines, not of these; and the last entry of a walk.
static void draw_failing(struct traffic_cached *c)
{
    for (unsigned p = 0; p < c->pages; p += 3)
        c->absent[c->absents++] = c->at[p];
    for (unsigned n = 0; n < c->lines && c->failings < TRAFFIC_FAILING - 1; n += 2)
        if (!is_absent(c, c->line[n]))
            c->failing[c->failings++] = (struct sm_failing){ .addr = c->line[n] };
    c->failing[c->failings++] =
        (struct sm_failing){ .addr = c->at[c->pages - 1], .walk = true, .level = page_bits(c->page) == 21 ? 1 : 2 };
}

// ---- parts

// Half as slow as said up to half slower, in any order.
static struct memory_settings draw_memory(struct traffic_cached *c)
{
    struct memory_settings m = c->theme->memory;
    m.latency = m.latency / 2 + rng_below(c->rng, m.latency + 1);
    m.order = rng_below(c->rng, 3);
    m.gap = !m.batch && rng_percent(c->rng, 20) ? 3 : 1;
    m.stall = rng_percent(c->rng, 40) ? 30 : 0;
    return m;
}

// 4 KB twice as often as others; but where walks would keep batches from filling, they are to be few.
static unsigned draw_page_size(struct traffic_cached *c)
{
    unsigned n = c->tables++;
    return c->theme->memory.batch ? UL1_PAGE_P64K + n % 3 : n % 5 % 4;
}

// Every third part or so goes on with the pages of the one before, unless something fails in either.
const struct traffic_theme *traffic_cached_part(struct traffic_cached *c, struct sm_part *part, unsigned turn)
{
    const struct traffic_theme *theme = &themes[turn % THEMES];
    bool alike = c->theme && !c->theme->fails && !theme->fails && !theme->memory.batch;
    bool goes_on = alike && rng_percent(c->rng, 35);
    c->theme = theme;
    c->absents = c->failings = 0;
    if (!goes_on) {
        c->page = draw_page_size(c);
        draw_pages(c);
    }
    draw_lines(c);
    if (theme->fails)
        draw_failing(c);
    part->fresh = !goes_on;
    part->absent = c->absent;
    part->failing = c->failing;
    part->absents = c->absents;
    part->failings = c->failings;
    part->set.page = (uint8_t)c->page;
    part->set.fetch = theme->by_sector || turn / 2 % 2;
    part->set.memory = draw_memory(c);
    part->set.inval.percent = theme->inval;
    part->set.moved = theme->moved;
    part->set.removed = theme->removed;
    return theme;
}

// ---- loads

// From a place on, lanes side by side or a few words apart.
static void side_by_side(struct traffic_cached *c, struct sm_instr *i, uint64_t start)
{
    uint64_t r = rng_next(c->rng), apart = width_bytes(i->width);
    if (r & 1)
        start += apart * (r >> 8 & 15);
    if ((r >> 1 & 15) == 0)
        apart *= 1 + (r >> 16) % 32;
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = start + lane * apart;
}

// Anywhere in one sector of a line.
static void within_sector(struct traffic_cached *c, struct sm_instr *i, uint64_t line)
{
    uint64_t sector = line + rng_below(c->rng, 4) * LINE / 4;
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = sector + rng_next(c->rng) % (LINE / 4);
}

// Anywhere in a few lines, by turns or in blocks.
static void few_lines(struct traffic_cached *c, struct sm_instr *i)
{
    uint64_t line[8], r = rng_next(c->rng);
    unsigned n = 1 + (r & (r >> 3) & (r >> 6) & 7); // mostly one or two
    for (unsigned k = 0; k < n; k++)
        line[k] = pick_line(c);
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = line[r >> 9 & 1 ? lane % n : lane * n / LANES] + rng_next(c->rng) % LINE;
}

void traffic_cached_draw(struct traffic_cached *c, struct sm_instr *i)
{
    const struct traffic_theme *t = c->theme;
    if (rng_percent(c->rng, t->drift)) {
        unsigned first = t->hot ? 2 : 0; // those stay
        c->line[first + rng_below(c->rng, c->lines - first)] = draw_line(c);
    }
    i->space = (uint8_t)(UL1_SPACE_GLOBAL + (rng_next(c->rng) & 1));
    i->hint = rng_percent(c->rng, t->bypass) ? UL1_HINT_CG : (uint8_t)(rng_next(c->rng) & 2); // reserved ones like ca
    if (rng_percent(c->rng, t->narrow))
        within_sector(c, i, pick_line(c));
    else if (rng_percent(c->rng, 65))
        side_by_side(c, i, pick_line(c));
    else
        few_lines(c, i);
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] &= (ADDRESSES - 1) & ~(uint64_t)(width_bytes(i->width) - 1);
}

void traffic_cached_judge(const struct traffic_cached *c, struct sm_instr *i)
{
    if (i->err)
        return; // it is never looked up
    i->unsure = c->failings || c->theme->removed;
    for (unsigned lane = LANES; lane-- > 0;) {
        if (!(i->mask >> lane & 1) || !is_absent(c, i->addr[lane]))
            continue;
        i->err = UL1_ERR_PAGE;
        i->err_lane = (uint8_t)lane;
        i->err_mask |= UINT32_C(1) << lane;
    }
}
