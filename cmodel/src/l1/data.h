// Data array: LANES banks of UL1_ARRAY_ROWS words, each with a decoder, a read port and a write port of its
// own.
#ifndef UL1_DATA_H
#define UL1_DATA_H

#include "common/address.h"

struct data_state {
    uint32_t read_valid;                  // banks that were read in the previous cycle
    uint32_t read_data[LANES];            // their words; undefined in other banks
    uint32_t word[UL1_ARRAY_ROWS][LANES]; // the array, which reset does not change
};

#endif
