// Net: the cover points of the machine, driven at its pins.
#ifndef NET_COVER_POINTS_H
#define NET_COVER_POINTS_H

#include "blocks/drive.h"
#include "checkers/packets/packets.h"

#define NET_POINTS(X)                                                                             \
    X(NET_READ, "a read is taken from an SM", true)                                               \
    X(NET_WRITE, "a write is taken from an SM", true)                                             \
    X(NET_FENCE, "a fence is taken from an SM", true)                                             \
    X(NET_ORDER, "a request arrives before another of its SM for its line", true)                 \
    X(NET_PIECES, "a read is answered in several responses", UL1_SECTORS > 1)                     \
    X(NET_FAILURE, "an error comes to an SM", true)                                               \
    X(NET_REST, "nothing has been under way for long", true)                                      \
    X(NET_KEPT, "requests of all SMs wait while a slice takes none", true)                        \
    X(NET_ONE_SM, "all slices answer one SM at a time", UL1_XOUT > 1)                             \
    X(NET_FULL, "all FIFOs of requests are full", true)                                           \
    X(NET_REPLIES_FULL, "a FIFO of replies is full", UL1_XOUT > 1)                                \
    X(NET_BOTH, "all slices get a request in one cycle", UL1_XIN > 1)                             \
    X(NET_ACROSS, "all SMs get a response in one cycle", UL1_XOUT > 1)                            \
    X(NET_FENCES, "fences of all SMs wait", true)                                                 \
    X(NET_EPOCHS, "all epochs but one of an SM are closed", true)                                 \
    X(NET_COUNT, "a write waits, as its count is at its greatest", UL1_ACK_W > 4 ? SELDOM : true) \
    X(NET_LOCKED, "a crossbar is locked at all its outputs", UL1_XIN > 1)                         \
    X(NET_RESET, "a reset comes while requests and answers are under way", true)

enum { NET_POINTS(POINT_ENUMERATOR) NET_POINT_COUNT };
extern const struct point_name net_event_names[NET_POINT_COUNT];

struct ul1_net_in; // of no machine, with some sizes
struct ul1_net_out;

// Counts the cover points of a cycle that the ledger has seen; `busy`: requests and answers were under way
// before it.
void net_count(struct drive *, const struct packets *, bool busy, const struct ul1_net_in *,
               const struct ul1_net_out *);

#endif
