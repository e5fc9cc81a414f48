// Lock flags: their contract, see blocks/contracts.h. The slots of a pass have their bank enabled. A
// load-and-lock gets a flag that is free, for one slot; a conditional store-and-unlock one that is taken.
#ifndef LOCK_CONTRACT_H
#define LOCK_CONTRACT_H

#include "blocks/lock/shadow.h"

struct lock_contract {
    bool light; // its outputs are not checked
    struct lock_shadow shadow;
};

const char *lock_contract_check(struct lock_contract *, const struct ul1_lock_in *,
                                const struct ul1_lock_out *);

#endif
