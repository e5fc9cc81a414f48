// Data crossbar: its contract, see blocks/contracts.h.
#ifndef DXBAR_CONTRACT_H
#define DXBAR_CONTRACT_H

#include "blocks/dxbar/shadow.h"

struct dxbar_contract {
    struct dxbar_shadow shadow;
};

const char *dxbar_contract_check(struct dxbar_contract *, const struct ul1_dxbar_in *,
                                 const struct ul1_dxbar_out *);

// The bits of a byte's number in its word that are zero in an aligned access.
static inline unsigned dxbar_align_bits(unsigned width)
{
    return (width_bytes(width) - 1) % UL1_WORD_BYTES;
}

#endif
