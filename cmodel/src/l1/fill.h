// Fill unit: takes responses of memory, passes read data to the array in the next cycle, reports completed
// fences and failed writes, and offers the replays of complete entries one by one.
#ifndef UL1_FILL_H
#define UL1_FILL_H

#include "common/address.h"
#include "common/ring.h"

struct fill_state {
    // The response of the previous cycle; without one (`here`) the other fields are undefined.
    uint8_t here, op, number, sect, err;
    line_number vline;
    uint32_t data[UL1_LINE_WORDS]; // data of the last read response

    // The filled queue: PRT entries that are complete. An entry is in it once at most, so all fit.
    struct ring filled;
    uint8_t queue[UL1_PRT];
    uint8_t pos; // accesses of the first entry that have been taken
};

#endif
