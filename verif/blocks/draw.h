// The random draws of the block drives, weighted so that corner cases are likely: rates, lanes, banks, rows,
// and so on.
#ifndef DRAW_H
#define DRAW_H

#include "blocks/drive.h"
#include "common/banks.h"

// A rate for a phase, in percent; never and always are frequent.
unsigned draw_constraint(struct drive *);

// Sectors of a line, at least one: one, all but one, random, all.
unsigned draw_sectors(struct drive *);

// Lanes, at least one: all, one, few, many, half of them.
uint32_t draw_mask(struct drive *);

// Banks: such a mask, or one for each half of banks of 64 bits.
uint64_t draw_some_banks(struct drive *);

// One bit of a mask that is not zero: the lowest at or above a random position below `places`.
unsigned draw_bit(struct drive *, uint64_t mask, unsigned places);

// A bank for each slot, with all kinds of conflicts: none, all in one bank, groups.
void draw_banks(struct drive *, uint8_t bank[LANES]);

// Bytes of a word, often all.
unsigned draw_bytes(struct drive *);

// A few rows, so that accesses meet; the first and the last row are often among them.
struct rows {
    unsigned count;
    uint16_t row[6];
};

void draw_rows(struct drive *, struct rows *);

static inline uint16_t pick_row(struct drive *drive, const struct rows *rows)
{
    return rows->row[rng_below(&drive->rng, rows->count)];
}

// A row of a bank. The halves of a bank of 64 bits, if both are in the mask, have neighbouring rows.
array_row draw_bank_row(struct drive *, const struct rows *, const array_row *others, uint64_t mask,
                        unsigned bank);

// A width code; now and then a reserved one, which must act as 128 bits.
unsigned draw_width(struct drive *);

// The operation of an atomic that the machine has, or of an unlock, often none; that of a load; and a width
// for the slots of an atomic.
unsigned draw_atom(struct drive *);
unsigned draw_load_atom(struct drive *);
unsigned draw_atom_width(struct drive *, unsigned atom);

// The operation of a reduction that the machine has, often none; and a width for it.
unsigned draw_red(struct drive *);
unsigned draw_red_width(struct drive *, unsigned red);

// The operation of a reduction or atomic on global memory that the machine has, often none; the width of its
// slots.
unsigned draw_answered(struct drive *);
unsigned draw_red_slot_width(struct drive *, unsigned red);

// The bytes of such an operation on a line: whole numbers, of a `cas` only one of two.
void draw_numbers(struct drive *, unsigned red, bool wide, uint8_t be[UL1_LINE_WORDS]);

// These banks; for an atomic of 64 bits in pairs, at least one.
uint64_t draw_atom_banks(uint64_t banks, unsigned atom, unsigned slot_width);

#endif
