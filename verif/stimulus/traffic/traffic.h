// Random traffic for the whole machine: parts of a few thousand cycles, each with settings and random
// constraints of its own.
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "checkers/lockstep/test.h"
#include "environment/sm/program.h"

#ifdef __cplusplus
extern "C" {
#endif

// The make functions of two random tests; the second is steered (steered.h).
struct stimulus *traffic_make(const struct test *, uint64_t seed, uint64_t cycles);
struct stimulus *traffic_steered_make(const struct test *, uint64_t seed, uint64_t cycles);

#ifdef __cplusplus
}
#endif
#endif
