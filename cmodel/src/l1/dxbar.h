// Data crossbar: takes words between slots and banks in stage 2 of a pass, both ways; puts stored bytes in their place, and
// aligns and extends what is loaded.
#ifndef UL1_DXBAR_H
#define UL1_DXBAR_H

#include "common/machine.h"

// Slots written back (zero without a load) and their words.
struct dxbar_beat {
    uint32_t mask;
    uint32_t data[LANES];
};

struct dxbar_state {
    // The pass in stage 2; without one (neither load nor store) the rest is left over from an earlier pass.
    uint8_t load, store, width, sign;
    uint8_t cached;                         // of a load: it is a cached one
    uint32_t mask;
    uint8_t bank[LANES], byte[LANES];       // where each slot's bytes begin

    struct dxbar_beat wb;                   // what stands at the register file
    struct dxbar_beat held[UL1_HLAT - UL1_LAT]; // what hits have read and what is to stand there later, the latest first
};

#endif
