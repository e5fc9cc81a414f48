// Node: what a pass did, as its contract sees it.
#ifndef NODE_PASSES_H
#define NODE_PASSES_H

#include "blocks/node/shadow.h"

// Follows the pass that was in stage 1 in the previous cycle. Null, or the rule that it breaks.
const char *node_see_pass(struct node_contract *, const struct ul1_node_out *);

#endif
