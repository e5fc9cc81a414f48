// Data crossbar: takes words between slots and banks in stage 2 of a pass, both ways; puts stored bytes in their place, and
// aligns and extends what is loaded, which then waits until it is its turn at the register file.
#ifndef UL1_DXBAR_H
#define UL1_DXBAR_H

#include "common/slots.h"

// What is loaded in stage 2 stands at the register file in stage 3 at the earliest: that is a wait of no cycle.
enum { DXBAR_FIRST = 3, DXBAR_WAITS = UL1_HLAT - DXBAR_FIRST + 1 };

_Static_assert(UL1_LAT >= DXBAR_FIRST && UL1_HLAT > UL1_LAT, "words cannot come earlier, and hits come last");

struct dxbar_state {
    // The pass in stage 2; without one (neither load nor store) the rest is left over from an earlier pass.
    uint8_t load, store, width, sign;
    uint8_t due;                            // of a load: the stage in which its words stand at the register file
    uint32_t mask;
    uint8_t bank[LANES], byte[LANES];       // where each slot's bytes begin

    // What is loaded: in place `now` what stands at the register file, in the place behind it what will in the next cycle,
    // and so on, round and round.
    uint8_t now;
    struct dxbar_words {
        uint32_t mask;                      // slots written back; zero if there are none
        uint32_t data[LANES];
    } words[DXBAR_WAITS];
};

#endif
