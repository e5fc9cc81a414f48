// Dcside: the cover points of the machine, driven at its pins. Those of waits are the arrows of the wait-for
// graph in docs/cluster.md.
#ifndef DCSIDE_COVER_POINTS_H
#define DCSIDE_COVER_POINTS_H

#include "blocks/dcside/bench.h"
#include "blocks/drive.h"

// A table of so many fills only if they are few.
#define DCSIDE_FEW(places) ((places) <= 4 ? true : SELDOM)

#define DCSIDE_POINTS(X)                                                                                    \
    X(DCSIDE_READ, "a read is taken from an SM", true)                                                      \
    X(DCSIDE_WRITE, "a write is taken from an SM", true)                                                    \
    X(DCSIDE_REDUCTION, "a reduction is taken from an SM", UL1_GLOBAL_ATOMICS > 0)                          \
    X(DCSIDE_ATOMIC, "an atomic is taken from an SM", UL1_GLOBAL_ATOMICS > 1)                               \
    X(DCSIDE_REFUSED, "an operation on memory that cannot be read comes back with an error",                \
      UL1_GLOBAL_ATOMICS > 0)                                                                               \
    X(DCSIDE_FENCE, "a fence is taken from an SM", true)                                                    \
    X(DCSIDE_INV, "a fence is also an inv to each node", CLUSTERS_INVS != 0)                                \
    X(DCSIDE_ERROR, "an error comes to an SM", true)                                                        \
    X(DCSIDE_STALE, "a read sees an older version, as another cluster wrote the line", UL1_CLUSTERS > 1)    \
    X(DCSIDE_CLOSED, "a read passes by", true)                                                              \
    X(DCSIDE_HIT, "a read hits in a node", true)                                                            \
    X(DCSIDE_MERGE, "a read merges in a node", UL1_NODE_LIST > 1)                                           \
    X(DCSIDE_REST, "nothing has been under way for long", true)                                             \
    X(DCSIDE_RESET, "a reset comes while requests are under way", true)                                     \
    X(DCSIDE_W_EPOCH, "wait: a fence for an epoch", true)                                                   \
    X(DCSIDE_W_COUNT, "wait: a write, as its count is at its greatest", UL1_ACK_W > 4 ? SELDOM : true)      \
    X(DCSIDE_W_REGISTER, "wait: a request for the register of its SM's interface", true)                    \
    X(DCSIDE_W_NEAR, "wait: a flit of an SM for its FIFO", true)                                            \
    X(DCSIDE_W_Q1, "wait: a flit for Q1 of a node", true)                                                   \
    X(DCSIDE_W_LIST, "wait: a request in a node for a place in a list", DCSIDE_FEW(UL1_NODE_LIST))          \
    X(DCSIDE_W_WAY, "wait: a request in a node for a way",                                                  \
      UL1_NODE_MSHRS >= UL1_NODE_WAYS ? DCSIDE_FEW(UL1_NODE_WAYS) : false)                                  \
    X(DCSIDE_W_MSHR, "wait: a request in a node for an MSHR",                                               \
      UL1_NODE_MSHRS < UL1_NODE_SETS * UL1_NODE_WAYS ? DCSIDE_FEW(UL1_NODE_MSHRS) : false)                  \
    X(DCSIDE_W_ASK, "wait: a request in a node for Q3", true)                                               \
    X(DCSIDE_W_ANSWER, "wait: a pass of a node for the answer", true)                                       \
    X(DCSIDE_W_Q3, "wait: a flit of Q3 for its FIFO", true)                                                 \
    X(DCSIDE_W_FAR, "wait: a flit for the interface of a slice", true)                                      \
    X(DCSIDE_W_SLICE, "wait: a request for the queue of a slice", true)                                     \
    X(DCSIDE_W_OPERATION, "wait: a request before a slice for an operation on its line",                    \
      UL1_GLOBAL_ATOMICS > 0)                                                                               \
    X(DCSIDE_W_PENDING, "wait: a request in a slice for its line", true)                                    \
    X(DCSIDE_W_L2_LIST, "wait: a request in a slice for a place in a list",                                 \
      UL1_CLUSTERS > 1 ? DCSIDE_FEW(UL1_L2_LIST) : SELDOM)                                                  \
    X(DCSIDE_W_L2_WAY, "wait: a request in a slice for a way",                                              \
      UL1_L2_MSHRS >= UL1_L2_WAYS ? DCSIDE_FEW(UL1_L2_WAYS) : false)                                        \
    X(DCSIDE_W_L2_MSHR, "wait: a request in a slice for an MSHR",                                           \
      UL1_L2_MSHRS < UL1_L2_SETS * UL1_L2_WAYS ? DCSIDE_FEW(UL1_L2_MSHRS) : false)                          \
    X(DCSIDE_W_L2_ASK, "wait: a request in a slice for that to memory", true)                               \
    X(DCSIDE_W_L2_ANSWER, "wait: a pass of a slice for the answer", true)                                   \
    X(DCSIDE_W_MC, "wait: a request of a slice for its controller", true)                                   \
    X(DCSIDE_W_REPLY, "wait: an answer of a slice for its interface", true)                                 \
    X(DCSIDE_W_FARBACK, "wait: a flit of a slice for its FIFO", UL1_SLICES / UL1_SPLIT > 1 ? true : SELDOM) \
    X(DCSIDE_W_Q4, "wait: a flit for Q4 of a node", true)                                                   \
    X(DCSIDE_W_Q2, "wait: a flit of Q2 for its FIFO", UL1_NODES > 1 && UL1_NODE_MSHRS > 1 ? true : SELDOM)  \
    X(DCSIDE_W_NEARBACK, "wait: a flit for the interface of an SM", UL1_NODE_MSHRS > 1 ? true : SELDOM)

enum { DCSIDE_POINTS(POINT_ENUMERATOR) DCSIDE_POINT_COUNT };
extern const struct point_name dcside_event_names[];

#ifdef UL1_HAS_DCSIDE // with these sizes

// Counts the cover points of a cycle that the ledger has seen; `busy`: requests were under way before it.
void dcside_count(struct drive *, const struct dcside_bench *, bool busy, const void *in, const void *out);
// The same of the first half of a cycle.
void dcside_count_half(struct drive *, const struct dcside_bench *);

#endif
#endif
