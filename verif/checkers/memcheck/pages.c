#include "pages.h"

#include <stdlib.h>

struct page {
    struct mapping now; // legal for all; a page that is new here is absent, which is zero
};

// The page that has a frame, or the first one that had it.
struct owner {
    uint64_t page;
    bool known, aliased; // aliased: other pages have or had the frame
};

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

void memcheck_pages_forget_old(struct memcheck *w)
{
    for (uint32_t n = 0; n < w->pages.count; n++) {
        struct page *p = table_at(&w->pages, n);
        free_list(p->now.older);
        p->now.older = NULL;
    }
    w->taken_empty = w->taken;
}

void memcheck_pages_init(struct memcheck *w)
{
    table_init(&w->pages, sizeof(struct page));
    table_init(&w->frames, sizeof(struct owner));
    w->page_bits = bits_of(0);
}

void memcheck_pages_free(struct memcheck *w)
{
    memcheck_pages_forget_old(w);
    table_free(&w->pages);
    table_free(&w->frames);
}

void memcheck_pages_renew(struct memcheck *w, unsigned page)
{
    memcheck_pages_forget_old(w);
    table_clear(&w->pages);
    table_clear(&w->frames);
    w->page_bits = bits_of(page);
}

// Whether a lane of a cached access has an address in the page.
static bool has_lane_in(const struct memcheck *w, const struct checked_instr *i, uint64_t page)
{
    bool found = false;
    for_each_bit (lane, i->mask) {
        uint64_t at[TEXEL_SLOTS] = { i->addr[lane] };
        const unsigned slots = i->texture ? texels_slots(&i->texels) : 1;
        if (i->texture)
            texels_addresses(&i->texels, i->u[lane], i->v[lane], w->shape.virtual_bits, at);
        for (unsigned k = 0; k < slots; k++)
            found |= at[k] >> w->page_bits == page;
    }
    return found;
}

// Whether a cached access in flight has a lane in the page.
static bool wanted(const struct memcheck *w, uint64_t page)
{
    bool found = false;
    for (unsigned e = 0; e < w->shape.entries; e++)
        found |= w->entry[e].flying && w->entry[e].cached && has_lane_in(w, &w->entry[e], page);
    return found;
}

// Frees the mappings that are legal for no access, in flight or later.
static void prune(const struct memcheck *w, struct page *p)
{
    const uint64_t oldest = memcheck_oldest_access(w);
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

// The previous mapping stays legal until the page is invalidated.
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

// The page gets a frame. If another page has or had the frame, several views see its contents.
static bool own_frame(struct memcheck *w, uint64_t page, uint64_t frame)
{
    struct owner *o = table_add(&w->frames, frame >> w->page_bits);
    if (!o)
        return false;
    if (!o->known)
        *o = (struct owner){ .page = page, .known = true };
    if (o->page == page || o->aliased)
        return true;
    o->aliased = true;
    for (unsigned n = 0; w->world && n < w->world->lives; n++) {
        struct line *l = w->world->live[n];
        l->shared |= !(l->key & PLACELESS) && l->key * LINE >> w->page_bits == frame >> w->page_bits;
    }
    return true;
}

bool memcheck_is_aliased(const struct memcheck *w, uint64_t pa)
{
    const struct owner *o = table_find(&w->frames, pa >> w->page_bits);
    return o && o->aliased;
}

// Objects to an address that is not the first of a page or frame.
static bool right_page(struct memcheck *w, uint64_t va, uint64_t frame)
{
    if (va >> w->shape.virtual_bits)
        return memcheck_object(w, NOWHERE, "expected a virtual address of %u bits, seen 0x%llx",
                               w->shape.virtual_bits, (unsigned long long)va);
    if (frame & ((UINT64_C(1) << w->page_bits) - 1) || frame >> w->shape.physical_bits)
        return memcheck_object(w, NOWHERE, "expected the address of a frame, seen 0x%llx",
                               (unsigned long long)frame);
    return true;
}

bool memcheck_pages_map(struct memcheck *w, uint64_t va, enum memcheck_walk state, uint64_t frame,
                        bool *changed)
{
    uint64_t number = va >> w->page_bits;
    *changed = false;
    if (!right_page(w, va, frame))
        return false;
    struct page *p = table_add(&w->pages, number);
    if (!p)
        return memcheck_object(w, NOWHERE, "no memory for the page");
    const struct mapping now = { .state = (uint8_t)state, .frame = frame };
    if (p->now.state == state && (!has_frame(&now) || p->now.frame == frame))
        return true;
    bool remembered = w->taken > w->taken_empty && (has_frame(&p->now) || wanted(w, number));
    if ((has_frame(&now) && !own_frame(w, number, frame)) || (remembered && !keep_old(p)))
        return memcheck_object(w, NOWHERE, "no memory for the page");
    prune(w, p);
    p->now.state = now.state;
    p->now.frame = now.frame;
    *changed = true;
    return true;
}

void memcheck_pages_invalidate(struct memcheck *w, uint64_t va)
{
    struct page *p = table_find(&w->pages, va >> w->page_bits);
    for (struct mapping *m = p ? p->now.older : NULL; m; m = m->older)
        m->ends = true;
}

void memcheck_pages_invalidated(struct memcheck *w, uint64_t va)
{
    struct page *p = table_find(&w->pages, va >> w->page_bits);
    if (!p)
        return;
    for (struct mapping *m = p->now.older; m; m = m->older)
        if (m->ends && m->until == FOREVER)
            m->until = w->taken;
    prune(w, p);
}

// ---- Mappings that are legal for an access ----

static const struct mapping never_there = { .state = MEMCHECK_ABSENT };

const struct mapping *memcheck_mapping(const struct memcheck *w, uint64_t addr)
{
    const struct page *p = table_find(&w->pages, addr >> w->page_bits);
    return p ? &p->now : &never_there;
}

const struct mapping *memcheck_older_mapping(const struct mapping *m, uint64_t taken)
{
    do
        m = m->older;
    while (m && m->until < taken);
    return m;
}
