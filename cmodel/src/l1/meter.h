// Meter: counts for software what happens in the machine, and cycles in which somebody waits.
#ifndef UL1_METER_H
#define UL1_METER_H

#include "common/bits.h"

struct meter_state {
    uint32_t seen;                          // bit i: what counter i counts happened in the cycle before
    uint8_t shows, index;                   // a counter is shown in this cycle, which
    uint32_t count[UL1_COUNTERS];           // of METER_W bits; those above mean nothing
};

#endif
