// A warp of the machine while it runs a warp of a trace: its state, and the registers and copies it waits
// for. feed.c advances all warps, and learns here whether the next operation of one must wait.
#ifndef TRACE_WARP_H
#define TRACE_WARP_H

#include "stimulus/trace/decode.h"

enum {
    COPIES = 8, // copies of a warp in flight, at most
    REGISTERS = 256,
    NOBODY = -1, // in place of a block or a copy
};

enum copy_state { COPY_NONE, COPY_LOADS, COPY_LOADED, COPY_STORES };

struct copy {
    enum copy_state state;
    uint64_t group;
    struct trace_op to;
};

struct warp {
    int block;       // block that runs on it, or NOBODY
    unsigned number; // number of the warp in its block
    bool has;        // `op` is valid: the operation that the warp has reached
    struct trace_op op;
    bool ended;  // no more operations
    bool offers; // an instruction is offered and not yet accepted
    bool at_barrier;
    uint64_t free_at;               // the warp continues in this cycle
    unsigned flying;                // its instructions that have not retired, without copies
    uint64_t lacks[REGISTERS / 64]; // registers that wait for a load
    uint64_t group;                 // number of the open group of copies
    struct copy copy[COPIES];
};

// Whether a register that an operation reads or writes waits for a load.
bool warp_lacks_any(const struct warp *, const struct trace_op *);

// From now on `regs` registers from `first` on wait for a load, or wait no longer.
void warp_set_lacks(struct warp *, unsigned first, unsigned regs, bool on);

// A copy of the warp in this state, or null.
struct copy *warp_copy_in(struct warp *, enum copy_state);

// Whether no copy is left of the groups with numbers below `before`.
bool warp_copies_are_over(const struct warp *, uint64_t before);

#endif
