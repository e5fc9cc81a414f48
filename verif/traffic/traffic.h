// Random traffic for the whole machine: parts of a few thousand cycles, each with settings and habits of its own.
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "surround/world.h"
#include "lockstep/test.h"

#ifdef __cplusplus
extern "C" {
#endif

// The make function of a random test.
struct stimulus *traffic_make(const struct test *, uint64_t seed, uint64_t cycles);

// The same for two machines on one memory: no shared traffic alone, no resets, and nothing that fails.
struct stimulus *traffic_make_two(const struct test *, uint64_t seed, uint64_t cycles);

// The passes that an instruction without errors needs: over its sub-warps, the sum of the most different words that any one
// bank is asked for. Of a cached load its accesses: over its sub-warps, the sum of the different lines. Written for the
// tests, apart from the machine and the witness.
unsigned traffic_passes(const struct instr *);

#ifdef __cplusplus
}
#endif
#endif
