// Measures stays in the rows of the wait table (wait_rows.h): which holder is in which row, and for how long
// since its last step. A holder is an instruction or anything else that waits. Holders are bits of a mask, so
// a cycle without changes costs almost nothing.
#ifndef SM_LEDGER_H
#define SM_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "environment/sm/wait_rows.h"

enum { HOLDERS = 64 };

struct stay {
    enum wait_row row;
    unsigned holder, ahead;
    uint64_t cycles;
};

// The holders in each row, in one cycle.
struct rows {
    uint64_t some; // rows with a holder; no others are examined
    uint64_t in[WAIT_KINDS];
};

// Adds these holders to the row.
static inline void wait_in(struct rows *now, enum wait_row row, uint64_t these)
{
    if (!these)
        return;
    now->some |= UINT64_C(1) << row;
    now->in[row] |= these;
}

struct ledger {
    uint64_t some, in[WAIT_KINDS];        // the previous cycle's rows
    uint64_t rows[HOLDERS];               // rows in which the holder has been since its last step
    uint64_t since[HOLDERS][WAIT_KINDS];  // when the holder entered the row last
    uint32_t before[HOLDERS][WAIT_KINDS]; // cycles in the row before that
    uint8_t ahead[HOLDERS][WAIT_KINDS];   // waits ahead of the holder when the stay began
    uint64_t sim_gate[WAIT_KINDS];        // simulation gate: shorter stays are not examined
};

// Records the row's holders in this cycle. Returns those that begin a stay; the caller must set their
// `ahead`.
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

static inline struct stay ledger_stay(const struct ledger *l, unsigned holder, enum wait_row row,
                                      uint64_t cycle)
{
    const uint64_t now = l->in[row] >> holder & 1 ? cycle - l->since[holder][row] : 0;
    return (struct stay){ row, holder, l->ahead[holder][row], l->before[holder][row] + now };
}

// Takes one of the holder's stays that is long enough to examine, and forgets the row. Returns false, and has
// forgotten all rows, if none is left.
static inline bool ledger_take(struct ledger *l, unsigned holder, uint64_t cycle, struct stay *stay)
{
    while (l->rows[holder]) {
        const enum wait_row row = (enum wait_row)__builtin_ctzll(l->rows[holder]);
        l->rows[holder] &= l->rows[holder] - 1;
        *stay = ledger_stay(l, holder, row, cycle);
        if (stay->cycles >= l->sim_gate[row])
            return true;
    }
    return false;
}

#endif
