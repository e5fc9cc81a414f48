// Data array: what its drive and its events go by.
#ifndef DATA_TRACK_H
#define DATA_TRACK_H

#include <stdbool.h>

#include "kit/lane_diff.h"
#include "shape/sizes.h"

#define DATA_WHOLE_WORD ((uint8_t)all_of(UL1_WORD_BYTES))
#define DATA_WHOLE_LINE ((uint8_t)all_of(UL1_SECTORS))

struct data_track {
    uint8_t defined[UL1_ARRAY_ROWS][LANES];   // bytes that have been written; no others are read
    uint8_t cycle[UL1_ARRAY_ROWS][LANES];     // in which a word was last written (low bits)
};

// A fill that brings its words changes this bank.
static inline bool data_fills(const struct ul1_data_in *in, unsigned bank)
{
    return in->fill_valid && !in->fill_err && in->fill_sect >> bank / UL1_SECTOR_BANKS & 1;
}

// With or without reset, which does not hold up a write.
void data_track_advance(struct data_track *, const struct ul1_data_in *, uint64_t cycle);

#endif
