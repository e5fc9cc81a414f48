// Data array: its contract, see blocks/contracts.h.
#ifndef DATA_CONTRACT_H
#define DATA_CONTRACT_H

#include "blocks/data/shadow.h"

// Light checks leave this contract out: no seeded fault is noticed by it alone.
#define DATA_CONTRACT_FULL_ONLY

struct data_contract {
    struct data_shadow shadow;
};

const char *data_contract_check(struct data_contract *, const struct ul1_data_in *,
                                const struct ul1_data_out *);

#endif
