#include "environment/memory/pages.h"

#include <stdlib.h>

#include "kit/table.h"

enum {
    ENTRY = 8,                   // bytes
    TABLE = 1 << UL1_PAGE_MIN_W, // alignment of a table
    LEVELS_MAX = 3,
    THERE = 1, // bits of an entry
    MAY_WRITE = 2,
};

#define MEMORY_END (UINT64_C(1) << UL1_PA_W)
#define POINTER    ((MEMORY_END - 1) & ~(uint64_t)(TABLE - 1)) // the address bits of an entry

// The lowest address bit of each level's index. The index of level 0 ends at the address's highest bit, each
// other one below the previous level's.
static const uint8_t index_low[3][LEVELS_MAX] = { { 30, 21, 12 }, { 30, 21, 16 }, { 30, 21, 21 } };

struct page {
    uint64_t frame;
    uint8_t state; // enum pages_state; as last reported
};

struct pages {
    struct memory *memory;
    struct rng rng;
    unsigned levels;
    const uint8_t *low; // index_low of the page size
    uint64_t root;      // address of the topmost table
    struct table known; // struct page, by page number
    // page-sized pieces of physical memory that were ever a frame or have a table: keys alone
    struct table used;
    pages_listener *changed;
    void *who;
};

// ---- addresses

static unsigned page_bits(const struct pages *p)
{
    return p->low[p->levels - 1];
}

uint64_t pages_bytes(const struct pages *p)
{
    return UINT64_C(1) << page_bits(p);
}

unsigned pages_levels(const struct pages *p)
{
    return p->levels;
}

uint64_t pages_root(const struct pages *p)
{
    return p->root / TABLE;
}

// Entries of a table of that level that walks can read.
static unsigned entries(const struct pages *p, unsigned level)
{
    return 1u << ((level ? p->low[level - 1] : UL1_VA_W) - p->low[level]);
}

bool pages_has_root(uint64_t root)
{
    const uint64_t top = UINT64_C(1) << (UL1_VA_W - index_low[0][0]), pages = top * ENTRY / TABLE + 1;
    return root && root + pages <= MEMORY_END / TABLE;
}

uint64_t pages_draw_root(struct rng *rng)
{
    uint64_t root;
    do
        root = rng_next(rng) >> (64 - UL1_PN_W);
    while (!pages_has_root(root));
    return root;
}

static uint64_t entry_of(const struct pages *p, uint64_t table, unsigned level, uint64_t va)
{
    return table + ENTRY * (va >> p->low[level] & (entries(p, level) - 1));
}

// ---- physical memory

// Marks the pieces that these bytes touch as used.
static bool use(struct pages *p, uint64_t addr, uint64_t bytes)
{
    for (uint64_t number = addr >> page_bits(p); number <= (addr + bytes - 1) >> page_bits(p); number++)
        if (!table_add(&p->used, number))
            return false;
    return true;
}

static bool is_free(const struct pages *p, uint64_t addr, uint64_t bytes)
{
    if (addr + bytes > MEMORY_END)
        return false;
    for (uint64_t number = addr >> page_bits(p); number <= (addr + bytes - 1) >> page_bits(p); number++)
        if (table_find(&p->used, number))
            return false;
    return true;
}

// The address of a random unused piece. False: there is none.
static bool draw_piece(struct pages *p, uint64_t *addr)
{
    const uint64_t pieces = MEMORY_END >> page_bits(p);
    if (p->used.count >= pieces)
        return false;
    do
        *addr = (rng_next(&p->rng) >> (64 - UL1_PA_W + page_bits(p))) << page_bits(p);
    while (!is_free(p, *addr, pages_bytes(p)));
    return true;
}

// Clears the entries; the rest of each stays as memory had it.
static bool clear_entries(struct pages *p, uint64_t table, uint64_t bytes)
{
    bool ok = true;
    for (uint64_t at = table; ok && at < table + bytes; at += MEMORY_LINE) {
        uint32_t word[UL1_LINE_WORDS];
        uint8_t be[UL1_LINE_WORDS] = { 0 };
        memory_line(p->memory, at, word);
        for (uint64_t ofs = 0; ofs < MEMORY_LINE && at + ofs < table + bytes; ofs += ENTRY) {
            word[ofs / UL1_WORD_BYTES] &= ~(uint32_t)THERE;
            be[ofs / UL1_WORD_BYTES] = 1;
        }
        ok = memory_store(p->memory, at, be, word);
    }
    return ok;
}

