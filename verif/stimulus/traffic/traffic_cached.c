#include "stimulus/traffic/traffic_cached.h"

#include <string.h>

enum {
    LINE = MEMORY_LINE,
    SECTOR = LINE / UL1_SECTORS,
    APART = UL1_SETS * LINE,                     // lines this far apart share a set, whatever the carveout
    MANY = UL1_PRT < 32 ? 60 : UL1_PRT * 15 / 8, // more lines than can be fetched at a time
    // lines that both machines share, or own lines; a window that begins in the first half stays inside
    AREA = 1024,
};

#define ADDRESSES (UINT64_C(1) << UL1_VA_W)

#define OP(op) (1 << UL1_CMD_##op)

// clang-format off
// The first ones recur most often in a short run: they reach what happens seldom.
static const struct traffic_theme themes[] = {
    // Mostly hits, and stores to lines that are present.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 12, .drift = 1, .bypass = 15, .narrow = 10, .cached = 60,
      .stores = 30,
      .writes = 25, .whole = 50, .cmo = 3, .fences = 2, .memory = { .latency = 12, .spread = 8,
      .pieces = 20 } },
    // Few hot lines, with all kinds of loads and stores: stores to lines under fetch, held, joined, released,
    // and behind deferred loads of their warp; beside them the command `line`.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 4, .drift = 10, .bypass = 30, .narrow = 25,
      .by_sector = true, .cached = 80,
      .stores = 30, .writes = 40, .whole = 25, .back = 25, .cmo = 6, .fences = 1, .again = 60,
      .commands = 3, .operations = OP(LINE), .memory = { .latency = 20, .spread = 10, .pieces = 40 } },
    // A cache full of dirty lines is written back to a slow memory.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 64, .drift = 30, .hot = 20, .commands = 1,
      .operations = OP(FLUSH) | OP(BOTH), .cached = 85, .stores = 30, .writes = 60, .whole = 85, .back = 80,
      .cmo = 15,
      .memory = { .latency = 10, .stall = 85 } },
    // Page faults and bus errors, of stores too: on their way, in memory, and held for a line that fails.
    { .layout = SCATTERED, .pages = 5, .lines = 15, .drift = 10, .hot = 25, .bypass = 10, .narrow = 40,
      .fails = true,
      .commands = 1, .operations = OP(FLUSH) | OP(BOTH) | OP(ALL), .cached = 75, .stores = 30, .writes = 55,
      .whole = 20,
      .back = 45, .cmo = 3, .fences = 1, .memory = { .latency = 10, .spread = 10, .pieces = 30 } },
    // Two sets full of dirty lines: every way costs an eviction, and a slow memory leaves no WDB credit for
    // it.
    { .layout = COLLIDING, .pages = 1, .lines = 32, .few_ways = true, .drift = 40, .cached = 95, .stores = 30,
      .writes = 80, .whole = 95, .back = 80, .cmo = 10,
      .memory = { .latency = 10, .spread = 20, .stall = 85 } },
    // Many lines, and a memory that keeps many requests waiting: the PRT and the instruction table fill. The
    // hot lines still hit.
    { .layout = NEIGHBOURS, .pages = 1, .lines = MANY, .drift = 90, .hot = 10, .cached = 95, .stores = 30,
      .memory = { .latency = 1, .batch = UL1_PRT + UL1_PRT / 4 } },
    // Consecutive commands that invalidate, while traffic is in flight.
    { .layout = COLLIDING, .pages = 2, .lines = 16, .drift = 8, .bypass = 10, .narrow = 20, .commands = 6,
      .operations = OP(LINE) | OP(ALL) | OP(PAGE), .cached = 70, .stores = 30, .writes = 45, .whole = 50,
      .back = 50,
      .fences = 1, .memory = { .latency = 8, .spread = 6 } },
    // Fences of all levels behind stores and loads of all kinds.
    { .layout = NEIGHBOURS, .pages = 2, .lines = 16, .drift = 10, .bypass = 20, .narrow = 20, .cached = 60,
      .stores = 40,
      .writes = 50, .whole = 30, .back = 20, .cmo = 8, .fences = 12, .again = 40, .memory = { .latency = 25,
      .spread = 20 } },
    // Ways that are pending or dirty: stores that allocate, and are evicted before they were written to the
    // array.
    { .layout = COLLIDING, .pages = 1, .lines = 32, .few_ways = true, .drift = 40, .bypass = 2,
      .cached = 95, .stores = 30,
      .writes = 50, .whole = 95, .back = 95, .fences = 2, .memory = { .latency = 1, .batch = 8,
      .pieces = 100 } },
    // Consecutive commands that write back.
    { .layout = NEIGHBOURS, .pages = 2, .lines = 20, .drift = 8, .bypass = 30, .narrow = 10, .commands = 6,
      .operations = 0xc0 | OP(FLUSH) | OP(BOTH), .cached = 70, .stores = 30, .writes = 45, .whole = 50,
      .back = 50,
      .fences = 1, .memory = { .latency = 8, .spread = 6 } },
    // The carveout changes all the time, under load, and with it the rows of lines and of shared memory.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 30, .drift = 10, .bypass = 5, .narrow = 10, .commands = 6,
      .operations = OP(CARVEOUT), .cached = 60, .stores = 50, .writes = 40, .whole = 40, .back = 50,
      .memory = { .latency = 10, .spread = 10 } },
    // Written-back stores to parts of absent sectors: these are fetched, for stores alone and for others too.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 40, .drift = 40, .bypass = 20, .narrow = 40, .cached = 70,
      .stores = 30,
      .writes = 60, .back = 90, .fences = 1, .memory = { .latency = 20, .spread = 20, .pieces = 20 } },
    // Many loads of few absent lines: merges, up to the limit.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 2, .drift = 12, .bypass = 30, .narrow = 20, .cached = 75,
      .stores = 30,
      .memory = { .latency = 25, .spread = 8, .pieces = 30 } },
    // All lines lie in two sets: no way is free.
    { .layout = COLLIDING, .pages = 2, .lines = 24, .drift = 5, .bypass = 10, .cached = 60, .stores = 30,
      .memory = { .latency = 30, .spread = 30 } },
    // Consecutive whole lines, more than memory takes: the write data buffer is always full.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 30, .drift = 40, .cached = 80, .stores = 60, .writes = 70,
      .whole = 70,
      .back = 20, .cmo = 8, .fences = 2, .memory = { .latency = 15, .spread = 10, .stall = 80 } },
    // Single sectors of several lines.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 5, .drift = 8, .narrow = 85, .by_sector = true,
      .cached = 60, .stores = 30,
      .writes = 20, .back = 30, .memory = { .latency = 25, .spread = 10, .pieces = 50 } },
    // More pages than the TLB holds, and commands for any of them.
    { .layout = SCATTERED, .pages = 24, .lines = 40, .drift = 30, .bypass = 5, .commands = 1,
      .operations = OP(PAGE),
      .moved = 20, .cached = 50, .stores = 40, .writes = 20, .whole = 30, .back = 20,
      .memory = { .latency = 6, .spread = 10 } },
    // Page faults and bus errors, of loads alone.
    { .layout = SCATTERED, .pages = 6, .lines = 12, .drift = 10, .hot = 35, .bypass = 10, .narrow = 30,
      .fails = true,
      .cached = 50, .stores = 30, .memory = { .latency = 10, .spread = 10, .pieces = 30 } },
    // Pages that change all the time.
    { .layout = SCATTERED, .pages = 3, .lines = 8, .drift = 4, .bypass = 10, .narrow = 30, .commands = 2,
      .operations = OP(PAGE), .moved = 30, .removed = 8, .protected = 15, .cached = 60, .stores = 30,
      .writes = 30, .whole = 20, .back = 30,
      .memory = { .latency = 10, .spread = 10, .pieces = 20 } },
    // Back-to-back responses, while stores wait for the write port.
    { .layout = NEIGHBOURS, .pages = 1, .lines = 64, .drift = 90, .cached = 45, .stores = 75,
      .memory = { .latency = 1, .batch = 24, .pieces = 100 } },
};
enum {
    THEMES = sizeof themes / sizeof *themes,
    // first and number of the themes that recur in addition: not every one reaches their goal
    OFTEN = 2, OFTENS = 4,
    OFTEN_TURNS = 4,        // the last of so many parts has one; that is an odd part, so its home is lsu
};
// clang-format on

