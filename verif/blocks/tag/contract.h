// Tag unit: its contract, see blocks/contracts.h.
#ifndef TAG_CONTRACT_H
#define TAG_CONTRACT_H

#include "blocks/tag/shadow.h"

// Checks a cycle and advances the state. Null, or the broken rule.
const char *tag_contract_check(struct tag_contract *, const struct ul1_tag_in *, const struct ul1_tag_out *);

#endif
