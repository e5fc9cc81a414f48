// What the machine's counters are to show (the block meter): counted here, too, and compared whenever one is read, which goes
// on through every test; at its end all are read. What programs' formulas are about is taken from the costs that they are held
// to, the rest is counted from what the machine shows otherwise.
#ifndef SURROUND_METERED_H
#define SURROUND_METERED_H

#include <stdbool.h>
#include <stdint.h>

#include "surround/costs.h"

struct metered {
    uint64_t own[UL1_COUNTERS];             // counted here; of those that are costs, what the parts before had
    bool passed, filled;                    // what shows in this cycle came of the one before
    bool shows, clears;                     // a counter is to be shown in this cycle; all are to be cleared (set from outside)
    uint8_t index;                          // which, or which was read last
    uint32_t value;                         // and what it is to be
    uint64_t cycle;
    unsigned left;                          // reads until all are known, at the end of a test
};

// Drives the pins.
void metered_drive(struct metered *, struct ul1_l1_in *);

// A part begins, of which the costs begin anew.
void metered_part(struct metered *, const struct costs *);

void metered_reset(struct metered *, const struct costs *);

// With the instructions in flight and the costs of the part before this cycle. Null, or the counter that is not as expected:
// `value`, by the machine `shown`.
const char *metered_cycle(struct metered *, bool flying, const struct costs *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
