#include "invalidations.h"

#define OF_PAGE (UINT64_C(1) << 62) // keys of witness.invalid; others are numbers of lines

void witness_invalidations_init(struct witness *w)
{
    table_init(&w->invalid, sizeof(uint64_t));
}

void witness_invalidations_free(struct witness *w)
{
    table_free(&w->invalid);
}

static uint64_t line_key(uint64_t addr)
{
    return addr / LINE;
}

static uint64_t page_key(const struct witness *w, uint64_t addr)
{
    return OF_PAGE | addr >> w->page_bits;
}

static bool note(struct witness *w, uint64_t key, uint64_t begun)
{
    uint64_t *at = table_add(&w->invalid, key);
    if (at)
        *at = begun;
    return at;
}

bool witness_invalidated_line(struct witness *w, uint64_t addr, uint64_t begun)
{
    return note(w, line_key(addr), begun);
}

bool witness_invalidated_page(struct witness *w, uint64_t addr, uint64_t begun)
{
    return note(w, page_key(w, addr), begun);
}

void witness_invalidated_all(struct witness *w, uint64_t begun)
{
    w->invalid_all = begun;
    table_clear(&w->invalid);
}

static uint64_t later(uint64_t a, const uint64_t *b)
{
    return b && *b > a ? *b : a;
}

uint64_t witness_invalid(const struct witness *w, uint64_t addr)
{
    uint64_t at = later(w->invalid_all, table_find(&w->invalid, line_key(addr)));
    return later(at, table_find(&w->invalid, page_key(w, addr)));
}