const struct traffic_theme *traffic_theme_of(unsigned turn)
{
    unsigned besides = turn / OFTEN_TURNS;
    return &themes[turn % OFTEN_TURNS == OFTEN_TURNS - 1 ? OFTEN + besides % OFTENS
                                                         : (turn - besides) % THEMES];
}

// ---- lines

static uint64_t draw_line(struct traffic_cached *c)
{
    unsigned n = c->drawn++;
    switch (c->theme->layout) {
    case NEIGHBOURS:
        return c->at[0] + n % 1024 * LINE;
    case COLLIDING:
        return c->region[n / 16 % TRAFFIC_REGIONS] + n % 16 * APART + n / 32 % 2 * LINE;
    case OWN_AND_SHARED:
        return c->at[0] + ((n % 3 ? c->owner : 0) * AREA + n / 3 % (AREA / 2)) * LINE;
    default:
        return c->at[n % c->pages] + (rng_next(c->rng) & ((1u << page_bits(c->page)) - LINE) & 0xffff);
    }
}

static uint64_t pick_line(struct traffic_cached *c)
{
    return c->line[rng_below(c->rng, rng_percent(c->rng, c->theme->hot) ? 2 : c->lines)];
}

// Two regions, each within a table's reach; one sometimes ends with the address space. Pages lie side by side
// there, some with a gap. The last one lies apart, so that the line with its page table entry has no other
// page's.
static void draw_pages(struct traffic_cached *c)
{
    for (unsigned r = 0; r < TRAFFIC_REGIONS; r++)
        c->region[r] = (rng_next(c->rng) & (ADDRESSES - 1)) >> 30 << 30;
    if (rng_percent(c->rng, 20))
        c->region[0] = ADDRESSES - (UINT64_C(64) << page_bits(c->page));
    if (c->region[0] >> 30 == c->region[1] >> 30)
        c->region[1] ^= UINT64_C(1) << 30; // there are few of them
    c->pages = c->theme->pages;
    for (unsigned p = 0; p < c->pages; p++) {
        uint64_t number = p + rng_below(c->rng, 2) + (p + 1 == c->pages ? 32 : 0);
        c->at[p] = c->region[p % TRAFFIC_REGIONS] + (number << page_bits(c->page));
    }
}

