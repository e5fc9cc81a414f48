// The pins of the whole machine: what it asks of the outside, besides the rules of lsu for the pins that it has. See
// blocks/contracts.h.
#ifndef L1_CONTRACT_H
#define L1_CONTRACT_H

#include "blocks/l1/shadow.h"

// Judges a cycle and advances what is remembered. Null, or the rule that is broken.
const char *l1_contract_check(struct l1_contract *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
