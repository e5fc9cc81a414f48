#include "sm_memory.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "pages.h"

__attribute__((cold, noinline, format(printf, 2, 3)))
static bool fault(struct sm_memory *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(m->error, sizeof m->error, format, args);
    va_end(args);
    m->at_fault = true;
    return false;
}

static bool had_memory(struct sm_memory *m, bool done)
{
    return done || fault(m, "out of memory for the memory and its page tables");
}

bool sm_memory_init(struct sm_memory *m, uint64_t seed)
{
    rng_seed(&m->rng, seed);
    m->witness_fine = true;
    m->memory = memory_new(rng_next(&m->rng));
    return had_memory(m, m->memory);
}

void sm_memory_free(struct sm_memory *m)
{
    if (m->pages)
        pages_free(m->pages);
    if (m->memory)
        memory_free(m->memory);
}

// ---- pages

static uint64_t number_of(const struct sm_memory *m, uint64_t addr)
{
    return addr >> page_bits(m->page);
}

// Null: it was not touched yet.
static struct sm_page *find(struct sm_memory *m, uint64_t addr)
{
    uint64_t number = number_of(m, addr);
    for (unsigned i = m->touches; i-- > 0;)
        if (m->touched[i].number == number)
            return &m->touched[i];
    return NULL;
}

// Is touched now. Null: there are too many.
static struct sm_page *note(struct sm_memory *m, uint64_t addr, bool absent)
{
    if (m->touches == SM_PAGES) {
        fault(m, "the program touches more than %d pages under one page table", SM_PAGES);
        return NULL;
    }
    struct sm_page *p = &m->touched[m->touches++];
    *p = (struct sm_page){ number_of(m, addr), absent };
    return p;
}

static bool touch_page(struct sm_memory *m, uint64_t addr)
{
    if (find(m, addr))
        return true;
    if (!note(m, addr, false))
        return false;
    bool absent = pages_find(m->pages, addr, NULL) == PAGES_ABSENT; // else its entry stands in a line that fails
    return had_memory(m, absent ? pages_map_new(m->pages, addr) : pages_know(m->pages, addr));
}

