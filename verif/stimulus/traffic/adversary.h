// Traffic that tries to starve instructions: periodic strands of instructions, write-port reservations, and a
// memory. Hill climbing searches for the stay in a row of the wait table that comes nearest to its bound. The
// search uses the machine's ports and none of its rules.
#ifndef TRAFFIC_ADVERSARY_H
#define TRAFFIC_ADVERSARY_H

#include "checkers/lockstep/test.h"

// A test has ADVERSARY_TIMES as many cycles as a random test; the last part is the best that was found.
enum { ADVERSARY_TIMES = 10 };
struct stimulus *adversary_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
