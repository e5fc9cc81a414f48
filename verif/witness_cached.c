// The witness: pages and cached loads.
//
// There is no cache in it, and no time. A load may have been served by what its pages mapped to at any time from its
// being taken on, and by what they mapped to before and were not invalidated since; nothing else. So each page has a list
// of mappings that are legal for somebody, the present one first, and a value is right if one of them gives it. What a
// mapping gives never changes, as nothing is stored to memory but page tables.
//
// A sector is fetched as a whole, so its words are all of one mapping; different sectors of a line need not be.
#include "witness_state.h"

#include <stdlib.h>

#define FOREVER UINT64_MAX

enum { SECTORS = 4 };

// What a walk for a page finds, or found once.
struct mapping {
    struct mapping *older;
    uint64_t frame;     // of its first byte
    uint64_t until;     // legal for cached loads up to this one
    uint8_t state;      // enum witness_walk
    bool ends;          // with the invalidation under way
};

struct page {
    struct mapping now; // legal for all; a page that is new here is absent, which is zero
};

// ---- Pages ----

static unsigned bits_of(unsigned page)
{
    return page == 0 ? 12 : page == 1 ? 16 : 21;
}

static void free_list(struct mapping *m)
{
    while (m) {
        struct mapping *older = m->older;
        free(m);
        m = older;
    }
}

// All pages are as they are, and never were otherwise.
static void forget_old(struct witness *w)
{
    for (uint32_t n = 0; n < w->pages.count; n++) {
        struct page *p = table_at(&w->pages, n);
        free_list(p->now.older);
        p->now.older = NULL;
    }
    w->taken_empty = w->taken;
    w->invalidating = false;
}

void witness_cached_init(struct witness *w)
{
    table_init(&w->pages, sizeof(struct page));
    w->page_bits = bits_of(0);
}

void witness_cached_free(struct witness *w)
{
    forget_old(w);
    table_free(&w->pages);
}

void witness_cached_reset(struct witness *w)
{
    forget_old(w);
}

void witness_memory(struct witness *w, witness_line *line, const void *memory)
{
    w->line = line;
    w->memory = memory;
}

bool witness_pages(struct witness *w, unsigned page)
{
    begin(w, "pages", NOWHERE, NOWHERE);
    if (!witness_nothing_flying(w))
        return false;
    forget_old(w);
    table_clear(&w->pages);
    w->page_bits = bits_of(page);
    return true;
}

// Whether a load in flight has a lane in the page.
static bool wanted(const struct witness *w, uint64_t page)
{
    bool found = false;
    for (unsigned e = 0; e < ENTRIES; e++) {
        const struct instr *i = &w->instr[e];
        if (i->flying && i->cached)
            for EACH (lane, i->mask)
                found |= i->addr[lane] >> w->page_bits == page;
    }
    return found;
}

// Frees the mappings that are legal for no load in flight or to come.
static void prune(const struct witness *w, struct page *p)
{
    uint64_t oldest = w->taken + 1;
    for (unsigned e = 0; e < ENTRIES; e++)
        if (w->instr[e].flying && w->instr[e].cached && w->instr[e].taken < oldest)
            oldest = w->instr[e].taken;
    for (struct mapping **m = &p->now.older; *m;) {
        struct mapping *dead = *m;
        if (dead->until >= oldest) {
            m = &dead->older;
            continue;
        }
        *m = dead->older;
        free(dead);
    }
}

// The mapping that is no more stays legal until the page is invalidated.
static bool keep_old(struct page *p)
{
    struct mapping *old = malloc(sizeof *old);
    if (!old)
        return false;
    *old = p->now;
    old->until = FOREVER;
    old->ends = false;
    p->now.older = old;
    return true;
}

