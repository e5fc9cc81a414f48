// Address crossbar: its contract, see blocks/contracts.h. Every rule concerns one cycle, so there is no
// state.
#ifndef AXBAR_CONTRACT_H
#define AXBAR_CONTRACT_H

#include "common/sizes.h"

// Light checks leave this contract out: no seeded fault is noticed by it alone.
#define AXBAR_CONTRACT_FULL_ONLY

struct axbar_contract {
    uint8_t none;
};

const char *axbar_contract_check(struct axbar_contract *, const struct ul1_axbar_in *,
                                 const struct ul1_axbar_out *);

#endif
