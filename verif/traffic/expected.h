// What a test expects of an instruction, by formulas of its own, apart from the machine and the witness.
#ifndef TRAFFIC_EXPECTED_H
#define TRAFFIC_EXPECTED_H

#include "surround/program.h"

#ifdef __cplusplus
extern "C" {
#endif

// Notes the error that it is to retire with, if any, whatever becomes of pages and lines. Shared memory has so many bytes.
void traffic_judge(struct instr *, uint64_t size);

// The passes that an instruction without errors needs: over its sub-warps, the sum of the most different words that any one
// bank is asked for. Of a cached load its accesses: over its sub-warps, the sum of the different lines.
unsigned traffic_passes(const struct instr *);

#ifdef __cplusplus
}
#endif
#endif
