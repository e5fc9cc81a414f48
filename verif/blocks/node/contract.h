// Node: its contract, see blocks/contracts.h.
//
// A reference of the words: what slices have sent for each line since its last write, atomic or inv. The
// action of a pass (`pass_did`) is an observation. Whether it was allowed, and all that follows from it, is
// checked: the packets of Q2 and Q3 with their words, the queue and the MSHRs. Ways are not known.
#ifndef NODE_CONTRACT_H
#define NODE_CONTRACT_H

#include "blocks/node/shadow.h"

const char *node_contract_check(struct node_contract *, const struct ul1_node_in *,
                                const struct ul1_node_out *);

#endif
