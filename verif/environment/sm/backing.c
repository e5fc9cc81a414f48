#include "environment/sm/backing.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "environment/memory/pages.h"

__attribute__((cold, noinline, format(printf, 2, 3))) static bool fault(struct backing *m, const char *format,
                                                                        ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(m->error, sizeof m->error, format, args);
    va_end(args);
    return false;
}

static bool had_memory(struct backing *m, bool done)
{
    return done || fault(m, "out of memory for the memory and its page tables");
}

static bool objects(struct backing *m, const struct memcheck *w)
{
    m->objected = true;
    return fault(m, "memory checker: %s", memcheck_error(w));
}

bool backing_init(struct backing *m, uint64_t seed)
{
    rng_seed(&m->rng, seed);
    table_init(&m->touched, sizeof(struct backing_page));
    m->memory = memory_new(rng_next(&m->rng));
    return had_memory(m, m->memory);
}

void backing_free(struct backing *m)
{
    if (m->pages)
        pages_free(m->pages);
    if (m->memory)
        memory_free(m->memory);
    table_free(&m->touched);
}

// ---- pages

static uint64_t number_of(const struct backing *m, uint64_t addr)
{
    return addr >> page_bits(m->page);
}

// Null: not touched yet.
static struct backing_page *find(struct backing *m, uint64_t addr)
{
    return table_find(&m->touched, number_of(m, addr));
}

// Marks the page as touched. Null: memory is exhausted.
static struct backing_page *note(struct backing *m, uint64_t addr)
{
    struct backing_page *p = table_add(&m->touched, number_of(m, addr));
    had_memory(m, p);
    return p;
}

static bool touch_page(struct backing *m, uint64_t addr)
{
    if (find(m, addr))
        return true;
    if (!note(m, addr))
        return false;
    // else its entry lies on a line that fails
    bool absent = pages_find(m->pages, addr, NULL) == PAGES_ABSENT;
    return had_memory(m, absent ? pages_map_new(m->pages, addr) : pages_know(m->pages, addr)) && !m->objected;
}

// The pages of all texels that the samples read.
static bool touch_texels(struct backing *m, const struct instr *i)
{
    const struct texels t = texture_texels(&i->texture);
    for (uint32_t left = i->mask; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t at[TEXEL_SLOTS];
        texels_addresses(&t, instr_u(i, lane), instr_v(i, lane), UL1_VA_W, at);
        for (unsigned k = 0; k < texels_slots(&t); k++)
            if (!touch_page(m, at[k]))
                return false;
    }
    return true;
}

bool backing_touch(struct backing *m, const struct instr *i)
{
    if (instr_texture(i))
        return touch_texels(m, i);
    if (!instr_cached(i) && !instr_constant(i))
        return true;
    uint64_t last = UINT64_MAX; // most lanes share a page
    for (uint32_t left = i->mask; left; left &= left - 1) {
        uint64_t addr = instr_at(i, (unsigned)__builtin_ctz(left));
        if (number_of(m, addr) == last)
            continue;
        last = number_of(m, addr);
        if (!touch_page(m, addr))
            return false;
    }
    return true;
}

static void tell_page(void *who, uint64_t va, enum pages_state state, uint64_t frame)
{
    static const enum memcheck_walk walk[] = { [PAGES_ABSENT] = MEMCHECK_ABSENT,
                                               [PAGES_PRESENT] = MEMCHECK_PRESENT,
                                               [PAGES_READONLY] = MEMCHECK_READONLY,
                                               [PAGES_BROKEN] = MEMCHECK_BROKEN };
    struct backing *m = who;
    for (unsigned i = 0; i < MACHINES && !m->objected; i++)
        if (m->memcheck[i] && !memcheck_page(m->memcheck[i], va, walk[state], frame))
            objects(m, m->memcheck[i]);
}

static bool tell_tables(struct backing *m)
{
    if (m->history)
        memcheck_world_clear(m->history);
    for (unsigned i = 0; i < MACHINES; i++)
        if (m->memcheck[i] && !memcheck_pages(m->memcheck[i], m->page))
            return objects(m, m->memcheck[i]);
    return true;
}

// Makes new tables, in a memory that holds nothing else, or nothing where they and their pages are.
static bool make_tables(struct backing *m)
{
    struct pages *before = m->pages;
    if (m->keeps)
        memory_heal(m->memory);
    else
        memory_clear(m->memory);
    m->renews = false;
    m->pages = pages_new_at(m->memory, m->page, rng_next(&m->rng), m->root);
    const bool done = m->pages && (!m->keeps || !before || pages_avoid(m->pages, before));
    pages_free(before);
    if (!done)
        return had_memory(m, false);
    table_clear(&m->touched);
    if (!tell_tables(m))
        return false;
    pages_listen(m->pages, tell_page, m);
    return !m->objected;
}

// ---- steps of the program

bool backing_renews(const struct backing *m, const struct part *part)
{
    return m->renews || !m->pages || part->fresh || m->page != part->set.page;
}