bool witness_page(struct witness *w, uint64_t va, enum witness_walk state, uint64_t frame)
{
    begin(w, "page", NOWHERE, NOWHERE);
    uint64_t number = va >> w->page_bits;
    if (frame & ((UINT64_C(1) << w->page_bits) - 1))
        return witness_object(w, NOWHERE, "expected the address of a frame, seen 0x%llx", (unsigned long long)frame);
    struct page *p = table_add(&w->pages, number);
    if (!p)
        return witness_object(w, NOWHERE, "no memory for the page");
    if (p->now.state == state && (state != WITNESS_PRESENT || p->now.frame == frame))
        return true;
    bool remembered = w->taken > w->taken_empty && (p->now.state == WITNESS_PRESENT || wanted(w, number));
    if (remembered && !keep_old(p))
        return witness_object(w, NOWHERE, "no memory for the page");
    prune(w, p);
    p->now.state = (uint8_t)state;
    p->now.frame = frame;
    return true;
}

bool witness_invalidate(struct witness *w, uint64_t va)
{
    begin(w, "invalidate", NOWHERE, NOWHERE);
    if (w->invalidating)
        return witness_object(w, NOWHERE, "expected one invalidation at a time, seen a second");
    w->invalidating = true;
    w->invalid_page = va >> w->page_bits;
    struct page *p = table_find(&w->pages, w->invalid_page);
    for (struct mapping *m = p ? p->now.older : NULL; m; m = m->older)
        m->ends = true;
    return true;
}

bool witness_invalidated(struct witness *w)
{
    begin(w, "invalidated", NOWHERE, NOWHERE);
    if (!w->invalidating)
        return witness_object(w, NOWHERE, "expected no end of an invalidation, as none is under way");
    w->invalidating = false;
    struct page *p = table_find(&w->pages, w->invalid_page);
    if (!p)
        return true;
    for (struct mapping *m = p->now.older; m; m = m->older)
        if (m->ends && m->until == FOREVER)
            m->until = w->taken;
    prune(w, p);
    return true;
}

// ---- Mappings that are legal for a load ----

static const struct mapping never_there = { .state = WITNESS_ABSENT };

static const struct mapping *first_legal(const struct witness *w, uint64_t addr)
{
    const struct page *p = table_find(&w->pages, addr >> w->page_bits);
    return p ? &p->now : &never_there;
}

static const struct mapping *next_legal(const struct instr *i, const struct mapping *m)
{
    do
        m = m->older;
    while (m && m->until < i->taken);
    return m;
}

// The physical address of a virtual one in a page that is present.
static uint64_t physical(const struct witness *w, const struct mapping *m, uint64_t addr)
{
    return m->frame | (addr & ((UINT64_C(1) << w->page_bits) - 1));
}

static uint64_t line_of(uint64_t addr)
{
    return addr / LINE * LINE;
}

// The words of the line of `addr` by a mapping: RIGHT, or the error that there is instead.
static enum error give(const struct witness *w, const struct mapping *m, uint64_t addr, uint32_t *word)
{
    if (m->state == WITNESS_ABSENT)
        return NO_PAGE;
    return m->state == WITNESS_PRESENT && w->line(w->memory, line_of(physical(w, m, addr)), word) ? RIGHT : BUS;
}

// ---- Write-backs ----

bool witness_cached_take(struct witness *w, struct instr *i, const uint64_t *addr)
{
    if (!w->line)
        return witness_object(w, NOWHERE, "expected no cached load, as there is no memory");
    i->taken = ++w->taken;
    i->written = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = addr[lane];
    return true;
}

// The address of each slot of sub-warp k: word n of the instruction belongs to lane n / W.
static void lay_out(const struct instr *i, unsigned k, uint64_t *at)
{
    const uint32_t log = i->words_log;
    for (unsigned slot = 0; slot < LANES; slot++) {
        unsigned n = k * LANES + slot, lane = n >> log;
        at[slot] = i->addr[lane] + WORD * (n - (lane << log));
    }
}

// The active slots of sub-warp k.
static uint32_t active(const struct instr *i, unsigned k)
{
    uint32_t slots = 0;
    for (unsigned slot = 0; slot < LANES; slot++)
        slots |= (i->mask >> ((k * LANES + slot) >> i->words_log) & 1) << slot;
    return slots;
}

// The lanes that slots of sub-warp k belong to.
static uint32_t lanes_of(const struct instr *i, unsigned k, uint32_t slots)
{
    uint32_t lanes = 0;
    for EACH (slot, slots)
        lanes |= bit((k * LANES + slot) >> i->words_log);
    return lanes;
}

