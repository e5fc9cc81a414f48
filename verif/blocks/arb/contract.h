// Arbiter: its contract, see blocks/contracts.h.
#ifndef ARB_CONTRACT_H
#define ARB_CONTRACT_H

#include <stdbool.h>

#include "shape/sizes.h"

// What is remembered of the cycles before: what is booked, and in stage 1, in this cycle, once that is known. All zero is the state
// after reset, but for `judged`.
struct arb_contract {
    bool light;                             // what it answers is not judged
    uint8_t runs, books;                    // there was a cycle since the reset; in it a cached load has booked
    uint32_t booked;
    uint8_t judged;                         // there was a reset, so that what is in stage 1 is known:
    struct ul1_arb_out pass;                // of it only pass_*: what is in stage 1
};

const char *arb_contract_check(struct arb_contract *, const struct ul1_arb_in *, const struct ul1_arb_out *);

// The replay of an entry that no load waits for is selected.
static inline bool arb_is_bare(const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    return out->sel_valid && in->cand_replay && in->cand_bare;
}

#endif
