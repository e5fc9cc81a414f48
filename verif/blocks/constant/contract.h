// Constant cache: its contract, see blocks/contracts.h. The mmu answers a fetch while it is offered, memory
// brings each sector that was requested once. Lookups, words and retirements follow from the lines that were
// fetched and not invalidated since.
#ifndef CONSTANT_CONTRACT_H
#define CONSTANT_CONTRACT_H

#include "blocks/constant/shadow.h"

struct constant_contract {
    bool light; // its outputs are not checked
    struct constant_shadow shadow;
};

const char *constant_contract_check(struct constant_contract *, const struct ul1_constant_in *,
                                    const struct ul1_constant_out *);

#endif
