// Texture unit: its contract, see blocks/contracts.h. The mmu answers a fetch while it is offered, memory
// brings each sector that was requested once. Passes, words and retirements follow from the instructions that
// were taken and the lines that were fetched, in order.
#ifndef TEXTURE_CONTRACT_H
#define TEXTURE_CONTRACT_H

#include "blocks/texture/shadow.h"

struct texture_contract {
    bool light; // its outputs are not checked
    struct texture_shadow shadow;
};

const char *texture_contract_check(struct texture_contract *, const struct ul1_texture_in *,
                                   const struct ul1_texture_out *);

#endif
