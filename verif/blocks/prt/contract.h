// Pending request table: its contract, see blocks/contracts.h.
#ifndef PRT_CONTRACT_H
#define PRT_CONTRACT_H

#include "blocks/prt/shadow.h"

// Judges a cycle and advances what is remembered. Null, or the rule that is broken.
const char *prt_contract_check(struct prt_contract *, const struct ul1_prt_in *, const struct ul1_prt_out *);

#endif
