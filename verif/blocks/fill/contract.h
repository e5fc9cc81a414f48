// Fill unit: its contract, see blocks/contracts.h. All zero is the state after reset.
#ifndef FILL_CONTRACT_H
#define FILL_CONTRACT_H

#include "shape/sizes.h"

struct fill_contract {
    uint32_t queued;                    // bit i: entry i is in the filled queue
};

const char *fill_contract_check(struct fill_contract *, const struct ul1_fill_in *, const struct ul1_fill_out *);

#endif