// The first two lie in the second and the third page, which are never absent.
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

// A third of the pages is absent; with stores, another page is read-only. Memory refuses reads, writes or
// both of some other lines. And the last entry of a walk fails.
static void draw_failing(struct traffic_cached *c)
{
    for (unsigned p = 0; p < c->pages; p += 3)
        c->absent[c->absents++] = c->at[p];
    if (c->theme->writes)
        c->readonly[c->readonlys++] = c->at[1];
    for (unsigned n = 0; n < c->lines && c->failings < TRAFFIC_FAILING - 1; n += c->theme->writes ? 1 : 2)
        if (!is_absent(c, c->line[n]))
            c->failing[c->failings++] =
                (struct failing){ .addr = c->line[n],
                                  .kinds = (uint8_t)(!c->theme->writes ? MEMORY_ALL
                                                         : n % 2       ? MEMORY_STORES
                                                                       : 1 + n / 2 % MEMORY_ALL) };
    c->failing[c->failings++] = (struct failing){ .addr = c->at[c->pages - 1],
                                                  .walk = true,
                                                  .level = page_bits(c->page) == 21 ? 1 : 2 };
}

// ---- parts

// Delays between half and one and a half times the theme's, in any order.
static struct memory_settings draw_memory(struct traffic_cached *c)
{
    struct memory_settings m = c->theme->memory;
    m.latency = m.latency / 2 + rng_below(c->rng, m.latency + 1);
    m.order = rng_below(c->rng, 3);
    m.gap = !m.batch && rng_percent(c->rng, 20) ? 3 : 1;
    if (!m.stall)
        m.stall = rng_percent(c->rng, 40) ? 30 : 0;
    return m;
}

