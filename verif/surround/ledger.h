// Stays in the rows of the table of waits (wait_rows.h): who is in which, for how long since his last step. A holder is an
// instruction, or whatever else waits; it is a bit of a mask, so that a cycle in which nobody comes or goes costs next to
// nothing.
#ifndef SURROUND_LEDGER_H
#define SURROUND_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "surround/wait_rows.h"

enum { HOLDERS = 64 };

struct stay {
    enum wait_row row;
    unsigned holder, ahead;
    uint64_t cycles;
};

// Who is in which row in a cycle.
struct rows {
    uint64_t some;                          // in which there is anybody; no others are looked at
    uint64_t in[WAIT_KINDS];
};

// These wait there.
static inline void wait_in(struct rows *now, enum wait_row row, uint64_t these)
{
    if (!these)
        return;
    now->some |= UINT64_C(1) << row;
    now->in[row] |= these;
}

struct ledger {
    uint64_t some, in[WAIT_KINDS];          // likewise
    uint64_t rows[HOLDERS];                 // in which he has been since his last step: of those,
    uint64_t since[HOLDERS][WAIT_KINDS];    // when he came into it last,
    uint32_t before[HOLDERS][WAIT_KINDS];   // his cycles in it before that,
    uint8_t ahead[HOLDERS][WAIT_KINDS];     // and how many were ahead of him when the stay began
    uint64_t worth[WAIT_KINDS];             // a stay that is shorter is not looked at
};

// These are in the row in this cycle. Returns who begins a stay in it, whose `ahead` is to be set.
static inline uint64_t ledger_put(struct ledger *l, enum wait_row row, uint64_t in, uint64_t cycle)
{
    uint64_t begin = 0;
    for (uint64_t left = l->in[row] & ~in; left; left &= left - 1) {
        const unsigned h = (unsigned)__builtin_ctzll(left);
        l->before[h][row] += (uint32_t)(cycle - l->since[h][row]);
    }
    for (uint64_t left = in & ~l->in[row]; left; left &= left - 1) {
        const unsigned h = (unsigned)__builtin_ctzll(left);
        l->since[h][row] = cycle;
        if (l->rows[h] >> row & 1)
            continue;
        l->rows[h] |= UINT64_C(1) << row;
        l->before[h][row] = 0;
        begin |= UINT64_C(1) << h;
    }
    l->in[row] = in;
    l->some = in ? l->some | UINT64_C(1) << row : l->some & ~(UINT64_C(1) << row);
    return begin;
}

static inline struct stay ledger_stay(const struct ledger *l, unsigned holder, enum wait_row row, uint64_t cycle)
{
    const uint64_t now = l->in[row] >> holder & 1 ? cycle - l->since[holder][row] : 0;
    return (struct stay){ row, holder, l->ahead[holder][row], l->before[holder][row] + now };
}

// One of his stays that is worth a look; he has no other rows than these left. False: none.
static inline bool ledger_take(struct ledger *l, unsigned holder, uint64_t cycle, struct stay *stay)
{
    while (l->rows[holder]) {
        const enum wait_row row = (enum wait_row)__builtin_ctzll(l->rows[holder]);
        l->rows[holder] &= l->rows[holder] - 1;
        *stay = ledger_stay(l, holder, row, cycle);
        if (stay->cycles >= l->worth[row])
            return true;
    }
    return false;
}

#endif
