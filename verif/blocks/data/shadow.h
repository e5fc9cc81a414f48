// Data array: the state of its contract. All zero is the state after reset.
#ifndef DATA_SHADOW_H
#define DATA_SHADOW_H

#include <stdbool.h>

#include "kit/mask.h"
#include "common/banks.h"

// Whether a fill that brings words writes this bank.
static inline bool data_fills(const struct ul1_data_in *in, unsigned bank)
{
    return in->fill_valid && !in->fill_err && in->fill_sect >> bank_word(bank) / UL1_SECTOR_WORDS & 1
        && bank_row(in->done_fill_row, bank) == in->done_fill_row;
}

struct data_shadow {
    bank_set read;                             // banks read in the previous cycle
    bool filled;                               // a word of these was filled in that cycle
    uint32_t word[UL1_BANKS], sure[UL1_BANKS]; // the words read, and which of their bits are known
    uint32_t array[1 << UL1_ROW_W][UL1_LINE_WORDS],
        known[1 << UL1_ROW_W][UL1_LINE_WORDS]; // the same for the array
};

void data_shadow_advance(struct data_shadow *, const struct ul1_data_in *);

#endif
