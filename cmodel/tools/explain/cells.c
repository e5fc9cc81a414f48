#include "explain/cells.h"

#include <stdio.h>

#include "program/names.h"
#include "ul1_sizes.h"

bool cells_cached(const struct turn *t)
{
    return t->access.space != UL1_SPACE_SHARED;
}

unsigned cells_columns(const struct pattern *p, bool cached)
{
    return cached ? p->line_words : p->banks;
}

unsigned cells_passes(const struct turn *t, const struct measured *m)
{
    return cells_cached(t) ? m->lines : m->passes;
}

static unsigned add(struct cell *cell, unsigned cells, const struct cell *new)
{
    for (unsigned i = 0; i < cells; i++)
        if (cell[i].pass == new->pass && cell[i].column == new->column &&cell[i].row == new->row) {
            cell[i].lanes |= new->lanes;
            return cells;
        }
    cell[cells] = *new;
    return cells + 1;
}

// The number of a word of shared memory, or of its pair: neighbours, or words that lie `banks` words apart.
static uint64_t number_in_banks(const struct pattern *p, uint64_t word)
{
    if (p->bank_words == 1)
        return word;
    return names_value("SET_BANKWIDTH", p->lanes) ? word / 2
                                                  : word / (2 * p->banks) * p->banks + word % p->banks;
}

unsigned cells_of(const struct pattern *p, const struct turn *t, const struct measured *m,
                  struct cell cell[MEASURE_MOST])
{
    unsigned cells = 0;
    for (unsigned pass = 0; pass < cells_passes(t, m); pass++) {
        const unsigned sub = cells_cached(t) ? m->line[pass].sub : m->pass[pass].sub;
        for (uint64_t left = cells_cached(t) ? m->line[pass].slots : m->pass[pass].slots; left;
             left &= left - 1) {
            const unsigned word = sub * p->lanes + (unsigned)__builtin_ctzll(left);
            const uint64_t lanes = pattern_lanes(p, t, word / p->words);
            const unsigned lane = (unsigned)__builtin_ctzll(lanes);
            const uint64_t at = machine_at(&t->access, lane, p->lanes) / UL1_WORD_BYTES + word % p->words;
            const uint64_t number = cells_cached(t) ? at : number_in_banks(p, at);
            cells = add(cell, cells,
                        &(struct cell){ .pass = pass,
                                        .column = (unsigned)(number % cells_columns(p, cells_cached(t))),
                                        .row = number / cells_columns(p, cells_cached(t)),
                                        .lanes = lanes });
        }
    }
    return cells;
}

void cells_lanes(uint64_t lanes, char *text, size_t size)
{
    size_t n = 0;
    *text = 0;
    for (unsigned lane = 0; lane < PROGRAM_LANES && n < size; lane++) {
        unsigned last = lane;
        if (!(lanes >> lane & 1))
            continue;
        while (last < PROGRAM_LANES - 1 && lanes >> (last + 1) & 1)
            last++;
        n += (size_t)snprintf(text + n, size - n, last > lane ? "%s%u to %u" : "%s%u", n ? ", " : "", lane,
                              last);
        lane = last;
    }
}
