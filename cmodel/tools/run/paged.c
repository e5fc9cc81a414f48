#include "run/paged.h"

#include "program/names.h"

// Page tables are below FRAMES. The two top tables are at the bottom.
#define FRAMES (UINT64_C(1) << 26)
enum { THERE = 1, WRITABLE = 2, TABLE_BYTES = 4096, TOP_SHIFT = 30, MIDDLE_SHIFT = 21 };

enum page_state { PAGE_KNOWN = 1, PAGE_ABSENT, PAGE_READONLY };
struct paged_page {
    uint8_t state;
};

void paged_init(struct paged *p, unsigned lanes, uint64_t seed)
{
    *p = (struct paged){ .seed = seed, .line_bytes = (uint64_t)names_value("LINE_BYTES", lanes) };
    p->limit = UINT64_C(1) << names_value("PA_W", lanes);
    p->top_bits = (unsigned)names_value("VA_W", lanes) - TOP_SHIFT;
    table_init(&p->word, sizeof(uint32_t));
    table_init(&p->page, sizeof(struct paged_page));
    table_init(&p->failing, sizeof(unsigned));
}

void paged_free(struct paged *p)
{
    table_free(&p->word);
    table_free(&p->page);
    table_free(&p->failing);
}

// ---- words

// The part of the murmur finalizer that makes neighbours differ in every byte.
static uint32_t drawn(const struct paged *p, uint64_t number)
{
    uint64_t x = (number + 1) * 0x9e3779b97f4a7c15ull ^ p->seed;
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdull;
    return (uint32_t)(x ^ x >> 29);
}

static uint32_t word_at(const struct paged *p, uint64_t addr)
{
    const uint32_t *w = table_find(&p->word, addr / 4);
    return w ? *w : addr < FRAMES ? 0 : drawn(p, addr / 4);
}

static bool set_word(struct paged *p, uint64_t addr, uint32_t value)
{
    uint32_t *w = table_add(&p->word, addr / 4);
    if (w)
        *w = value;
    return w != NULL;
}

static uint64_t entry_at(const struct paged *p, uint64_t addr)
{
    return word_at(p, addr) | (uint64_t)word_at(p, addr + 4) << 32;
}

static bool set_entry(struct paged *p, uint64_t addr, uint64_t entry)
{
    return set_word(p, addr, (uint32_t)entry) && set_word(p, addr + 4, (uint32_t)(entry >> 32));
}

// ---- page tables

static uint64_t top_bytes(const struct paged *p)
{
    return ((UINT64_C(8) << p->top_bits) + TABLE_BYTES - 1) & ~(uint64_t)(TABLE_BYTES - 1);
}

uint64_t paged_next_root(const struct paged *p, const struct machine_settings *s)
{
    return !s->fresh ? p->root : p->root ? 0 : top_bytes(p);
}

static void renew(struct paged *p, const struct machine_settings *s)
{
    const unsigned page = s->page;
    table_clear(&p->word);
    table_clear(&p->page);
    table_clear(&p->failing);
    p->page_bits = page == UL1_PAGE_P4K ? UL1_PAGE_MIN_W : page == UL1_PAGE_P64K ? 16 : MIDDLE_SHIFT;
    p->root = paged_next_root(p, s);
    p->next_table = 2 * top_bytes(p);
    p->next_frame = FRAMES;
    p->seed = p->seed * 6364136223846793005u + 1442695040888963407u;
}

// The table that this entry points to. It is made if there is none. Returns 0 if there is no room.
static uint64_t table_behind(struct paged *p, uint64_t at)
{
    uint64_t entry = entry_at(p, at);
    if (entry & THERE)
        return entry & ~(uint64_t)(TABLE_BYTES - 1);
    if (p->next_table + TABLE_BYTES > FRAMES || !set_entry(p, at, p->next_table | THERE))
        return 0;
    p->next_table += TABLE_BYTES;
    return p->next_table - TABLE_BYTES;
}

// The address of the entry with a page's frame. Returns 0 if there is no room for the tables above it.
static uint64_t last_entry(struct paged *p, uint64_t addr)
{
    uint64_t table = table_behind(p, p->root + 8 * (addr >> TOP_SHIFT));
    uint64_t at = table + 8 * (addr >> MIDDLE_SHIFT & 511);
    if (!table || p->page_bits == MIDDLE_SHIFT)
        return table ? at : 0;
    table = table_behind(p, at);
    return table ? table + 8 * ((addr & ((UINT64_C(1) << MIDDLE_SHIFT) - 1)) >> p->page_bits) : 0;
}

static bool map(struct paged *p, uint64_t addr, bool writable)
{
    const uint64_t at = last_entry(p, addr), frame = p->next_frame;
    p->next_frame += UINT64_C(1) << p->page_bits;
    return at && p->next_frame <= p->limit && set_entry(p, at, frame | THERE | (writable ? WRITABLE : 0));
}

