// Data array: a word of a line lies in the bank of its number. With banks of 64 bits, banks b and b+LANES are
// the halves of one: the former has the words of even rows, the latter those of odd rows.
#ifndef UL1_DATA_H
#define UL1_DATA_H

#include "common/address.h"
#include "common/operations.h"

struct data_state {
    bank_set read_valid;                  // banks that were read in the previous cycle
    uint32_t read_data[UL1_BANKS];        // their words; undefined in other banks
    uint32_t word[UL1_ARRAY_ROWS][LANES]; // the array, which reset does not change
};

#endif