// Which slots are one whole access that is not done yet, if that is what `mask` has.
static bool right_slots(struct witness *w, const struct instr *i, const uint64_t *at, uint32_t mask)
{
    unsigned sub = w->event.sub;
    uint32_t slots = active(i, sub), due = 0;
    if (!mask)
        return witness_object(w, NOWHERE, "expected a write-back of at least one slot, seen an empty one");
    if (mask & ~slots)
        return witness_object(w, lowest(mask & ~slots), "expected active slots of 0x%x, seen 0x%x", slots, mask);
    uint64_t line = at[lowest(mask)] / LINE;
    for (unsigned slot = 0; slot < LANES; slot++)
        due |= (uint32_t)(at[slot] / LINE == line) << slot;
    due &= slots;
    if (mask != due)
        return witness_object(w, lowest(mask ^ due),
                              "expected all active slots on the line 0x%llx and no others, 0x%x, seen 0x%x",
                              (unsigned long long)line * LINE, due, mask);
    if (lanes_of(i, sub, mask) & i->written)
        return witness_object(w, lowest(mask), "expected each line of a sub-warp once, seen 0x%llx a second time",
                              (unsigned long long)line * LINE);
    return true;
}

// The slots whose value is not what the line's words say.
static uint32_t wrong_values(const struct instr *i, const uint64_t *at, const uint32_t *word, const uint32_t *data)
{
    uint32_t wrong = 0;
    for (unsigned slot = 0; slot < LANES; slot++)
        wrong |= (uint32_t)(extract(word[at[slot] / WORD % LANES], at[slot], i->cut, i->sign) != data[slot]) << slot;
    return wrong;
}

static unsigned sector_of(uint64_t at)
{
    return (unsigned)(at % LINE * SECTORS / LINE);
}

// Of some slots, those in sectors with none of the slots in `wrong`.
static uint32_t in_right_sectors(const uint64_t *at, uint32_t slots, uint32_t wrong)
{
    uint32_t sectors = 0, right = 0;
    for EACH (slot, wrong)
        sectors |= bit(sector_of(at[slot]));
    for EACH (slot, slots)
        right |= (~sectors >> sector_of(at[slot]) & 1) << slot;
    return right;
}

// Says what is wrong with a value that no legal mapping gives: what the present one gives, and how many others there are.
static bool object_to_value(struct witness *w, const struct instr *i, const uint64_t *at, unsigned slot, uint32_t seen)
{
    uint32_t word[LANES];
    unsigned others = 0;
    const struct mapping *now = first_legal(w, at[slot]);
    for (const struct mapping *m = now; (m = next_legal(i, m));)
        others++;
    enum error err = give(w, now, at[slot], word);
    if (err)
        return witness_object(w, slot,
                              "expected it to fail with %s, seen the value 0x%08x, which %u older legal mappings do not "
                              "give either", witness_error_name(err), seen, others);
    return witness_object(w, slot,
                          "expected the value 0x%08x of the physical address 0x%llx, or one by %u older legal mappings, "
                          "seen 0x%08x", extract(word[at[slot] / WORD % LANES], at[slot], i->cut, i->sign),
                          (unsigned long long)physical(w, now, at[slot]), others, seen);
}

// Each sector has its words by one legal mapping.
static bool right_values(struct witness *w, const struct instr *i, const uint64_t *at, uint32_t mask, const uint32_t *data)
{
    uint32_t word[LANES], left = mask;
    const struct mapping *now = first_legal(w, at[lowest(mask)]);
    for (const struct mapping *m = now; m && left; m = next_legal(i, m)) {
        if (give(w, m, at[lowest(mask)], word) != RIGHT)
            continue;
        uint32_t wrong = wrong_values(i, at, word, data) & mask;
        left &= wrong ? ~in_right_sectors(at, mask, wrong) : 0;
        w->counts.stale += !left && m != now;
    }
    return !left || object_to_value(w, i, at, lowest(left), data[lowest(left)]);
}

