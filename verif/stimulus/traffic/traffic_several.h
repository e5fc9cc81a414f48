// Random traffic for several machines on one memory: no shared traffic alone, and no failures. L1s that
// can be reset alone are, at times.
#ifndef TRAFFIC_SEVERAL_H
#define TRAFFIC_SEVERAL_H

#include "checkers/lockstep/test.h"
#include "environment/sm/program.h"

#ifdef __cplusplus
extern "C" {
#endif

// The make function of a random test.
struct stimulus *traffic_several_make(const struct test *, uint64_t seed, uint64_t cycles);

#ifdef __cplusplus
}
#endif
#endif
