// The pins of the whole machine: assumptions about the outside, besides the rules of lsu for the pins that it
// has. See blocks/contracts.h.
#ifndef L1_CONTRACT_H
#define L1_CONTRACT_H

#include "blocks/l1/shadow.h"

// Light checks leave this contract out: its rules are about the bench's own pins, and no seeded fault breaks
// one.
#define L1_CONTRACT_FULL_ONLY

// Checks a cycle and advances the state. Null, or the broken rule.
const char *l1_contract_check(struct l1_contract *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