static uint64_t table_bytes(const struct pages *p, unsigned level)
{
    return (uint64_t)ENTRY * entries(p, level);
}

// Places a table of that level here, without entries.
static bool take_table(struct pages *p, uint64_t table, unsigned level)
{
    return use(p, table, table_bytes(p, level)) && clear_entries(p, table, table_bytes(p, level));
}

// A new table of that level without entries, in pieces of its own. Only the topmost may need several pieces;
// it is made first, so they are free. Zero: memory is exhausted.
static uint64_t new_table(struct pages *p, unsigned level)
{
    uint64_t table;
    do {
        if (!draw_piece(p, &table))
            return 0;
        table |= rng_next(&p->rng) & (pages_bytes(p) - TABLE);
    } while (!table || !is_free(p, table, table_bytes(p, level)));
    return take_table(p, table, level) ? table : 0;
}

// ---- walks

struct walk {
    enum pages_state state;
    unsigned reads;          // until it ends
    unsigned there;          // entries that would be read if no line failed
    uint64_t at[LEVELS_MAX]; // their addresses
    uint64_t frame;          // if present
};

static struct walk walk(const struct pages *p, uint64_t va)
{
    struct walk w = { .state = PAGES_PRESENT };
    uint64_t word = THERE, next = p->root;
    uint32_t line[UL1_LINE_WORDS];
    while (w.there < p->levels && word & THERE) {
        uint64_t at = w.at[w.there] = entry_of(p, next, w.there, va);
        w.there++;
        if (w.state == PAGES_PRESENT) {
            w.reads++;
            w.state = memory_line(p->memory, at, line) ? PAGES_PRESENT : PAGES_BROKEN;
        }
        word = memory_read(p->memory, at);
        next = word & POINTER;
    }
    if (w.state == PAGES_PRESENT && !(word & THERE))
        w.state = PAGES_ABSENT;
    w.frame = w.state == PAGES_PRESENT ? next & ~(pages_bytes(p) - 1) : 0;
    if (w.state == PAGES_PRESENT && !(word & MAY_WRITE))
        w.state = PAGES_READONLY;
    return w;
}

enum pages_state pages_find(const struct pages *p, uint64_t va, uint64_t *pa)
{
    struct walk w = walk(p, va);
    if (pa)
        *pa = w.frame | (va & (pages_bytes(p) - 1));
    return w.state;
}

unsigned pages_walk_reads(const struct pages *p, uint64_t va)
{
    return walk(p, va).reads;
}

// ---- the listener

static void tell(const struct pages *p, uint64_t number, const struct page *page)
{
    if (p->changed)
        p->changed(p->who, number << page_bits(p), page->state, page->frame);
}

void pages_listen(struct pages *p, pages_listener *changed, void *who)
{
    p->changed = changed;
    p->who = who;
    for (uint32_t n = 0; n < p->known.count; n++) {
        const struct page *page = table_at(&p->known, n);
        if (page->state != PAGES_ABSENT)
            tell(p, p->known.key[n], page);
    }
}

// Looks up the present state of a known page, and reports it if it has changed.
static void look_again(struct pages *p, uint64_t number, struct page *page)
{
    struct walk w = walk(p, number << page_bits(p));
    if (w.state == page->state && w.frame == page->frame)
        return;
    page->state = (uint8_t)w.state;
    page->frame = w.frame;
    tell(p, number, page);
}

static void look_at_all(struct pages *p)
{
    for (uint32_t n = 0; n < p->known.count; n++)
        look_again(p, p->known.key[n], table_at(&p->known, n));
}

bool pages_know(struct pages *p, uint64_t va)
{
    uint64_t number = va >> page_bits(p);
    struct page *page = table_add(&p->known, number);
    if (page)
        look_again(p, number, page);
    return page;
}

// ---- changes

// Writes an entry with an address, and for a page whether it is writable; ignored bits are random.
static bool write_entry(struct pages *p, uint64_t at, uint64_t address, uint64_t mask)
{
    return memory_write(p->memory, at, (rng_next(&p->rng) & ~mask) | (address & mask) | THERE);
}

