// Barriers: their contract, see blocks/contracts.h. Entries and warps exist, and an entry has one instruction
// at a time. The barriers open as the arrivals since the last reset say.
#ifndef BAR_CONTRACT_H
#define BAR_CONTRACT_H

#include "blocks/bar/shadow.h"

struct bar_contract {
    bool light; // its outputs are not checked
    struct bar_shadow shadow;
};

const char *bar_contract_check(struct bar_contract *, const struct ul1_bar_in *, const struct ul1_bar_out *);

#endif