bool witness_cached_writeback(struct witness *w, struct instr *i, unsigned warp, unsigned reg, uint32_t mask,
                              const uint8_t *lane, const uint8_t *ofs, const uint32_t *data)
{
    unsigned sub = w->event.sub;
    uint64_t at[LANES];
    if (sub >= i->words)
        return witness_object(w, NOWHERE, "expected a sub-warp below %u", i->words);
    lay_out(i, sub, at);
    if (!right_slots(w, i, at, mask))
        return false;
    if (warp != i->warp || reg != i->reg)
        return witness_object(w, NOWHERE, "expected warp %u, register %u, seen warp %u, register %u", i->warp, i->reg,
                              warp, reg);
    for EACH (slot, mask) {
        unsigned n = sub * LANES + slot;
        if (lane[slot] != n >> i->words_log || ofs[slot] != (n & (i->words - 1u)))
            return witness_object(w, slot, "expected this lane and offset, seen lane %u, offset %u", lane[slot], ofs[slot]);
    }
    if (!right_values(w, i, at, mask, data))
        return false;
    i->written |= lanes_of(i, sub, mask);
    w->counts.lines++;
    w->counts.values += (unsigned)__builtin_popcount(mask);
    return true;
}

// ---- Retirement ----

// A bit for each error that a lane may fail with.
static uint32_t errors_of(const struct witness *w, const struct instr *i, unsigned lane)
{
    uint32_t word[LANES], errors = 0;
    for (const struct mapping *m = first_legal(w, i->addr[lane]); m; m = next_legal(i, m))
        errors |= bit(give(w, m, i->addr[lane], word));
    return errors & ~bit(RIGHT);
}

// What a load says of its failure.
struct failure {
    unsigned err, lane;
    uint32_t mask;
    uint64_t addr;
};

static bool right_lanes(struct witness *w, const struct instr *i, uint32_t unwritten, const struct failure *f)
{
    unsigned first = lowest(unwritten);
    for EACH (lane, unwritten)
        if (!errors_of(w, i, lane))
            return witness_object(w, NOWHERE,
                                  "expected lane %u (address 0x%llx) written back, as no legal mapping lets it fail, "
                                  "seen %s in lane %u of lanes 0x%x", lane, (unsigned long long)i->addr[lane],
                                  witness_error_name(f->err), f->lane, f->mask);
    if (f->mask == unwritten && f->lane == first && f->addr == i->addr[first])
        return true;
    return witness_object(w, NOWHERE,
                          "expected failing lane %u (address 0x%llx) of lanes 0x%x, those not written back, seen lane "
                          "%u (0x%llx) of lanes 0x%x", first, (unsigned long long)i->addr[first], unwritten, f->lane,
                          (unsigned long long)f->addr, f->mask);
}

static bool right_error(struct witness *w, const struct instr *i, const struct failure *f)
{
    uint32_t legal = errors_of(w, i, f->lane);
    bool page = legal & bit(NO_PAGE), bus = legal & bit(BUS);
    if ((page && f->err == NO_PAGE) || (bus && f->err == BUS))
        return true;
    return witness_object(w, NOWHERE, "expected %s in lane %u (address 0x%llx) of lanes 0x%x, seen %s",
                          !bus ? "page" : !page ? "bus" : "page or bus", f->lane, (unsigned long long)f->addr, f->mask,
                          witness_error_name(f->err));
}

bool witness_cached_done(struct witness *w, const struct instr *i, unsigned err, unsigned lane, uint32_t mask,
                         uint64_t addr)
{
    uint32_t unwritten = i->mask & ~i->written;
    const struct failure f = { err, lane, mask, addr };
    if (!unwritten && err)
        return witness_object(w, NOWHERE,
                              "expected no error, as all lanes were written back, seen %s in lane %u of lanes 0x%x",
                              witness_error_name(err), lane, mask);
    if (unwritten && !err)
        return witness_object(w, NOWHERE,
                              "expected every line written back, seen lane %u (address 0x%llx) not, and no error",
                              lowest(unwritten), (unsigned long long)i->addr[lowest(unwritten)]);
    if (unwritten && !(right_lanes(w, i, unwritten, &f) && right_error(w, i, &f)))
        return false;
    w->counts.failed += (unsigned)__builtin_popcount(unwritten);
    return true;
}
