// A machine's port to memory: takes the machine's requests, performs and answers them. The settings decide
// how slowly, in which order, and in how many pieces.
//
// In each cycle memory_port_drive() comes before the outputs are settled, memory_port_observe() after. A
// cycle with reset loses all requests in flight; some of the writes, chosen at random, are performed. The
// contents of memory stay.
#ifndef MEMORY_PORT_H
#define MEMORY_PORT_H

#include "environment/memory/port_state.h"

#ifdef __cplusplus
extern "C" {
#endif

// With all settings zero: answers in the next cycle, in order. Null: memory is exhausted. The struct memory
// and the machine's sizes must outlive it.
struct memory_port *memory_port_new(struct memory *, const struct ul1_sizes *, uint64_t seed);
void memory_port_free(struct memory_port *);

// Has each reduction told when it is performed, except by a reset.
void memory_port_tell(struct memory_port *, memory_reduced *, void *to);

// The same of one that was performed elsewhere.
void memory_port_told(struct memory_port *, const struct memory_reduction *);

// Joins those with this order of lines. Only once, before the first cycle.
void memory_port_order(struct memory_port *, struct memory_order_of_lines *);

// Only while nothing is in flight: sets the seed of random choices, and the settings.
void memory_port_seed(struct memory_port *, uint64_t seed);
void memory_port_set(struct memory_port *, const struct memory_settings *);
bool memory_port_idle(const struct memory_port *);

// Whether it gives no response in the next call of memory_port_drive(), because another port gives one.
void memory_port_hold(struct memory_port *, bool);

// Chooses `mem_ready` and `resp_*` of this cycle. False: memory is exhausted.
bool memory_port_drive(struct memory_port *, struct ul1_l1_in *in);

// Samples this cycle. False: the request offered is illegal, and memory_port_error() has the reason in one
// line.
bool memory_port_observe(struct memory_port *, const struct ul1_l1_in *in, const struct ul1_l1_out *out);
const char *memory_port_error(const struct memory_port *);

// The same two without the ports of an L1. The first chooses the response of this cycle, and whether a
// request is taken. The second sees the request on offer, if there is one; memory_port_reset() is a cycle
// with reset in its place.
bool memory_port_cycle(struct memory_port *, struct memory_response *, bool *ready);
bool memory_port_see(struct memory_port *, bool valid, const struct offer *, bool ready);
bool memory_port_reset(struct memory_port *);

struct memory_counts memory_port_counts(const struct memory_port *);

// The longest time, in cycles, for which a request was in flight since memory_port_set(): from its being
// taken to its last response, or until it was performed.
uint64_t memory_port_longest(const struct memory_port *);

// ---- for a port that the machine answers itself (watched.h)

// Takes a request.
void memory_port_take(struct memory_port *, const struct offer *);

// Drops request `n`, which is complete.
void memory_port_leave(struct memory_port *, unsigned n);

// Drops all requests. False: memory is exhausted.
bool memory_port_forget(struct memory_port *);

// Whether an older request than number `before` waits for its answer.
bool memory_port_passes(const struct memory_port *, unsigned before);

#ifdef __cplusplus
}
#endif

#endif
