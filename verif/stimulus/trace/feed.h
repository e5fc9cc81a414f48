// Issues the warps of a trace to an SM. It decides what each warp offers next and what it waits for.
//
// A warp executes in order.
//
// - An instruction waits until the registers that it reads and writes are loaded. An instruction without
//   memory takes the plan's cycles.
// - A barrier holds a warp until all warps of its block that have not ended have reached one, and their
//   instructions have retired.
// - A copy is a load and, when the load is complete, a store. Its warp continues meanwhile.
// - The next thread block begins when there are warps and shared memory for it.
#ifndef TRACE_FEED_H
#define TRACE_FEED_H

#include "environment/sm/follower.h"
#include "stimulus/trace/plan.h"

struct feed;

// Called when thread blocks have begun.
typedef void feed_listener(void *who);

// `renamed` has the pages so far, of all SMs. `cycles` counts the run's cycles. From `limit` on, nothing more
// is offered. Returns null with a reason of one line.
struct feed *feed_new(const struct plan *, unsigned sm, struct table *renamed, uint64_t seed,
                      const uint64_t *cycles, uint64_t limit, feed_listener *, void *who,
                      char error[TRACE_ERROR]);
void feed_free(struct feed *);

struct follower *feed_follower(struct feed *);

// Totals of the thread blocks that have begun.
const struct trace_counts *feed_counts(const struct feed *);
uint64_t feed_blocks(const struct feed *);
uint64_t feed_bytes(const struct feed *); // bytes of text read

#endif
