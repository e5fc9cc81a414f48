// Fill unit: its contract, see blocks/contracts.h.
#ifndef FILL_CONTRACT_H
#define FILL_CONTRACT_H

#include "blocks/fill/shadow.h"

// Light checks leave this contract out: no seeded fault is noticed by it alone.
#define FILL_CONTRACT_FULL_ONLY

struct fill_contract {
    struct fill_shadow shadow;
};

const char *fill_contract_check(struct fill_contract *, const struct ul1_fill_in *,
                                const struct ul1_fill_out *);

#endif
