// A trace is read once before it runs: whether all of it is well formed, and what it needs of a machine.
#ifndef TRACE_SURVEY_H
#define TRACE_SURVEY_H

#include "trace/decode.h"

struct survey {
    uint64_t bytes, blocks;     // of text; thread blocks
    struct trace_counts counts;
    unsigned warps;             // of the block that has most
    uint64_t shared;            // bytes of a block: as the header says, or as far as accesses go
    uint64_t low, high;         // of global memory: the lowest byte, and behind the highest; high 0: none
    uint64_t local_low, local_high; // likewise, of a thread
};

// False: why, in a line.
bool survey(const char *path, struct survey *, char error[TRACE_ERROR]);

#endif
