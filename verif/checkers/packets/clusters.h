// A ledger of what is under way between SMs and L2 slices in clusters with nodes, without a model of any
// block (docs/cluster.md, dcside). Requests enter it where an SM's interface takes them. It follows their
// packets to the node of their line, and from there those that pass by, and fetches, to slices; then all
// answers back. Each read is answered once, with words that memory held (witness.h), and each write is
// acknowledged once.
#ifndef CLUSTERS_H
#define CLUSTERS_H

#include "checkers/packets/clusters_state.h"

void clusters_init(struct clusters *, const void *memory, witness_words *);

// Null, or what is wrong.
const char *clusters_check(struct clusters *, const struct clusters_view *);

#endif
