// Maps a trace onto a machine, in which each L1 is that of an SM: the carveout, the number of concurrent
// thread blocks, and their memory.
//
// - Shared memory: each concurrent block has its own region, which begins at a line.
// - Local memory: the regions of a warp's lanes are interleaved, so that lanes with equal offsets access
//   neighbouring words. A warp of an SM always has the same region. A machine with LOCAL_INTERLEAVE
//   does it for accesses of up to 32 bits, if pages are not renamed. Wider ones lie on the same lines.
// - Global memory: addresses are kept unless pages are renamed. A renamed page gets the next free place when
//   it is first touched. Offsets within a page are kept.
#ifndef TRACE_PLAN_H
#define TRACE_PLAN_H

#include "kit/table.h"
#include "ul1.h"
#include "environment/sm/program.h"
#include "stimulus/trace/survey.h"

struct plan {
    const char *path;
    char command[60]; // that runs traces on this machine
    struct survey survey;
    unsigned delay; // cycles of an instruction without memory; 0: none
    bool rename;
    unsigned carveout;
    uint64_t shared_bytes; // shared memory of a block, in whole lines
    unsigned blocks;       // concurrent blocks of an SM, at most
    uint64_t local;        // where local memory begins
    unsigned sms;
    const struct ul1_sizes *sizes[MACHINES]; // those of the L1, for each SM
};

// Returns false, with a reason of one line, if the trace cannot run on this machine.
bool plan_make(struct plan *, const char *path, const struct ul1_block *machine, unsigned delay, bool rename,
               char error[TRACE_ERROR]);

// Whether the machine interleaves the lanes' addresses of an access.
bool plan_interleaves(const struct plan *, const struct trace_op *);

// The machine's address of a lane's access, on an SM. `renamed`: the pages so far. Returns false if the
// machine has no room for more pages, or there is no memory.
bool plan_address(const struct plan *, struct table *renamed, const struct trace_op *, unsigned sm,
                  unsigned lane, unsigned warp, unsigned block, uint64_t *addr);

#endif
