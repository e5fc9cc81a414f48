// Performance counters: count events of the machine, and cycles in which an instruction or a request waits.
#ifndef UL1_METER_H
#define UL1_METER_H

#include "common/bits.h"

struct meter_state {
    uint32_t seen;                          // bit i: the event of counter i happened in the previous cycle
    uint8_t shows, index;                   // a counter is shown in this cycle, and which
    uint32_t count[UL1_COUNTERS];           // METER_W bits each; the bits above are undefined
};

#endif
