// Data array: what its contract remembers. All zero is the state after reset.
#ifndef DATA_SHADOW_H
#define DATA_SHADOW_H

#include "shape/sizes.h"

struct data_shadow {
    uint32_t read;                      // banks read in the cycle before
};

void data_shadow_advance(struct data_shadow *, const struct ul1_data_in *, const struct ul1_data_out *);

#endif
