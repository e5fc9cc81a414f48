// What the random drives draw, such that the corners are likely: how often something happens, lanes, banks, rows, and so on.
#ifndef DRAW_H
#define DRAW_H

#include "blocks/drive.h"

// How often something happens in a phase, in percent; never and always are frequent.
unsigned draw_knob(struct drive *);

// Some sectors of a line, at least one: one, all but one, any, all.
unsigned draw_sectors(struct drive *);

// Some lanes, at least one: all, one, few, many, half of them.
uint32_t draw_mask(struct drive *);

// One of those in a mask, of which there is one at least: the lowest from a random place on, which is one of so many.
unsigned draw_bit(struct drive *, uint64_t mask, unsigned places);

// A bank for each slot, such that there are all kinds of meetings: none, everyone in one bank, every few.
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

// A code for the width; now and then a reserved one, which is to act as 128 bits.
unsigned draw_width(struct drive *);

#endif
