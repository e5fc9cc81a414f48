// Tag unit: its contract, see blocks/contracts.h. All zero is the state after reset.
#ifndef TAG_CONTRACT_H
#define TAG_CONTRACT_H

#include "shape/sizes.h"

struct tag_contract {
    uint8_t running;                    // there was a cycle since the reset; these were its settings
    uint8_t cfg_page;
    uint32_t cfg_root;
    uint8_t evicted;                    // a dirty line went in the cycle before
    uint32_t used, locked;              // lines under fetch, in any order, and those that have arrived or failed
    uint8_t have[UL1_PRT];              // the sectors that each has
    uint8_t held[UL1_PRT];              // those that stores held for it touch
    uint16_t row[UL1_PRT];
    uint64_t line[UL1_PRT];
};

const char *tag_contract_check(struct tag_contract *, const struct ul1_tag_in *, const struct ul1_tag_out *);

#endif
