// Addresses: the fields of an array address, and the line and page of a virtual address.
#ifndef UL1_ADDRESS_H
#define UL1_ADDRESS_H

#include "common/bits.h"

// The types have the width of the ports, so that arrays of them can be copied.
typedef __typeof__(((struct ul1_arb_out *)0)->pass_addr[0]) array_addr;
typedef __typeof__(((struct ul1_axbar_out *)0)->bank_row[0]) array_row;
typedef __typeof__(((struct ul1_axbar_out *)0)->bank_en) bank_set;
typedef __typeof__(((struct ul1_prt_out *)0)->prt_line[0]) line_number;

// An array address has the byte, the word within its line, and the row, from the bottom. A row is
// that of a line: if several lie side by side, the lowest bits of a row belong to its banks' numbers.
#define ADDR_MASK ((1u << UL1_ADDR_W) - 1)
#define ROW_MASK  ((1u << UL1_ROW_W) - 1)

static inline unsigned addr_byte(unsigned addr)
{
    return addr & (UL1_WORD_BYTES - 1);
}

static inline unsigned addr_word(unsigned addr)
{
    return addr >> UL1_BYTE_W & (UL1_LINE_WORDS - 1);
}

static inline unsigned addr_bank(unsigned addr)
{
    return addr >> UL1_BYTE_W & (UL1_BANKS - 1);
}

static inline unsigned addr_row(unsigned addr)
{
    return addr >> (UL1_BYTE_W + UL1_COLUMN_W) & ROW_MASK;
}

// With banks of 64 bits, two neighbouring words may be in one bank: the lowest bit of a word's number becomes
// the one that selects a half of a bank.
static inline unsigned addr_in_pairs(unsigned addr)
{
    unsigned word = addr >> UL1_BYTE_W & (2 * UL1_ROW_WORDS - 1);
    word ^= (word >> 1) | (word & 1) << (UL1_BANK_W - UL1_DEEP_W);
    return addr ^ word << UL1_BYTE_W;
}

// Tells whether all banks, or slots, have the same row, as they often do. Compilers vectorize this case.
static inline unsigned one_row(const array_row *row, unsigned count)
{
    unsigned others = 0;
    for (unsigned i = 1; i < count; i++)
        others |= row[i] ^ row[0];
    return others == 0;
}

// The bank of a word of the line in this row, and the word that a bank has of a line.
static inline unsigned row_bank(unsigned row, unsigned word)
{
    return (row & (UL1_ABREAST - 1)) * UL1_LINE_WORDS + word;
}

static inline unsigned bank_word(unsigned bank)
{
    return bank & (UL1_LINE_WORDS - 1);
}

// A line's number is its address without these low bits.
#define IN_LINE_W (UL1_COLUMN_W + UL1_BYTE_W)

static inline uint64_t line_addr(uint64_t line)
{
    return line << IN_LINE_W;
}

static inline uint64_t addr_line(uint64_t addr)
{
    return addr >> IN_LINE_W;
}

// Sectors of a line: each has UL1_SECTOR_WORDS adjacent words.
static inline unsigned word_sector(unsigned word)
{
    return word >> (UL1_COLUMN_W - UL1_SECTOR_W);
}

static inline uint32_t sector_words(unsigned sector)
{
    return (uint32_t)(((UINT64_C(1) << UL1_SECTOR_WORDS) - 1) << sector * UL1_SECTOR_WORDS);
}

// Number of low address bits within a page; the reserved code is like p2m.
enum { IN_PAGE_P64K_W = 16, IN_PAGE_P2M_W = 21 };

static inline unsigned in_page_w(unsigned page)
{
    return page == UL1_PAGE_P4K ? UL1_PAGE_MIN_W : page == UL1_PAGE_P64K ? IN_PAGE_P64K_W : IN_PAGE_P2M_W;
}

// Tells whether two lines lie in one page.
static inline unsigned same_page(uint64_t line, uint64_t other, unsigned page)
{
    return (line ^ other) >> (in_page_w(page) - IN_LINE_W) == 0;
}

#endif
