// The memory of L1s that share one port to it. Each L1 has its memory port (environment/memory/port.h). One
// or several shares (docs/microarchitecture.md) stand between. At most one of the ports answers in a cycle;
// they take turns.
//
// A share is a part named `share`. The parts beside it are its requesters, and are wired in their order; one
// of them may be a machine with a share of its own. The share with a plain name has the port to memory.
//
// The fairness of the shares is checked. A request is on offer to memory for T cycles at most, as measured.
// At the last share each other requester has one turn before it, so that it is taken after S * T cycles, with
// S requesters. For so long the register of a share before it is in use, and so on for each level.
#ifndef SM_JOINED_H
#define SM_JOINED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "environment/memory/port.h"
#include "environment/sm/program.h"
#include "ul1.h"

enum { JOINED_LEVELS = 4 }; // shares between an L1 and memory, at most; each holds one request

struct joined {
    const struct ul1_block *whole; // null: each L1 has a port of its own
    size_t part;                   // number of the last share among the parts
    unsigned l1s, turn;
    uint64_t cycle;
    uint64_t on_offer, takes; // T: cycles of this request so far, and of the longest one
    struct joined_l1 {
        struct memory_port *port;
        size_t part;                   // its number among the parts
        uint32_t base;                 // number of its request 0 where memory sees it
        unsigned number_w;             // bits of the numbers of its requests
        size_t share;                  // its share's number among the parts
        unsigned place;                // its number among those at this share
        unsigned levels;               // shares between it and memory
        unsigned entered, left;        // its requests that entered a share, and that memory took
        uint64_t offered;              // cycles for which its request is on offer to the first share
        uint64_t since[JOINED_LEVELS]; // when those between entered: a ring
        uint64_t longest;              // the longest time between, in cycles
    } l1[MACHINES];
    unsigned number; // the L1 in question, for an objection
    char error[240];
    // what an L1's memory port sees
    struct ul1_l1_in in;
    struct ul1_l1_out out;
};

// Looks for a share with its own port to memory among the parts of a machine.
void joined_init(struct joined *, const struct ul1_block *whole);

// The next L1 is this part, and has this port. False: it is not behind the share.
bool joined_add(struct joined *, size_t part, struct memory_port *);

// A part of the program begins: the longest stay is forgotten.
void joined_part(struct joined *, unsigned l1);

// Whether a request of the L1 is in a share after this cycle.
bool joined_holds(const struct joined *, unsigned l1);

// As of a memory port, for the inputs of the whole. False: memory is exhausted.
bool joined_drive(struct joined *, const void *out, void *in);

// As of a memory port. False: a port objects, or an L1 had to wait too long. `number` and `error` say it.
bool joined_observe(struct joined *, const void *in, const void *out);

#endif
