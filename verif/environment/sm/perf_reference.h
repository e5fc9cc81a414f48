// Predicts the machine's performance counters (block perf), and compares each value that is read. Reads go
// on through every test, and at its end all counters are read. Counters with a formula in the programs are
// predicted from the parts' costs, the others from the machine's outputs.
#ifndef SM_PERF_REFERENCE_H
#define SM_PERF_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "environment/sm/costs.h"

struct metered {
    uint64_t own[UL1_COUNTERS]; // own counts; for counters that are costs, the sum of earlier parts
    bool passed, filled;        // the previous cycle's pass and response, which are counted in this one
    bool shows, clears; // a counter must be shown in this cycle; all must be cleared (set from outside)
    uint8_t index;      // the counter that is shown, or was read last
    uint32_t value;     // the value that it must show
    uint64_t cycle;
    unsigned left; // reads left until all counters are known, at the end of a test
};

// Drives the pins.
void perf_reference_drive(struct metered *, struct ul1_l1_in *);

// A part begins, and the costs start from zero.
void perf_reference_part(struct metered *, const struct costs *);

void perf_reference_reset(struct metered *, const struct costs *);

// Call with whether instructions are in flight, and with the part's costs before this cycle. Returns null, or
// the name of a counter that differs: `value` is expected, the machine shows `shown`.
const char *perf_reference_cycle(struct metered *, const struct ul1_sizes *, bool flying,
                                 const struct costs *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
