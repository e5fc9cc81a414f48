// Performance counters: the state of their contract. All zero is the state after reset.
#ifndef PERF_SHADOW_H
#define PERF_SHADOW_H

#include <stdbool.h>

#include "common/sizes.h"

struct perf_shadow {
    bool judged; // there was a reset, so the counters are known
    uint32_t counts[UL1_COUNTERS];
    uint32_t happened; // bit i: the event of counter i occurred in the previous cycle
    bool shows;        // this counter is shown
    uint8_t index;
};

void perf_shadow_advance(struct perf_shadow *, const struct ul1_perf_in *);

#endif
