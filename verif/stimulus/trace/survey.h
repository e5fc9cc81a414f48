// Reads a trace once before it runs: checks its syntax, and determines what it needs of a machine.
#ifndef TRACE_SURVEY_H
#define TRACE_SURVEY_H

#include "stimulus/trace/decode.h"

struct survey {
    uint64_t bytes, blocks; // bytes of text; number of thread blocks
    struct trace_counts counts;
    unsigned warps;                 // warps of the largest block
    uint64_t shared;                // bytes of a block: as the header says, or as far as accesses reach
    uint64_t low, high;             // global memory: the lowest byte, and behind the highest; high 0: none
    uint64_t local_low, local_high; // the same for a thread's local memory
};

// Returns false with a reason of one line.
bool survey(const char *path, struct survey *, char error[TRACE_ERROR]);

#endif
