// The networks between L1s and L2 slices, in a machine that has them and no nodes: interfaces of SMs and of
// slices (`sni` and `lni`), and two crossbars. The ledger of packets follows each request and answer
// (checkers/packets).
#ifndef SM_NETWORK_H
#define SM_NETWORK_H

#include "checkers/packets/packets.h"
#include "ul1.h"

struct network {
    const struct ul1_block *whole;                          // null: there is none
    size_t sm[UL1_XIN], slice[UL1_XOUT], requests, replies; // parts
    bool busy; // packets were under way, or an answer was due, in the last cycle
    struct packets ledger;
};

// Looks for interfaces among the parts of a machine.
void network_init(struct network *, const struct ul1_block *whole);

// Null, or why the ledger cannot follow the networks of a machine. It follows none with nodes in them.
const char *network_unlike(const struct ul1_block *whole);

// Samples a cycle. Null, or what is wrong.
const char *network_observe(struct network *, const void *in, const void *out);

#endif
