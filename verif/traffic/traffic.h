// Random traffic for the whole machine: parts of a few thousand cycles, each with settings and habits of its own.
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "lockstep/test.h"
#include "surround/program.h"

#ifdef __cplusplus
extern "C" {
#endif

// The make function of a random test.
struct stimulus *traffic_make(const struct test *, uint64_t seed, uint64_t cycles);

#ifdef __cplusplus
}
#endif
#endif
