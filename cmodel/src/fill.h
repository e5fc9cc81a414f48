// Fill unit: takes what the memory sends, has it written in the next cycle, and hands out the replays of those who waited
// for lines that are complete, one behind the other.
#ifndef UL1_FILL_H
#define UL1_FILL_H

#include "machine.h"

struct fill_state {
    // The response of the cycle before; without one (not here) the rest is left over from an earlier one.
    uint8_t here, sub, sect, err;
    uint32_t data[LANES];

    // Entries of the pending request table that are filled, in order. An entry is there once at most, so all fit.
    uint8_t head, count;                    // place of the oldest, and how many
    uint8_t pos;                            // accesses of the oldest that have been handed out
    uint8_t queue[UL1_PRT];
};

#endif