static bool clear_entry(struct pages *p, uint64_t at)
{
    return memory_write(p->memory, at, memory_read(p->memory, at) & ~(uint64_t)THERE);
}

// Writes the leaf, then the missing tables that lead to it, from below; so a table becomes reachable last.
static bool link(struct pages *p, uint64_t va, uint64_t frame)
{
    uint64_t at[LEVELS_MAX] = { 0 }, table[LEVELS_MAX] = { p->root };
    unsigned have = 0; // levels with a table
    for (unsigned level = 0; level < p->levels; level++) {
        at[level] = entry_of(p, table[level], level, va);
        if (level + 1 == p->levels)
            break;
        uint64_t word = memory_read(p->memory, at[level]);
        bool there = word & THERE; // a new table has no entries
        have += there;
        table[level + 1] = there ? word & POINTER : new_table(p, level + 1);
        if (!table[level + 1])
            return false;
    }
    bool ok =
        write_entry(p, at[p->levels - 1], frame | MAY_WRITE, (POINTER & ~(pages_bytes(p) - 1)) | MAY_WRITE);
    for (unsigned level = p->levels - 1; ok && level-- > have;)
        ok = write_entry(p, at[level], table[level + 1], POINTER);
    return ok;
}

bool pages_map(struct pages *p, uint64_t va, uint64_t frame)
{
    return use(p, frame, pages_bytes(p)) && link(p, va, frame) && pages_know(p, va);
}

bool pages_map_new(struct pages *p, uint64_t va)
{
    uint64_t frame;
    return draw_piece(p, &frame) && pages_map(p, va, frame);
}

bool pages_unmap(struct pages *p, uint64_t va)
{
    struct walk w = walk(p, va);
    return (w.there < p->levels || clear_entry(p, w.at[p->levels - 1])) && pages_know(p, va);
}

bool pages_protect(struct pages *p, uint64_t va, bool readonly)
{
    struct walk w = walk(p, va);
    if (w.there < p->levels || !(memory_read(p->memory, w.at[p->levels - 1]) & THERE))
        return true;
    uint64_t at = w.at[p->levels - 1], word = memory_read(p->memory, at) & ~(uint64_t)MAY_WRITE;
    return memory_write(p->memory, at, readonly ? word : word | MAY_WRITE) && pages_know(p, va);
}

bool pages_cut(struct pages *p, uint64_t va, unsigned level)
{
    struct walk w = walk(p, va);
    if (level >= w.there || level + 1 >= p->levels)
        return true;
    bool ok = clear_entry(p, w.at[level]);
    look_at_all(p);
    return ok;
}

bool pages_break(struct pages *p, uint64_t va, unsigned level, bool fails)
{
    struct walk w = walk(p, va);
    if (level >= w.there)
        return true;
    bool ok = memory_fail(p->memory, w.at[level], MEMORY_LOADS, fails);
    look_at_all(p);
    return ok;
}

// ---- creation and destruction

static struct pages *begin(struct memory *memory, unsigned page, uint64_t seed)
{
    struct pages *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->memory = memory;
    p->low = index_low[page < 2 ? page : 2];
    p->levels = page < 2 ? 3 : 2;
    table_init(&p->known, sizeof(struct page));
    table_init(&p->used, 1);
    rng_seed(&p->rng, seed);
    return p;
}

struct pages *pages_new(struct memory *memory, unsigned page, uint64_t seed)
{
    struct pages *p = begin(memory, page, seed);
    if (p && (p->root = new_table(p, 0)))
        return p;
    pages_free(p);
    return NULL;
}

struct pages *pages_new_at(struct memory *memory, unsigned page, uint64_t seed, uint64_t root)
{
    struct pages *p = begin(memory, page, seed);
    if (!p)
        return NULL;
    p->root = root * TABLE;
    if (take_table(p, p->root, 0))
        return p;
    pages_free(p);
    return NULL;
}

bool pages_avoid(struct pages *p, const struct pages *other)
{
    bool ok = true;
    for (uint32_t n = 0; n < other->used.count && ok; n++)
        ok = use(p, other->used.key[n] << page_bits(other), UINT64_C(1) << page_bits(other));
    return ok;
}

void pages_free(struct pages *p)
{
    if (!p)
        return;
    table_free(&p->known);
    table_free(&p->used);
    free(p);
}
