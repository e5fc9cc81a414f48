// Data array: its contract, see blocks/contracts.h. All zero is the state after reset.
#ifndef DATA_CONTRACT_H
#define DATA_CONTRACT_H

#include "shape/sizes.h"

struct data_contract {
    uint32_t read;                      // banks read in the cycle before
};

const char *data_contract_check(struct data_contract *, const struct ul1_data_in *, const struct ul1_data_out *);

#endif