// 4 KB twice as often as others. Where walks would keep batches from filling, they must be few.
static unsigned draw_page_size(struct traffic_cached *c)
{
    unsigned n = c->tables++;
    return c->theme->memory.batch ? UL1_PAGE_P64K + n % 3 : n % 5 % 4;
}

// About every third part keeps the pages of the previous one, unless something fails in either.
void traffic_cached_part(struct traffic_cached *c, const struct traffic_theme *theme, struct part *part,
                         unsigned turn)
{
    bool alike = c->theme && !c->theme->fails && !theme->fails && !theme->memory.batch;
    bool goes_on = alike && rng_percent(c->rng, 35);
    c->theme = theme;
    c->absents = c->readonlys = c->failings = 0;
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
    part->readonly = c->readonly;
    part->absents = c->absents;
    part->readonlys = c->readonlys;
    part->failings = c->failings;
    part->reports_unsure = true;
    part->set.page = (uint8_t)c->page;
    part->set.fetch = theme->by_sector || turn / 2 % 2;
    part->set.policy = UL1_POLICIES == 2 ? turn % 3 == 2 : (turn + turn / 4) % UL1_POLICIES;
    part->set.memory = draw_memory(c);
    part->set.commands.percent = theme->commands;
    part->set.operations = theme->operations;
    part->set.moved = theme->moved;
    part->set.removed = theme->removed;
    part->set.protected = theme->protected;
}

// For two machines: each stores in every way to its own lines and to a few shared ones, and both take
// commands, so that each comes to see the other's stores.
static const struct traffic_theme themes_of_several[] = {
    { .layout = OWN_AND_SHARED,
      .pages = 1,
      .lines = 12,
      .drift = 4,
      .bypass = 10,
      .narrow = 20,
      .commands = 1,
      .operations = 0xff & ~OP(CARVEOUT),
      .cached = 75,
      .stores = 30,
      .writes = 35,
      .whole = 30,
      .back = 30,
      .cmo = 6,
      .fences = 3,
      .memory = { .latency = 15, .spread = 15, .pieces = 20, .early = 50 } },
    // The same with a slow memory, and more lines than fit.
    { .layout = OWN_AND_SHARED,
      .pages = 1,
      .lines = 60,
      .drift = 30,
      .bypass = 5,
      .narrow = 20,
      .by_sector = true,
      .commands = 1,
      .operations = 0xff & ~OP(CARVEOUT),
      .cached = 75,
      .stores = 30,
      .writes = 40,
      .whole = 50,
      .back = 50,
      .cmo = 4,
      .fences = 2,
      .memory = { .latency = 60, .spread = 60, .early = 50, .stall = 40 } },
    // Always the same few lines; only CMOs drop copies.
    { .layout = OWN_AND_SHARED,
      .pages = 1,
      .lines = 3,
      .drift = 1,
      .narrow = 40,
      .cached = 80,
      .stores = 30,
      .writes = 30,
      .cmo = 8,
      .fences = 4,
      .memory = { .latency = 8, .spread = 8 } },
};

