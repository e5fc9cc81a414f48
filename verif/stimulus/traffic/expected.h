// A test's expectation of an instruction, by formulas of its own, independent of the machine and the memory
// checker.
#ifndef TRAFFIC_EXPECTED_H
#define TRAFFIC_EXPECTED_H

#include "environment/sm/program.h"

#ifdef __cplusplus
extern "C" {
#endif

// Notes the error with which it must retire, if any, apart from failing pages and lines. Shared memory has
// `size` bytes.
void traffic_judge(struct instr *, uint64_t size);

// The passes that an instruction without errors needs: for each sub-warp the largest number of different
// words in one bank, summed over sub-warps. For a cached load, its accesses: the different lines of each
// sub-warp, summed.
unsigned traffic_passes(const struct instr *, unsigned bankwidth);

#ifdef __cplusplus
}
#endif
#endif
