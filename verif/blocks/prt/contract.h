// Pending request table (the MSHRs): its contract, see blocks/contracts.h.
#ifndef PRT_CONTRACT_H
#define PRT_CONTRACT_H

#include "blocks/prt/shadow.h"

// Checks a cycle and advances the state. Null, or the broken rule.
const char *prt_contract_check(struct prt_contract *, const struct ul1_prt_in *, const struct ul1_prt_out *);

#endif
