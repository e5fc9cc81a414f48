// Arbiter: its contract (assumptions and guarantees), see blocks/contracts.h.
#ifndef ARB_CONTRACT_H
#define ARB_CONTRACT_H

#include <stdbool.h>

#include "common/sizes.h"

// State of previous cycles: the reservations, and the access in stage 1 in this cycle, once that is known.
// All zero is the state after reset, except for `judged`.
struct arb_contract {
    bool light;             // its outputs are not checked
    uint8_t runs, reserves; // there was a cycle since the reset; a cached load reserved the write port in it
    uint8_t reserved[UL1_AHEAD];
    uint8_t judged;          // there was a reset, so the access in stage 1 is known
    struct ul1_arb_out pass; // the access in stage 1: pass_* only
};

const char *arb_contract_check(struct arb_contract *, const struct ul1_arb_in *, const struct ul1_arb_out *);

// Whether the replay of an entry without waiting loads is selected.
static inline bool arb_is_bare(const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    return out->sel_valid && in->cand_replay && in->cand_bare;
}

#endif
