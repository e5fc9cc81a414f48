// Data array: its contract, see blocks/contracts.h.
#ifndef DATA_CONTRACT_H
#define DATA_CONTRACT_H

#include "blocks/data/shadow.h"

struct data_contract {
    bool light; // its outputs are not checked
    struct data_shadow shadow;
};

const char *data_contract_check(struct data_contract *, const struct ul1_data_in *,
                                const struct ul1_data_out *);

#endif
