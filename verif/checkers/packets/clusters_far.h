// The ledger of clusters between nodes and slices.
#ifndef CLUSTERS_FAR_H
#define CLUSTERS_FAR_H

#include "checkers/packets/clusters_state.h"

// Flits of nodes and slices in a cycle. Null, or what is wrong.
const char *clusters_far(struct clusters *, const struct clusters_view *);

// The SM that a request at a slice is from, by its number and line; that of a fetch is of no SM.
unsigned clusters_sm_of(uint32_t number, uint64_t line);

#endif
