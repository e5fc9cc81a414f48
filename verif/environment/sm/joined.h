// The memory of L1s that share one port to it: each L1 has its memory port (environment/memory/port.h), and a
// share (docs/microarchitecture.md) stands between. At most one of the ports answers in a cycle; they take
// turns.
#ifndef SM_JOINED_H
#define SM_JOINED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "environment/memory/port.h"
#include "ul1.h"

struct joined {
    const struct ul1_block *whole; // null: each L1 has a port of its own
    size_t part;                   // number of the share among the parts
    unsigned l1s, turn;
    struct memory_port *port[UL1_SHARERS];
    uint64_t since[UL1_SHARERS];   // cycles for which the L1's request is in the share
    uint64_t longest[UL1_SHARERS]; // the longest of them
    bool holds[UL1_SHARERS];       // a request of the L1 is in the share after this cycle
    // what an L1's memory port sees
    struct ul1_l1_in in;
    struct ul1_l1_out out;
};

// Looks for a share with its own port to memory among the parts of a machine.
void joined_init(struct joined *, const struct ul1_block *whole);

// A part of the program begins: the longest stay is forgotten.
void joined_part(struct joined *, unsigned l1);

// As of a memory port, for the inputs of the whole. False: memory is exhausted.
bool joined_drive(struct joined *, const void *out, void *in);

// Null, or the memory port that objects.
struct memory_port *joined_observe(struct joined *, const void *in, const void *out);

#endif
