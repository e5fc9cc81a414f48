// Rows and banks of the array, and the words of a line in them. Banks of 64 bits are two each, and
// several lines may lie side by side in the banks (ABREAST).
#ifndef BANKS_H
#define BANKS_H

#include "common/sizes.h"

// A row of the array, and a set of banks: banks of 64 bits are two each.
typedef __typeof__(((struct ul1_axbar_out *)0)->bank_row[0]) array_row;
typedef __typeof__(((struct ul1_axbar_out *)0)->bank_en) bank_set;

// The bank of a word of the line in this row, and the word that a bank has of a line.
static inline unsigned row_bank(unsigned row, unsigned word)
{
    return row % UL1_ABREAST * UL1_LINE_WORDS + word;
}

static inline unsigned bank_word(unsigned bank)
{
    return bank % UL1_LINE_WORDS;
}

// A row of this bank: the same one, or that of a line beside it.
static inline unsigned bank_row(unsigned row, unsigned bank)
{
    return row / UL1_ABREAST * UL1_ABREAST + bank / UL1_LINE_WORDS;
}

// The bank that two halves of a bank of 64 bits are.
static inline unsigned whole_bank(unsigned bank)
{
    return bank % LANES;
}

// The banks that have these sectors of the line in this row.
static inline bank_set row_banks(unsigned sectors, unsigned row)
{
    return (bank_set)((bank_set)words_of(sectors) << row_bank(row, 0));
}

// The sectors with any word of these banks.
static inline unsigned sectors_in(bank_set banks)
{
    uint64_t words = banks;
    for (unsigned k = 1; k < UL1_ABREAST; k++)
        words |= (uint64_t)banks >> k * UL1_LINE_WORDS;
    return sectors_of((uint32_t)(words & ALL_WORDS));
}

#endif