bool paged_touch(struct paged *p, uint64_t addr)
{
    struct paged_page *page = table_add(&p->page, addr >> p->page_bits);
    if (!page || page->state)
        return page != NULL;
    page->state = PAGE_KNOWN;
    return map(p, addr, true);
}

bool paged_change(struct paged *p, uint64_t addr, enum machine_change change)
{
    static const enum page_state state[] = {
        [CHANGE_MOVED] = PAGE_KNOWN, [CHANGE_REMOVED] = PAGE_ABSENT, [CHANGE_PROTECTED] = PAGE_READONLY
    };
    struct paged_page *page = change == CHANGE_NONE ? NULL : table_add(&p->page, addr >> p->page_bits);
    if (!page)
        return change == CHANGE_NONE;
    page->state = (uint8_t)state[change];
    const uint64_t at = last_entry(p, addr), entry = at ? entry_at(p, at) : 0;
    if (!at || change == CHANGE_REMOVED)
        return at && set_entry(p, at, 0);
    if (change == CHANGE_PROTECTED && (entry & THERE))
        return set_entry(p, at, entry & ~(uint64_t)WRITABLE);
    return map(p, addr, change == CHANGE_MOVED);
}

// ---- parts

static bool be(struct paged *p, uint64_t addr, enum page_state state, const char **why)
{
    struct paged_page *page = table_add(&p->page, addr >> p->page_bits);
    *why = !page ? "out of memory"
        : page->state && page->state != state
        ? "a page that is to be absent or read-only was touched under the same page table"
        : NULL;
    if (*why || page->state)
        return !*why;
    page->state = (uint8_t)state;
    return state == PAGE_ABSENT || map(p, addr, false);
}

static bool let_fail(struct paged *p, const struct machine_place *place)
{
    if (!paged_touch(p, place->addr))
        return false;
    const uint64_t at = last_entry(p, place->addr), within = (UINT64_C(1) << p->page_bits) - 1;
    const uint64_t pa = (entry_at(p, at) & ~within) | (place->addr & within);
    unsigned *kinds = table_add(&p->failing, pa / p->line_bytes);
    if (kinds)
        *kinds |= place->kinds;
    return kinds != NULL;
}

bool paged_part(struct paged *p, const struct machine_settings *s, const char **why)
{
    *why = NULL;
    if (s->fresh)
        renew(p, s);
    for (uint32_t i = 0; i < p->page.count; i++) { // pages absent in the previous part may be present now
        struct paged_page *page = table_at(&p->page, i);
        page->state = page->state == PAGE_ABSENT ? 0 : page->state;
    }
    for (unsigned i = 0; i < s->absents; i++)
        if (!be(p, s->absent[i].addr, PAGE_ABSENT, why))
            return false;
    for (unsigned i = 0; i < s->readonlys; i++)
        if (!be(p, s->readonly[i].addr, PAGE_READONLY, why))
            return false;
    for (unsigned i = 0; i < s->failings; i++)
        if (!let_fail(p, &s->failing[i])) {
            *why = "out of memory";
            return false;
        }
    return true;
}

// ---- requests

static bool write_line(struct paged *p, struct ul1_sim_request *r)
{
    uint32_t word[UL1_SIM_LANES], old[UL1_SIM_LANES];
    bool fine = true;
    for (unsigned w = 0; w < r->lanes; w++)
        word[w] = old[w] = word_at(p, r->addr + 4 * w);
    ul1_sim_apply(r, word);
    for (unsigned w = 0; w < r->lanes; w++)
        fine = fine && (!r->enable[w] || set_word(p, r->addr + 4 * w, word[w]));
    for (unsigned w = 0; r->returns && w < r->lanes; w++)
        r->word[w] = old[w];
    return fine;
}

bool paged_perform(struct paged *p, struct ul1_sim_request *r)
{
    const unsigned *kinds = table_find(&p->failing, r->addr / p->line_bytes);
    const unsigned kind = r->op == UL1_MEMOP_READ ? MACHINE_LOADS
        : r->op == UL1_MEMOP_WRITE                ? r->atom ? MACHINE_LOADS | MACHINE_STORES : MACHINE_STORES
                                                  : 0;
    bool fine = !kinds || !(*kinds & kind);
    for (unsigned w = 0; w < r->lanes; w++) {
        if (r->op == UL1_MEMOP_READ)
            r->word[w] = word_at(p, r->addr + 4 * w);
        if (r->op == UL1_MEMOP_WRITE)
            p->bytes += __builtin_popcount(r->enable[w]);
    }
    return fine && (r->op != UL1_MEMOP_WRITE || write_line(p, r));
}
