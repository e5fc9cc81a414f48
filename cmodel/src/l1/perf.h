// Performance counters: count events of the machine, and cycles in which an instruction or a request waits.
#ifndef UL1_PERF_H
#define UL1_PERF_H

#include "common/bits.h"

struct perf_state {
    uint32_t seen;                // bit i: the event of counter i happened in the previous cycle
    uint8_t shows, index;         // a counter is shown in this cycle, and which
    uint32_t count[UL1_COUNTERS]; // PERF_W bits each; the bits above are undefined
};

#endif
