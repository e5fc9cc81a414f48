// The warps of a trace as the instruction side of a machine: what each offers next, and what it waits for.
//
// A warp goes on in order. An instruction waits until the registers that it reads and writes have come; one without memory
// takes the plan's cycles. A barrier holds a warp until all of its block that have not ended have come to one, and what they
// have presented has retired. A copy is a load and, when that has come, a store, and its warp goes on meanwhile. The next thread
// block begins when there are warps and shared memory for it.
#ifndef TRACE_FEED_H
#define TRACE_FEED_H

#include "surround/follower.h"
#include "trace/plan.h"

struct feed;

// Is told when thread blocks have begun.
typedef void feed_listener(void *who);

// `cycles` is what the run has taken so far; when that comes to `limit`, nothing is offered any more. Null: why, in a line.
struct feed *feed_new(const struct plan *, uint64_t seed, const uint64_t *cycles, uint64_t limit, feed_listener *, void *who,
                      char error[TRACE_ERROR]);
void feed_free(struct feed *);

struct follower *feed_follower(struct feed *);

// Of the thread blocks that have begun.
const struct trace_counts *feed_counts(const struct feed *);
uint64_t feed_blocks(const struct feed *);
uint64_t feed_bytes(const struct feed *);   // of text, up to here

#endif
