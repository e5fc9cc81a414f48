// Data array: a word of a line lies in the bank of its number. If several lines lie side by side, each of
// them has banks of its own, which the lowest bits of its row select.
#ifndef UL1_DATA_H
#define UL1_DATA_H

#include "common/address.h"
#include "common/operations.h"

struct data_state {
    bank_set read_valid;           // banks that were read in the previous cycle
    uint32_t read_data[UL1_BANKS]; // their words; undefined in other banks
    // The array, which reset does not change
    uint32_t word[UL1_ARRAY_ROWS][UL1_LINE_WORDS];
};

#endif
