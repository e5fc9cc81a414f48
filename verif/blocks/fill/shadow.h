// Fill unit: what its contract remembers. All zero is the state after reset.
#ifndef FILL_SHADOW_H
#define FILL_SHADOW_H

#include "shape/sizes.h"

struct fill_shadow {
    uint64_t queued;                    // bit i: entry i is in the filled queue
};

void fill_shadow_advance(struct fill_shadow *, const struct ul1_fill_in *, const struct ul1_fill_out *);

#endif
