#include "invalidations.h"

// remembered for each line; of loads taken before them all it is unknown what they must see
enum { PAST = 4 };

struct invalidation {
    uint64_t begun, complete;
    uint8_t warp;
};

struct invalid {
    struct invalidation last[PAST];
    unsigned next;
};

#define OF_PAGE (UINT64_C(1) << 62) // keys of memcheck.invalid; others are line numbers

void memcheck_invalidations_init(struct memcheck *w)
{
    table_init(&w->invalid, sizeof(struct invalid));
}

void memcheck_invalidations_free(struct memcheck *w)
{
    table_free(&w->invalid);
}

static uint64_t line_key(uint64_t addr)
{
    return addr / LINE;
}

static uint64_t page_key(const struct memcheck *w, uint64_t addr)
{
    return OF_PAGE | addr >> w->page_bits;
}

static bool note(struct memcheck *w, uint64_t key, struct invalidation last)
{
    struct invalid *at = table_add(&w->invalid, key);
    if (at)
        at->last[at->next++ % PAST] = last;
    return at;
}

bool memcheck_invalidated_line(struct memcheck *w, uint64_t addr, uint64_t begun, uint64_t complete)
{
    return note(w, line_key(addr), (struct invalidation){ begun, complete, NOBODY });
}

bool memcheck_invalidates_line(struct memcheck *w, uint64_t addr, uint64_t begun, uint8_t warp)
{
    const struct invalid *at = table_find(&w->invalid, line_key(addr));
    if (at && at->last[(at->next - 1) % PAST].begun == begun)
        return true; // by another lane
    return note(w, line_key(addr), (struct invalidation){ begun, FOREVER, warp });
}

void memcheck_invalidates_no_more(struct memcheck *w, uint64_t addr, uint64_t begun, uint64_t complete)
{
    struct invalid *at = table_find(&w->invalid, line_key(addr));
    for (unsigned k = 0; at && k < PAST; k++)
        if (at->last[k].begun == begun)
            at->last[k].complete = complete;
}

bool memcheck_invalidated_page(struct memcheck *w, uint64_t addr, uint64_t begun)
{
    return note(w, page_key(w, addr), (struct invalidation){ begun, begun, NOBODY });
}

void memcheck_invalidated_all(struct memcheck *w, uint64_t begun)
{
    w->invalid_all = begun;
    table_clear(&w->invalid);
}

void memcheck_invalidated_near(struct memcheck *w, uint64_t begun)
{
    w->invalid_near = begun;
}

// The latest of these invalidations that the load must respect, or `before`; of those by commands alone, if
// asked.
static uint64_t latest(uint64_t before, const struct invalid *at, uint8_t warp, uint64_t taken, bool commands)
{
    for (unsigned k = 0; at && k < PAST; k++) {
        const struct invalidation *i = &at->last[k];
        if (commands && i->warp != NOBODY)
            continue;
        if (i->begun > before && (i->complete < taken || (i->warp == warp && i->begun < taken)))
            before = i->begun;
    }
    return before;
}

static uint64_t invalid(const struct memcheck *w, uint64_t addr, uint8_t warp, uint64_t taken, bool commands)
{
    const uint64_t all = !commands && w->invalid_near > w->invalid_all ? w->invalid_near : w->invalid_all;
    const uint64_t at = latest(all, table_find(&w->invalid, line_key(addr)), warp, taken, commands);
    return latest(at, table_find(&w->invalid, page_key(w, addr)), warp, taken, commands);
}

uint64_t memcheck_invalid(const struct memcheck *w, uint64_t addr, uint8_t warp, uint64_t taken)
{
    return invalid(w, addr, warp, taken, false);
}

uint64_t memcheck_invalid_behind(const struct memcheck *w, uint64_t addr, uint8_t warp, uint64_t taken)
{
    return invalid(w, addr, warp, taken, w->shape.caches_behind);
}
