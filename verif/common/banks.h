// Rows and banks of the array, and the words of a line in them. Banks of 64 bits are two each (BANK_WORDS).
#ifndef BANKS_H
#define BANKS_H

#include "common/sizes.h"

// A row of the array, and a set of banks: banks of 64 bits are two each.
typedef __typeof__(((struct ul1_axbar_out *)0)->bank_row[0]) array_row;
typedef __typeof__(((struct ul1_axbar_out *)0)->bank_en) bank_set;

// The bank of a word of the line in this row, and the word that a bank has of a line.
static inline unsigned row_bank(unsigned row, unsigned word)
{
    return row % UL1_BANK_WORDS * UL1_LINE_WORDS + word;
}

static inline unsigned bank_word(unsigned bank)
{
    return bank % UL1_LINE_WORDS;
}

// A row of this bank: the same one, or its neighbour in a bank of 64 bits.
static inline unsigned bank_row(unsigned row, unsigned bank)
{
    return row / UL1_BANK_WORDS * UL1_BANK_WORDS + bank / UL1_LINE_WORDS;
}

// The banks that have these sectors of the line in this row.
static inline bank_set row_banks(unsigned sectors, unsigned row)
{
    return (bank_set)((bank_set)words_of(sectors) << row_bank(row, 0));
}

// The sectors with any word of these banks.
static inline unsigned sectors_in(bank_set banks)
{
    return sectors_of((uint32_t)((banks | (uint64_t)banks >> (UL1_BANKS - UL1_LINE_WORDS)) & ALL_LANES));
}

#endif
