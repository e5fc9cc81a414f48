// Splitter (bank-conflict detector): its contract, see blocks/contracts.h. Every rule concerns one cycle, so
// there is no state.
#ifndef SPLIT_CONTRACT_H
#define SPLIT_CONTRACT_H

#include "common/sizes.h"

// Light checks leave this contract out: no seeded fault is noticed by it alone.
#define SPLIT_CONTRACT_FULL_ONLY

struct split_contract {
    uint8_t none;
};

const char *split_contract_check(struct split_contract *, const struct ul1_split_in *,
                                 const struct ul1_split_out *);

// The row that a slot accesses.
static inline unsigned split_row(const struct ul1_split_in *in, unsigned slot)
{
    return in->req_addr[slot] >> WITHIN_LINE_W;
}

#endif
