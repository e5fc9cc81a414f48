// Write data buffer: its contract, see blocks/contracts.h.
#ifndef WDB_CONTRACT_H
#define WDB_CONTRACT_H

#include "blocks/wdb/shadow.h"

// Judges a cycle and advances what is remembered. Null, or the rule that is broken.
const char *wdb_contract_check(struct wdb_contract *, const struct ul1_wdb_in *, const struct ul1_wdb_out *);

#endif
