// Fill unit: takes what the memory sends, has what was read written in the next cycle, tells of fences and failed writes,
// and hands out the replays of those who waited for lines that are complete, one behind the other.
#ifndef UL1_FILL_H
#define UL1_FILL_H

#include "common/address.h"
#include "common/ring.h"

struct fill_state {
    // The response of the cycle before; without one (not here) the rest is left over from an earlier one.
    uint8_t here, op, number, sect, err;
    line_number vline;
    uint32_t data[LANES];                   // of the last that was a read's

    // The filled queue: entries of the pending request table that are filled. An entry is there once at most, so all fit.
    struct ring filled;
    uint8_t queue[UL1_PRT];
    uint8_t pos;                            // accesses of the first that have been handed out
};

#endif
