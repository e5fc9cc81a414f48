// Fill unit: its contract, see blocks/contracts.h.
#ifndef FILL_CONTRACT_H
#define FILL_CONTRACT_H

#include "blocks/fill/shadow.h"

struct fill_contract {
    bool light; // its outputs are not checked
    struct fill_shadow shadow;
};

const char *fill_contract_check(struct fill_contract *, const struct ul1_fill_in *,
                                const struct ul1_fill_out *);

#endif
