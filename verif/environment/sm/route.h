// The ways between an L1 of a machine of wired parts and memory, from the machine's wires: of its requests,
// and of the responses to it. On them stand blocks like share, replies and rmw. A block that passes requests
// on takes them on the interface `req`. It offers them on `mem`, as an L1 does. A block that passes responses
// on takes them on `resp`, as an L1 does. It gives them on `answer`.
#ifndef SM_ROUTE_H
#define SM_ROUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ul1.h"

enum { ROUTE_HOPS = 6 }; // blocks on a way, at most

struct route {
    unsigned asks, answers; // blocks on the ways
    struct route_hop {
        size_t part;
        unsigned place;                    // which requester of the block it is; 0 if it has one
    } ask[ROUTE_HOPS], answer[ROUTE_HOPS]; // from the L1 to memory
    size_t ask_end, answer_end; // parts with the ports of the machine to memory: the last ones, or the L1
};

// Follows the wires of an L1, which is this part. False: one of the ways has more blocks.
bool route_find(struct route *, const struct ul1_block *whole, size_t l1);

// The name of the block of a part.
const char *route_block(const struct ul1_block *whole, size_t part);

#endif
