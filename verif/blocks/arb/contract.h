// Arbiter: its contract, see blocks/contracts.h. Every rule is about one cycle, so nothing is remembered.
#ifndef ARB_CONTRACT_H
#define ARB_CONTRACT_H

#include <stdbool.h>

#include "shape/sizes.h"

struct arb_contract { uint8_t none; };

const char *arb_contract_check(struct arb_contract *, const struct ul1_arb_in *, const struct ul1_arb_out *);

// The replay of an entry that no load waits for is selected.
static inline bool arb_is_bare(const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    return out->sel_replay && in->cand_bare;
}

#endif
