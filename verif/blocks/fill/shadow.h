// Fill unit: the state of its contract. All zero is the state after reset.
#ifndef FILL_SHADOW_H
#define FILL_SHADOW_H

#include <stdbool.h>

#include "common/sizes.h"

struct fill_shadow {
    uint64_t queued;         // bit i: entry i is in the filled queue
    bool judged;             // there was a reset, so the state below is known
    struct ul1_fill_in came; // the previous cycle's response inputs
    uint8_t queue[UL1_PRT];  // the filled queue; the position in its head
    unsigned count, pos;
};

void fill_shadow_advance(struct fill_shadow *, const struct ul1_fill_in *, const struct ul1_fill_out *);

#endif
