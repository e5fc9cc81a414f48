// The memory of L1s with other blocks on the way of their requests or responses: a machine of wired parts
// with one port to memory. Each L1 has its memory port (environment/memory/port.h), which sees the L1's
// requests where they reach memory. At most one of the ports answers in a cycle; they take turns. A response
// that is not taken stays on offer.
//
// The fairness of the blocks between is checked. A request is on offer to memory for T cycles at most, as
// measured.
// - A block that performs operations (rmw) takes a request when those under way are over. This is within T
// for
//   a read to be taken, the time of memory's answer, the stages, and T for each result. Then memory takes it.
// - At a share each other requester has one turn before a request. So it is taken after S * T cycles, with S
//   requesters, and is in the share's register for T.
// A block before another one has the former time of that in place of T.
#ifndef SM_JOINED_H
#define SM_JOINED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "environment/memory/port.h"
#include "environment/sm/program.h"
#include "environment/sm/route.h"
#include "environment/sm/taps.h"
#include "ul1.h"

enum {
    JOINED_REQUESTS = 32,   // requests of an L1 between it and memory, at most
    JOINED_ANSWERS = 64,    // responses to an L1 between memory and it, at most
    JOINED_OPERATIONS = 16, // reductions and atomics of an L1 that are under way before memory, at most
};

// When each of the requests, or responses, between an L1 and memory entered: a ring. They stay in order.
struct joined_between {
    unsigned entered, left, room;
    uint64_t *since;
    uint64_t longest; // the longest time between, in cycles
};

// A reduction or an atomic that a block before memory performs, from when its L1 gives it away.
struct joined_operation {
    bool used;
    bool written;  // memory has its write, or it has none
    bool answered; // the L1 has its answer, or it gets none
    uint8_t own;   // its number at that block, from 1 on; 0: it has not read
    uint64_t since;
    struct asked asked;
};

struct joined {
    const struct ul1_block *whole;                                // null: each L1 has a port of its own
    size_t ask_end, answer_end;                                   // the parts with the ports to memory
    struct tap ask[TAP_ASKS], answer[TAP_ANSWERS], own[TAP_ASKS]; // own: of an L1
    unsigned l1s, turn;
    uint64_t cycle;
    uint64_t on_offer, takes;     // T: cycles of this request so far, and of the longest one
    struct memory_response given; // the last one; fields that do not apply to a kind stay as they were
    struct answered response;     // on offer to the machine
    bool responds;
    unsigned responds_to;               // its L1
    bool ready;                         // memory takes a request in this cycle
    struct memory_order_of_lines lines; // of a machine with operations before memory
    struct joined_l1 {
        struct memory_port *port;
        size_t part; // its number among the parts
        struct route route;
        uint32_t base;     // number of its request 0 where memory sees it
        unsigned number_w; // bits of the numbers of its requests
        // of operations before memory: the place of their numbers within those of requests, and their bits
        unsigned own_at, own_w;
        struct joined_operation operation[JOINED_OPERATIONS];
        uint64_t operates; // the longest time of an operation until it is written and answered
        bool ready;        // its port takes a request in this cycle
        uint64_t offered;  // cycles for which its request is on offer
        uint64_t taken;    // cycles after which its request is taken, at most
        uint64_t longest;  // the longest time of a request and of a response between it and memory
        // It was reset alone: the share nearest to it drains what it had requested, since this cycle; the
        // longest such time; its request waits for that.
        bool drains, waits;
        uint64_t since, drained;
        const struct route_hop *share; // that share; null: none is on the way
        const struct ul1_port *drain;  // where it shows that
        struct joined_between asks, answers;
        uint64_t asked_at[JOINED_REQUESTS], answered_at[JOINED_ANSWERS];
    } l1[MACHINES];
    unsigned number; // the L1 in question, for an objection
    char error[300];
};

// Whether a machine has wired parts. Then its L1s must have one port to memory.
void joined_init(struct joined *, const struct ul1_block *whole);

// The next L1 is this part, and has this port. Null, or why it cannot be.
const char *joined_add(struct joined *, size_t part, struct memory_port *port);

// A part of the program begins: the longest stay is forgotten.
void joined_part(struct joined *, unsigned l1);

// Whether reductions and atomics of the L1 are performed by a block before memory, which answers them early.
bool joined_operates(const struct joined *, unsigned l1);

// Whether responses to the L1 come later than memory gives them, which changes what hits, merges and waits.
bool joined_delays(const struct joined *, unsigned l1);

// Whether a request or a response of the L1 is between it and memory after this cycle.
bool joined_holds(const struct joined *, unsigned l1);

// Whether the L1 can be reset alone: a share on the way then drains what it had requested.
bool joined_resets(const struct joined *, unsigned l1);

// Whether what the L1 had requested before a reset of its own may still be performed or answered, and whether
// a new request of it waits for that.
bool joined_drains(const struct joined *, unsigned l1);
bool joined_waits(const struct joined *, unsigned l1);

// As of a memory port, for the inputs of the whole. False: memory is exhausted.
bool joined_drive(struct joined *, const void *out, void *in);

// As of a memory port. False: a port objects, or an L1 had to wait too long. `number` and `error` say it.
bool joined_observe(struct joined *, const void *in, const void *out);

#endif
