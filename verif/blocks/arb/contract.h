// Arbiter: its contract, see blocks/contracts.h. All zero is the state after reset.
#ifndef ARB_CONTRACT_H
#define ARB_CONTRACT_H

#include "shape/sizes.h"

// Every rule is about one cycle.
struct arb_contract { uint8_t none; };

const char *arb_contract_check(struct arb_contract *, const struct ul1_arb_in *, const struct ul1_arb_out *);

#endif