// The new root is another one, or, if wanted, differs in one bit; with pages of another size it may stay the
// same.
void backing_announce(struct backing *m, const struct part *part)
{
    const uint64_t before = m->root, near = part->root_bit ? before ^ UINT64_C(1) << (part->root_bit - 1) : 0;
    m->renews = true;
    m->page = part->set.page;
    if (m->pages && pages_has_root(near)) {
        m->root = near;
        return;
    }
    while (!m->pages || !part->same_root ? m->root == before : m->root != before)
        m->root = pages_draw_root(&m->rng);
}

// Pages that were absent in the previous step need not be absent in this one.
static bool forget_absent(struct backing *m)
{
    struct table left;
    bool some = false, fine = true;
    for (uint32_t i = 0; i < m->touched.count; i++)
        some |= ((struct backing_page *)table_at(&m->touched, i))->absent;
    if (!some)
        return true;
    table_init(&left, sizeof(struct backing_page));
    for (uint32_t i = 0; i < m->touched.count && fine; i++) {
        const struct backing_page *p = table_at(&m->touched, i);
        struct backing_page *kept = p->absent ? NULL : table_add(&left, m->touched.key[i]);
        if (kept)
            *kept = *p;
        fine = kept || p->absent;
    }
    table_free(&m->touched);
    m->touched = left;
    return had_memory(m, fine);
}

static bool keep_absent(struct backing *m, uint64_t addr)
{
    struct backing_page *p = find(m, addr);
    if (p)
        return p->absent
            || fault(m, "page 0x%" PRIx64 " is to be absent, but was touched under the same page table",
                     addr);
    p = note(m, addr);
    if (!p)
        return false;
    p->absent = true;
    return had_memory(m, pages_know(m->pages, addr));
}

static bool keep_readonly(struct backing *m, uint64_t addr)
{
    struct backing_page *p = find(m, addr);
    if (p)
        return p->readonly
            || fault(m, "page 0x%" PRIx64 " is to be read-only, but was touched under the same page table",
                     addr);
    p = note(m, addr);
    if (!p)
        return false;
    p->readonly = true;
    return had_memory(m, pages_map_new(m->pages, addr) && pages_protect(m->pages, addr, true));
}

static bool let_fail(struct backing *m, const struct failing *f)
{
    if (!touch_page(m, f->addr))
        return false;
    if (f->walk)
        return had_memory(m, pages_break(m->pages, f->addr, f->level, true));
    uint64_t pa;
    enum pages_state found = pages_find(m->pages, f->addr, &pa);
    if (found != PAGES_PRESENT && found != PAGES_READONLY)
        return fault(m, "line 0x%" PRIx64 " is to fail, but its page is absent", f->addr);
    // A cache takes a write that memory refuses, and loses it later, if at all.
    return had_memory(m, memory_fail(m->memory, pa, m->keeps ? f->kinds & MEMORY_LOADS : f->kinds, true));
}

static bool prepare(struct backing *m, const struct part *part)
{
    for (unsigned i = 0; i < part->absents; i++)
        if (!keep_absent(m, part->absent[i]))
            return false;
    for (unsigned i = 0; i < part->readonlys; i++)
        if (!keep_readonly(m, part->readonly[i]))
            return false;
    for (unsigned i = 0; i < part->failings; i++)
        if (!let_fail(m, &part->failing[i]))
            return false;
    return true;
}

bool backing_step(struct backing *m, const struct part part[], unsigned count)
{
    if (m->renews && !make_tables(m))
        return false;
    if (!forget_absent(m))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (part[i].set.page != m->page || (i && part[i].fresh))
            return fault(m, "of parts that begin together the first says which page table there is");
        if (!prepare(m, &part[i]))
            return false;
    }
    return !m->objected;
}

// ---- changes of pages

static bool make_changed(struct backing *m, const struct backing_page *p, uint64_t addr,
                         enum page_change change)
{
    if (p->absent)
        return pages_unmap(m->pages, addr);
    enum pages_state found = pages_find(m->pages, addr, NULL);
    bool there = found == PAGES_PRESENT || found == PAGES_READONLY;
    if (change == PAGE_PROTECTED && there)
        return pages_protect(m->pages, addr, true);
    return pages_map_new(m->pages, addr) && (!p->readonly || pages_protect(m->pages, addr, true));
}

bool backing_change(struct backing *m, uint64_t addr, enum page_change change)
{
    if (change == PAGE_SAME)
        return true;
    struct backing_page *p = find(m, addr);
    if (!p && !(p = note(m, addr)))
        return false;
    p->absent = change == PAGE_REMOVED;
    p->readonly = change == PAGE_PROTECTED;
    return had_memory(m, make_changed(m, p, addr, change)) && !m->objected;
}

uint64_t backing_any(struct backing *m, struct rng *r)
{
    uint64_t within = rng_next(r) & ((UINT64_C(1) << page_bits(m->page)) - 1);
    return m->touched.key[rng_below(r, m->touched.count)] << page_bits(m->page) | within;
}