const struct traffic_theme *traffic_cached_part_of_several(struct traffic_cached *c,
                                                           const struct traffic_cached *first,
                                                           struct part *part, unsigned turn, unsigned machine)
{
    c->theme = &themes_of_several[turn % (sizeof themes_of_several / sizeof *themes_of_several)];
    c->owner = machine + 1;
    if (first) {
        c->page = first->page;
        c->pages = first->pages;
        memcpy(c->at, first->at, sizeof c->at);
    } else if (turn % 4 == 0) {
        c->page = c->tables++ % 4;
        draw_pages(c);
        part->fresh = true;
    }
    draw_lines(c);
    part->reports_unsure = false;
    part->set.page = (uint8_t)c->page;
    part->set.fetch = c->theme->by_sector;
    part->set.policy = UL1_POLICIES == 2 ? turn % 5 == 4 : (turn + turn / 4) % UL1_POLICIES;
    part->set.memory = draw_memory(c);
    part->set.commands.percent = c->theme->commands;
    part->set.operations = c->theme->operations;
    return c->theme;
}

// ---- accesses

// From `start` on, lanes side by side or a few words apart.
static void side_by_side(struct traffic_cached *c, struct instr *i, uint64_t start)
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
static void within_sector(struct traffic_cached *c, struct instr *i, uint64_t line)
{
    uint64_t sector = line + rng_below(c->rng, UL1_SECTORS) * SECTOR;
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = sector + rng_next(c->rng) % SECTOR;
}

// Anywhere in a few lines, alternating or in blocks.
static void few_lines(struct traffic_cached *c, struct instr *i)
{
    uint64_t line[8], r = rng_next(c->rng);
    unsigned n = 1 + (r & (r >> 3) & (r >> 6) & 7); // mostly one or two
    unsigned k = 0;
    do
        line[k] = pick_line(c);
    while (++k < n);
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = line[r >> 9 & 1 ? lane % n : lane * n / LANES] + rng_next(c->rng) % LINE;
}

// Words of each lane's own memory that lie on a few lines. Their upper bits have no effect.
static void own_words(struct traffic_cached *c, struct instr *i)
{
    const uint64_t line[2] = { pick_line(c), pick_line(c) }, r = rng_next(c->rng);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint64_t above = r >> 8 & (LANES - 1), byte = rng_next(c->rng) % UL1_WORD_BYTES;
        i->addr[lane] = line[r >> lane % 32 & r >> 40 & 1] / LANES + byte;
        i->addr[lane] |= above << (UL1_VA_W - UL1_LANE_W);
    }
}

// All of a line, or as much as lies in whole sectors.
static void whole_line(struct traffic_cached *c, struct instr *i, uint64_t line)
{
    if (i->width < UL1_WIDTH_B32)
        i->width = UL1_WIDTH_B32;
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = line + lane * width_bytes(i->width) % LINE;
    if (!rng_percent(c->rng, 65))
        return;
    i->mask = ALL_LANES;
    if (UL1_SECTORS > 1 && rng_percent(c->rng, 30))
        i->mask &=
            (uint32_t)((UINT64_C(1) << UL1_SECTOR_WORDS * (1 + rng_below(c->rng, UL1_SECTORS - 1))) - 1);
}

static unsigned draw_hint(struct traffic_cached *c, bool store)
{
    if (store && rng_percent(c->rng, c->theme->back))
        return UL1_HINT_WB;
    if (rng_percent(c->rng, c->theme->bypass))
        return UL1_HINT_CG;
    if (!store && rng_percent(c->rng, 20))
        return UL1_HINT_ORD;
    unsigned hint = (unsigned)(rng_next(c->rng) & 7); // including reserved ones
    return hint == UL1_HINT_CG && !store ? UL1_HINT_CA : hint;
}

static bool any_shared(const struct traffic_cached *c, const struct instr *i)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        if ((instr_at(i, lane) - c->at[0]) / LINE < AREA)
            return true;
    return false;
}

// Write-back writes whole sectors, including bytes that the other machine has stored. Shared lines must not
// suffer that.
static void write_through(struct instr *i)
{
    i->space = UL1_SPACE_GLOBAL;
    if (i->hint == UL1_HINT_WB)
        i->hint = UL1_HINT_WT;
}

