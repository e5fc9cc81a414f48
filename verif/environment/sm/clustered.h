// The networks between L1s, or the pins of SMs, and L2 slices, in a machine with nodes in them. The ledger of
// clusters follows each request and answer (checkers/packets/clusters.h).
#ifndef SM_CLUSTERED_H
#define SM_CLUSTERED_H

#include "checkers/packets/clusters.h"
#include "environment/memory/memory.h"
#include "ul1.h"

struct clustered {
    const struct ul1_block *whole; // null: there is no node
    struct clusters *ledger;
    struct clusters_view view; // in the last cycle
    // parts
    size_t sm[UL1_SMS], node[DC_NODES], slice[UL1_SLICES], mc[UL1_MCS];
    size_t crossbar[sizeof((struct clusters_view *)0)->crossbar / sizeof(void *)];
};

// Looks for nodes among the parts of a machine. False: memory is exhausted.
bool clustered_init(struct clustered *, const struct ul1_block *whole, const struct memory *);
void clustered_free(struct clustered *);

// Null, or why the ledger cannot follow the networks of a machine with nodes.
const char *clustered_unlike(const struct ul1_block *whole);

// Samples a cycle. Null, or what is wrong.
const char *clustered_observe(struct clustered *, const void *in, const void *out);

// The SM that a request at a slice is from, by its number and line.
unsigned clustered_sm(uint32_t number, uint64_t line);

// Requests were under way in the last cycle.
bool clustered_busy(const struct clustered *);

#endif
