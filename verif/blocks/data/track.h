// Data array: the state that its drive and its cover points use.
#ifndef DATA_TRACK_H
#define DATA_TRACK_H

#include "blocks/data/shadow.h"
#include "kit/lane_diff.h"

#define DATA_WHOLE_WORD ((uint8_t)all_of(UL1_WORD_BYTES))
#define DATA_WHOLE_LINE ((uint8_t)all_of(UL1_SECTORS))

struct data_track {
    uint8_t defined[UL1_ARRAY_ROWS][UL1_LINE_WORDS]; // bytes that were written; no others are read
    uint8_t cycle[UL1_ARRAY_ROWS][UL1_LINE_WORDS];   // the cycle of a word's last write (low bits)
};

// With or without reset, which does not stop a write.
void data_track_advance(struct data_track *, const struct ul1_data_in *, uint64_t cycle);

#endif
