// Traffic that tries to starve: strands of instructions that come periodically, bookings, and a memory, searched by hill
// climbing for the stay in a row of the table of waits that is nearest to its bound. It knows the machine's ports and no rule
// of it.
#ifndef TRAFFIC_ADVERSARY_H
#define TRAFFIC_ADVERSARY_H

#include "lockstep/test.h"

// ADVERSARY_TIMES as many cycles as a test of random traffic has; the last part is the best that was found.
enum { ADVERSARY_TIMES = 10 };
struct stimulus *adversary_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
