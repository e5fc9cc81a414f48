// Memory management unit: its contract, see blocks/contracts.h. All zero is the state after reset.
#ifndef MMU_CONTRACT_H
#define MMU_CONTRACT_H

#include "shape/sizes.h"

struct mmu_contract {
    uint8_t running, cfg_page;
    uint32_t cfg_root;
    uint8_t waits;                      // a request was offered in the cycle before and is still to be answered; it was
    uint8_t head_write, head_fence, head_prt, head_wdb, head_sect, head_number, head_level;
    uint64_t head_line;
    uint8_t walk;                       // the memory has a request of the page walker
};

const char *mmu_contract_check(struct mmu_contract *, const struct ul1_mmu_in *, const struct ul1_mmu_out *);

#endif
