// Asynchronous copies: their contract, see blocks/contracts.h. A copy starts where a place is free, and its
// store is the one that is shown. A warp that waits begins no other wait. The outputs are as the copies since
// the last reset say.
#ifndef COPY_CONTRACT_H
#define COPY_CONTRACT_H

#include "blocks/copy/shadow.h"

struct copy_contract {
    bool light; // its outputs are not checked
    struct copy_shadow shadow;
};

const char *copy_contract_check(struct copy_contract *, const struct ul1_copy_in *,
                                const struct ul1_copy_out *);

#endif
