// Write data buffer (store and victim buffer): its contract, see blocks/contracts.h.
#ifndef WDB_CONTRACT_H
#define WDB_CONTRACT_H

#include "blocks/wdb/shadow.h"

// Checks a cycle and advances the state. Null, or the broken rule.
const char *wdb_contract_check(struct wdb_contract *, const struct ul1_wdb_in *, const struct ul1_wdb_out *);

#endif
