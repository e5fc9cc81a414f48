// Data crossbar: its contract, see blocks/contracts.h. All zero is the state after reset.
#ifndef DXBAR_CONTRACT_H
#define DXBAR_CONTRACT_H

#include "shape/sizes.h"

struct dxbar_contract {
    uint8_t hit;                        // a cached load with slots is in stage 2
};

const char *dxbar_contract_check(struct dxbar_contract *, const struct ul1_dxbar_in *, const struct ul1_dxbar_out *);

#endif
