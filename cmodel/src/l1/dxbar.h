// Data crossbar: moves words between slots and banks in stage 2, both ways. It shifts stored words to their
// bytes, aligns and extends loaded words, and keeps these until they are due at the register file.
#ifndef UL1_DXBAR_H
#define UL1_DXBAR_H

#include "common/operations.h"
#include "common/slots.h"

// A load of stage 2 reaches the register file in stage 3 at the earliest, which is a wait of 0 cycles.
enum { DXBAR_FIRST = 3, DXBAR_WAITS = UL1_HLAT - DXBAR_FIRST + 1 };

_Static_assert(UL1_LAT >= DXBAR_FIRST && UL1_HLAT > UL1_LAT, "words cannot come earlier, and hits come last");

struct dxbar_state {
    // The pass in stage 2; without a load or a store the other fields are undefined.
    uint8_t load, store, width, sign;
    uint8_t cas; // the store is an atomic with two operands
    uint8_t due; // the stage in which a load's words reach the register file
    lane_set mask;
    lane_set pred, stores;            // slots with a true predicate; slots of a store that write
    uint8_t bank[LANES], byte[LANES]; // bank of each slot, and its first byte in the word

    // Loaded words that wait: those at `now` are at the register file, those behind come in the next cycles,
    // as a ring.
    uint8_t now;
    struct dxbar_words {
        lane_set mask; // slots that are written; zero if there are none
        lane_set pred; // those among them with a true predicate
        uint32_t data[LANES];
    } words[DXBAR_WAITS];
};

#endif