bool sm_memory_touch(struct sm_memory *m, const struct sm_instr *i)
{
    if (!sm_cached(i))
        return true;
    uint64_t last = UINT64_MAX; // mostly, lanes share a page
    for (uint32_t left = i->mask; left; left &= left - 1) {
        uint64_t addr = i->addr[__builtin_ctz(left)];
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
    static const enum witness_walk walk[] = {
        [PAGES_ABSENT] = WITNESS_ABSENT, [PAGES_PRESENT] = WITNESS_PRESENT, [PAGES_BROKEN] = WITNESS_BROKEN
    };
    struct sm_memory *m = who;
    if (m->witness && m->witness_fine)
        m->witness_fine = witness_page(m->witness, va, walk[state], frame);
}

// Other tables, with another root, in a memory that has nothing else.
static bool make_tables(struct sm_memory *m)
{
    uint64_t before = m->pages ? m->root : UINT64_MAX;
    do {
        if (m->pages)
            pages_free(m->pages);
        memory_clear(m->memory);
        m->page = m->part->set.page;
        m->pages = pages_new(m->memory, m->page, rng_next(&m->rng));
        if (!m->pages)
            return had_memory(m, false);
        m->root = pages_root(m->pages);
    } while (m->root == before);
    m->touches = 0;
    if (m->witness && !witness_pages(m->witness, m->page))
        return false;
    pages_listen(m->pages, tell_page, m);
    return true;
}

// ---- parts

// What was absent in the part before is not to be in this one.
static void forget_absent(struct sm_memory *m)
{
    unsigned left = 0;
    for (unsigned i = 0; i < m->touches; i++)
        if (!m->touched[i].absent)
            m->touched[left++] = m->touched[i];
    m->touches = left;
}

static bool keep_absent(struct sm_memory *m, uint64_t addr)
{
    struct sm_page *p = find(m, addr);
    if (p && !p->absent)
        return fault(m, "page 0x%" PRIx64 " is to be absent, but was touched under the same page table", addr);
    return p || (note(m, addr, true) && had_memory(m, pages_know(m->pages, addr)));
}

static bool let_fail(struct sm_memory *m, const struct sm_failing *f)
{
    if (!touch_page(m, f->addr))
        return false;
    if (f->walk)
        return had_memory(m, pages_break(m->pages, f->addr, f->level, true));
    uint64_t pa;
    if (pages_find(m->pages, f->addr, &pa) != PAGES_PRESENT)
        return fault(m, "line 0x%" PRIx64 " is to fail, but its page is absent", f->addr);
    return had_memory(m, memory_fail(m->memory, pa, true));
}

bool sm_memory_part(struct sm_memory *m, const struct sm_part *part, struct witness *w)
{
    m->part = part;
    m->witness = w;
    m->invals = 0;
    m->offering = m->under_way = false;
    memory_set(m->memory, &part->set.memory);
    if ((!m->pages || part->fresh || m->page != part->set.page) && !make_tables(m))
        return false;
    forget_absent(m);
    for (unsigned i = 0; i < part->absents; i++)
        if (!keep_absent(m, part->absent[i]))
            return false;
    for (unsigned i = 0; i < part->failings; i++)
        if (!let_fail(m, &part->failing[i]))
            return false;
    return m->witness_fine;
}

// ---- invalidations

static bool change_page(struct sm_memory *m, uint64_t addr, enum sm_change change)
{
    struct sm_page *p = find(m, addr);
    if (!p && !(p = note(m, addr, false)))
        return false;
    if (change == SM_SAME)
        return true;
    p->absent = change == SM_REMOVED;
    return had_memory(m, p->absent ? pages_unmap(m->pages, addr) : pages_map_new(m->pages, addr));
}

static bool offer(struct sm_memory *m, uint64_t addr, enum sm_change change)
{
    m->offering = true;
    m->offered = addr;
    return change_page(m, addr, change);
}

static bool offer_any(struct sm_memory *m)
{
    const struct sm_settings *set = &m->part->set;
    uint64_t number = m->touched[rng_below(&m->rng, m->touches)].number;
    uint64_t within = rng_next(&m->rng) & ((UINT64_C(1) << page_bits(m->page)) - 1);
    unsigned r = rng_below(&m->rng, 100);
    return offer(m, number << page_bits(m->page) | within,
                 r < set->moved ? SM_MOVED : r < set->moved + set->removed ? SM_REMOVED : SM_SAME);
}

static bool next_offer(struct sm_memory *m, uint64_t cycle, uint64_t retired, bool over)
{
    const struct sm_inval *i = &m->part->inval[m->invals];
    if (cycle < SM_LEAD || m->offering)
        return true;
    if (m->invals < m->part->invals && retired >= i->after && cycle - SM_LEAD >= i->from) {
        m->invals++;
        return offer(m, i->addr, i->change);
    }
    return over || !m->touches || !sm_happens(&m->part->set.inval, &m->rng, cycle) || offer_any(m);
}

// ---- cycles

bool sm_memory_drive(struct sm_memory *m, struct ul1_l1_in *in, uint64_t cycle, uint64_t retired, bool over)
{
    in->cfg_fetch = m->part->set.fetch;
    in->cfg_page = (uint8_t)m->page;
    in->cfg_root = (uint32_t)m->root;
    if (!next_offer(m, cycle, retired, over))
        return false;
    in->inv_valid = m->offering;
    in->inv_addr = m->offered;
    memory_drive(m->memory, in);
    return m->witness_fine;
}

static bool see_invalidation(struct sm_memory *m, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!out->tag.inv_ready)
        return true;
    if (m->under_way && m->witness && !witness_invalidated(m->witness))
        return false;
    m->under_way = false;
    if (!in->inv_valid)
        return true;
    m->under_way = true;
    m->offering = false;
    return !m->witness || witness_invalidate(m->witness, in->inv_addr);
}

bool sm_memory_observe(struct sm_memory *m, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!memory_observe(m->memory, in, out)) {
        snprintf(m->error, sizeof m->error, "%s", memory_error(m->memory));
        return false;
    }
    return in->rst || see_invalidation(m, in, out);
}

bool sm_memory_idle(const struct sm_memory *m)
{
    return !m->offering && !m->under_way && m->invals == m->part->invals;
}
