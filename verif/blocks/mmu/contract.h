// Memory management unit: its contract, see blocks/contracts.h.
#ifndef MMU_CONTRACT_H
#define MMU_CONTRACT_H

#include "blocks/mmu/shadow.h"

// Checks a cycle and advances the state. Null, or the broken rule.
const char *mmu_contract_check(struct mmu_contract *, const struct ul1_mmu_in *, const struct ul1_mmu_out *);

#endif
