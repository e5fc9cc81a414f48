// Data crossbar: takes words between slots and banks in stage 2 of a pass, both ways; puts stored bytes in their place, and
// aligns and extends what is loaded.
#ifndef UL1_DXBAR_H
#define UL1_DXBAR_H

#include "machine.h"

struct dxbar_state {
    // The pass in stage 2; without one (neither load nor store) the rest is left over from an earlier pass.
    uint8_t load, store, width, sign;
    uint32_t mask;
    uint8_t bank[LANES], byte[LANES];       // where each slot's bytes begin

    // The load in stage 3: the slots written back (zero without one) and their words.
    uint32_t wb_mask;
    uint32_t wb_data[LANES];
};

#endif
