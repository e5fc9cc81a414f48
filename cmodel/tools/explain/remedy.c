#include "explain/remedy.h"

#include "ul1_sizes.h"

enum { SHIFTS = 10 };

unsigned remedy_parts(const struct pattern *p, const struct turn *t)
{
    const unsigned parts = p->words * (cells_cached(t) ? UL1_LANE_GROUPS : p->lanes / p->banks);
    return parts < p->lanes ? parts : p->lanes;
}

unsigned remedy_fewest(const struct pattern *p, const struct turn *t)
{
    const unsigned parts = remedy_parts(p, t), lanes = p->lanes / parts;
    unsigned fewest = 0;
    for (unsigned sub = 0; sub < parts; sub++) {
        bool any = false;
        for (unsigned n = sub * lanes; n < (sub + 1) * lanes; n++)
            any |= (t->access.mask & pattern_lanes(p, t, n)) != 0;
        fewest += any;
    }
    return fewest;
}

uint64_t remedy_address(const struct remedy *r, unsigned banks, unsigned words, uint64_t addr)
{
    const uint64_t word = addr / UL1_WORD_BYTES, row = word / r->row, within = word % r->row;
    const uint64_t moved = r->kind == REMEDY_PAD
        ? row * (r->row + r->words) + within
        : row * r->row + (within ^ ((row >> r->shift) * words & (banks - 1)));
    return UL1_WORD_BYTES * moved + addr % UL1_WORD_BYTES;
}

// Whether every iteration has its minimum number of passes with this remedy.
static bool removes(const struct pattern *p, struct measure_machine *x, const struct remedy *r)
{
    struct measured m;
    for (unsigned i = 0; i < p->turns; i++) {
        struct machine_access a = p->turn[i].access;
        for (unsigned lane = 0; lane < p->lanes; lane++)
            a.addr[lane] = remedy_address(r, p->banks, p->words, a.addr[lane]);
        if (!measure(x, &a, &m) || m.error || m.passes != remedy_fewest(p, &p->turn[i]))
            return false;
    }
    return true;
}

// The distance in words from lane 0 to lane 1, if it may be the length of a row.
static unsigned pitch(const struct pattern *p)
{
    const struct machine_access *a = &p->turn[0].access;
    const uint64_t words = a->addr[1] > a->addr[0] ? (a->addr[1] - a->addr[0]) / UL1_WORD_BYTES : 0;
    return words > p->words && words != p->banks && words < 1u << 16 && words % p->words == 0
        ? (unsigned)words
        : 0;
}

bool remedy_find(const struct pattern *p, struct measure_machine *x, enum remedy_kind kind, struct remedy *r)
{
    const unsigned rows[] = { p->banks, pitch(p) };
    if (kind == REMEDY_XOR) {
        for (unsigned shift = 0; shift < SHIFTS; shift++) {
            *r = (struct remedy){ .kind = REMEDY_XOR, .row = p->banks, .shift = shift };
            if (removes(p, x, r))
                return true;
        }
        return false;
    }
    for (unsigned words = p->words; words <= p->banks; words += p->words) // accesses stay aligned
        for (unsigned i = 0; i < 2; i++) {
            *r = (struct remedy){ .kind = REMEDY_PAD, .row = rows[i], .words = words };
            if (rows[i] && removes(p, x, r))
                return true;
        }
    return false;
}
