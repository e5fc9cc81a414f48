// The bounds of a node's waits (docs/cluster.md), from those of its neighbours: T of a packet at Q3, D of a
// fetch for its answer, A of a packet at Q2.
#ifndef NODES_H
#define NODES_H

#include <stdint.h>

#include "common/sizes.h"

// A read in a list, until it is answered.
static inline uint64_t node_answers_within(uint64_t T, uint64_t D, uint64_t A)
{
    return UL1_NODE_LIST * (T + D + 2) + UL1_NODE_MSHRS * (UL1_SECTORS + 2 * UL1_NODE_LIST * (2 * A + 4));
}

// The oldest request, until it is done.
static inline uint64_t node_ends_within(uint64_t T, uint64_t D, uint64_t A)
{
    return 3 * node_answers_within(T, D, A) + T + 2 * A + 8;
}

#endif
