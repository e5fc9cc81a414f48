// The memory of L1s that have L2 slices behind them, in their machine. A slice is a part of the block `l2`,
// and a memory controller one of the block `mc`; there may be several of both, and anything between the L1s
// and the slices.
//
// The memory of the bench is the reference. It performs the requests of a slice when the slice takes them:
// all requests for a line have one slice, which acts in their order. Each answer of a slice is compared with
// what the reference held then. The cells are a memory of their own (environment/memory/memory.h), which the
// controllers alone read and write. So a byte that is lost or late anywhere behind a slice shows.
//
// A slice may answer a page walk's read with what the host has written since it took the read. The cells
// refuse no write, as no L1 learns of it. Reductions and atomics may be performed before a slice
// (operations.h). With networks between, a controller gets lines of its own slices
// alone, and the ledger of packets follows all requests and answers. A reset loses what the slices have; the
// cells get it then, as if software had written all of it back before.
#ifndef SM_BEHIND_H
#define SM_BEHIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "environment/memory/memory.h"
#include "environment/sm/clustered.h"
#include "environment/sm/costs.h"
#include "environment/sm/network.h"
#include "environment/sm/operations.h"
#include "ul1.h"

struct behind_read;

enum { BEHIND_L1S = 8, BEHIND_SLICES = 64, BEHIND_CONTROLLERS = 32, BEHIND_NODES = 64 };

struct behind {
    const struct ul1_block *whole; // null: there is no slice
    struct memory *memory, *cells;
    struct network network; // between the L1s and the slices: without nodes, or with them
    struct clustered clustered;
    bool homes; // networks lead to the slices: each has lines of its own
    unsigned slices, controllers;
    struct {
        size_t part;
        struct behind_read *read; // those that are not answered, in their order
        unsigned reads, most;
        bool busy;
    } slice[BEHIND_SLICES];
    unsigned performers; // blocks that perform operations: none, or one before each slice
    struct operations operations[BEHIND_SLICES];
    struct memory_port *port[BEHIND_L1S]; // of each L1
    struct {
        size_t part;
        bool err, busy;                  // the cells failed in the previous cycle
        uint32_t word[UL1_SECTOR_WORDS]; // what they read in it
    } controller[BEHIND_CONTROLLERS];
    size_t node[BEHIND_NODES]; // parts
    unsigned nodes;
    struct costs costs; // since the last behind_costs: those of nodes and slices
    char error[400];    // begins with wires (lockstep/judge.h)
};

// Looks for slices and controllers among the parts of a machine. Memory must be as it was created. False:
// memory is exhausted.
bool behind_init(struct behind *, const struct ul1_block *whole, struct memory *);
void behind_free(struct behind *);

// The port of L1 number `l1` is told of its reductions and atomics.
void behind_tell(struct behind *, unsigned l1, struct memory_port *);

// Whether the machine has slices, and controllers behind them. If it has slices alone, `why` says so.
bool behind_has(const struct ul1_block *whole, char *why, size_t size);

// Sets the inputs of a cycle that come from the cells.
void behind_drive(struct behind *, void *in);

// Samples a cycle. False: an answer is wrong, or memory is exhausted; `error` says it.
bool behind_observe(struct behind *, const void *in, const void *out);

// The same of the first half of a cycle, if the machine has two clocks.
bool behind_between(struct behind *, const void *in, const void *out);

// Adds what nodes and slices did since the last call, for whichever L1.
void behind_costs(struct behind *, struct costs *);

// Whether requests were under way behind the L1s in the last cycle.
bool behind_busy(const struct behind *);

#endif
