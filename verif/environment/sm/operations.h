// Reductions and atomics that a block `rmw` performs before an L2 slice. The reference of the bench performs
// one when the slice takes its read: requests for the line that came before have been taken then, and later
// ones wait for the results. The results that the slice gets must be those of the reference.
#ifndef SM_OPERATIONS_H
#define SM_OPERATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "environment/memory/memory.h"
#include "environment/memory/port.h"
#include "ul1.h"

enum { OPERATIONS = 8 }; // under way before a slice at a time, at most

struct operation {
    bool used, read;
    bool unsure;  // memory cannot be read: it may fail
    uint32_t own; // the number of its requests at the slice, when it has read
    uint32_t number;
    uint64_t line, vline;
    struct payload asked;
    uint32_t now[UL1_LINE_WORDS];
};

struct operations {
    size_t part;    // the block
    unsigned tag_w; // bits of the numbers that it gets
    struct operation of[OPERATIONS];
    char error[200];
};

void operations_init(struct operations *, const struct ul1_block *whole, size_t part);

// The block is in reset.
void operations_reset(struct operations *);

// Samples a cycle at the block.
void operations_observe(struct operations *, const struct ul1_rmw_in *, const struct ul1_rmw_out *);

// Whether a request at the slice is of an operation, by its number.
bool operations_own(const struct operations *, uint32_t number);

// The slice takes the read of an operation, and the reference performs it. `port` is that of the L1 that
// asked for it, and is told. Memory that cannot be read may be known to the slice: then it is performed with
// its results. False: `error` says what is wrong.
bool operations_read(struct operations *, uint32_t number, uint64_t line, unsigned sect, struct memory *,
                     struct memory_port *port);

// The slice takes its results.
bool operations_written(struct operations *, uint32_t number, uint64_t line, const uint8_t *be,
                        const uint32_t *word, struct memory *, struct memory_port *port);

// Operations are under way.
bool operations_busy(const struct operations *);

#endif
