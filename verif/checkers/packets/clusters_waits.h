// The ledger of clusters: how long everything waits, and that nothing is left when nothing is under way.
#ifndef CLUSTERS_WAITS_H
#define CLUSTERS_WAITS_H

#include "checkers/packets/clusters_state.h"

// The bound of docs/cluster.md for any request, from when it is taken, with waits as measured.
uint64_t clusters_bound(const struct clusters *);

// A cycle begins.
void clusters_measure(struct clusters *, const struct clusters_view *);
// Packets leave by Q2.
void clusters_leave_q2(struct clusters *, const struct clusters_view *);

// At its end. Null, or what is wrong.
const char *clusters_waits(struct clusters *, const struct clusters_view *);
const char *clusters_rest(struct clusters *, const struct clusters_view *);

#endif
