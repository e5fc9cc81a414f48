// How a trace runs on this machine: its carveout, how many thread blocks at a time, and where their memory lies.
//
// Shared memory: blocks that run side by side have theirs one behind the other, each from the beginning of a line on. Local
// memory: that of a warp's lanes lies side by side, so that an access of the same offset in all lanes is one of neighbours; a
// machine's warp has the same one whatever runs on it. Global memory stays where it is, unless pages are renamed: then each has
// the next place when it is touched for the first time, and within a page all stays.
#ifndef TRACE_PLAN_H
#define TRACE_PLAN_H

#include "kit/table.h"
#include "surround/program.h"
#include "trace/survey.h"

struct plan {
    const char *path;
    struct survey survey;
    unsigned delay;             // cycles of an instruction without memory; 0: none
    bool rename;
    unsigned carveout;
    uint64_t shared_bytes;      // of a block, whole lines
    unsigned blocks;            // at a time, at most
    uint64_t local;             // where local memory begins
};

// False: why it cannot run on this machine, in a line.
bool plan_make(struct plan *, const char *path, unsigned delay, bool rename, char error[TRACE_ERROR]);

// The machine's address of a lane's access. `renamed`: the pages so far. False: there are more than the machine has room for, or
// no memory.
bool plan_address(const struct plan *, struct table *renamed, const struct trace_op *, unsigned lane, unsigned warp, unsigned block,
                  uint64_t *addr);

#endif