// Some stores to global memory become reductions, in some of which lanes meet on few words.
static void draw_reduction(struct traffic_cached *c, struct instr *i)
{
    static const uint8_t these[] = { UL1_ATOM_ADD, UL1_ATOM_ADD, UL1_ATOM_MIN, UL1_ATOM_MAX, UL1_ATOM_INC,
                                     UL1_ATOM_DEC, UL1_ATOM_AND, UL1_ATOM_OR,  UL1_ATOM_XOR, UL1_ATOM_FADD };
    if (!UL1_GLOBAL_ATOMICS || !instr_stores(i) || i->space != UL1_SPACE_GLOBAL || !rng_percent(c->rng, 40))
        return;
    const uint64_t r = rng_next(c->rng);
    i->atom = these[r % sizeof these];
    i->returns = UL1_GLOBAL_ATOMICS > 1 && (r >> 32 & 3) != 0;
    if (i->returns && (r >> 34 & 3) == 0)
        i->atom = r >> 36 & 1 ? UL1_ATOM_CAS : UL1_ATOM_EXCH;
    i->width =
        (i->atom == UL1_ATOM_ADD || red_swaps(i->atom)) && (r >> 8 & 1) ? UL1_WIDTH_B64 : UL1_WIDTH_B32;
    i->reg = (uint8_t)(i->reg & ~1u);
    for (unsigned lane = 0; (r >> 9 & 3) == 0 && lane < LANES; lane++)
        i->addr[lane] = i->addr[lane & (unsigned)(r >> 16)];
}

void traffic_cached_draw(struct traffic_cached *c, struct instr *i)
{
    const struct traffic_theme *t = c->theme;
    if (rng_percent(c->rng, t->drift)) {
        unsigned first = t->hot ? 2 : 0; // those stay
        unsigned place = first + rng_below(c->rng, c->lines - first);
        c->line[place] = draw_line(c);
    }
    const uint64_t kind = rng_next(c->rng);
    i->space = (uint8_t)(UL1_SPACE_GLOBAL + (kind & 1));
    i->interleave = kind >> 1 & kind >> 2 & 1 && i->width <= UL1_WIDTH_B32 && !c->owner;
    i->op = rng_percent(c->rng, t->writes) ? UL1_OP_STORE : UL1_OP_LOAD;
    if (t->cmo && rng_percent(c->rng, t->cmo))
        i->op = rng_below(c->rng, 2) ? UL1_OP_INVAL : UL1_OP_FLUSH;
    i->hint = (uint8_t)draw_hint(c, instr_stores(i));
    if (instr_interleaved(i))
        own_words(c, i);
    else if (instr_stores(i) && rng_percent(c->rng, t->whole))
        whole_line(c, i, pick_line(c));
    else if (rng_percent(c->rng, t->narrow))
        within_sector(c, i, pick_line(c));
    else if (rng_percent(c->rng, 65))
        side_by_side(c, i, pick_line(c));
    else
        few_lines(c, i);
    draw_reduction(c, i);
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] &= (ADDRESSES - 1) & ~(uint64_t)(width_bytes(i->width) - 1);
    if (c->owner && instr_stores(i) && any_shared(c, i))
        write_through(i);
}

void traffic_cached_judge(const struct traffic_cached *c, struct instr *i)
{
    i->unsure |= !i->err && instr_answered(i); // the memory checker knows
    if (instr_texture(i)) {
        i->unsure = c->failings || c->absents || c->theme->removed;
        return;
    }
    if (i->err || instr_stores(i) || instr_cmo(i))
        // it is never looked up, or the memory checker checks it when it is reported, or it needs no page
        return;
    i->unsure = c->failings || c->theme->removed;
    i->passes_unsaid = instr_constant(i) && (c->absents || i->unsure); // words that fail have none
    for (unsigned lane = LANES; lane-- > 0;) {
        if (!(i->mask >> lane & 1) || !is_absent(c, instr_at(i, lane)))
            continue;
        i->err = UL1_ERR_PAGE;
        i->err_lane = (uint8_t)lane;
        i->err_mask |= UINT32_C(1) << lane;
    }
}
