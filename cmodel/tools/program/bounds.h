// Limits and counts that all files of a program's parser and engine share.
#ifndef PROGRAM_BOUNDS_H
#define PROGRAM_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PROGRAM_LANES = 64,
    PROGRAM_REGS = 256,
    PROGRAM_PREDS = 8,
    PROGRAM_LOOPS = 8, // nested loops, at most
    PROGRAM_SWEEPS = 8,
    PROGRAM_WORDS = 4, // registers of a lane's access, at most
    PROGRAM_L1S = 8,
    PROGRAM_OUTCOMES = 256, // different outcomes, at most
};

// A count with this value is not checked. An expectation may ask for that, or the machine may be unable to
// observe the count.
#define PROGRAM_ANY INT64_MIN

// A position in the text.
struct place {
    unsigned line, column;
};

// The counts of an instruction, a block or a part.
enum count {
    COUNT_PASSES,
    COUNT_HITS,
    COUNT_MISSES,
    COUNT_MERGES,
    // by `cause`, in its order
    COUNT_DEFERRALS,
    COUNT_NO_ENTRY,
    COUNT_NO_WAY,
    COUNT_NO_MERGE,
    COUNT_CLOSED,
    COUNT_NO_CREDIT,
    COUNT_REPLAYS,
    COUNT_THROUGH,
    COUNT_DIRTIED,
    COUNT_ALLOCATED,
    COUNT_HELD,
    COUNT_PURGED,
    COUNT_JOINED, // stores
    COUNT_READS,
    COUNT_WRITES,
    COUNT_SECTORS,
    COUNT_KEPT, // number of counts kept per instruction; later ones are sums, times, or exist per part only
    COUNT_REQUESTS = COUNT_KEPT,
    COUNT_CYCLES,
    COUNT_WALKS,
    COUNT_BYTES,
    COUNT_EVICTIONS,
    COUNT_STALLS,
    COUNT_FENCES,
    COUNT_BEATS,
    COUNT_LINE_REPLAYS,
    COUNT_LOSSES,
    COUNT_ADDRESSES,
    COUNT_REMAINDERS,
    // nodes and L2 slices behind the L1s; zero where there are none
    COUNT_NODE_HITS,
    COUNT_NODE_MISSES,
    COUNT_NODE_MERGES,
    COUNT_NODE_PASSES,
    COUNT_SLICE_READS,
    COUNTS,
};

// Whether the count is of requests. Memory may accept a request long after the instruction has retired.
bool count_late(enum count);

// Whether the count is visible only inside the machine.
bool count_inside(enum count);

// Whether `others` includes this count: results of accesses, and requests accepted by memory, each counted
// once.
bool count_told(enum count);

// Whether several L1s combine by maximum rather than by sum.
bool count_most(enum count);

// The count's name in a program.
const char *count_name(enum count);

// How a store is lost that has retired: its translation fails when it leaves, memory refuses it, or it is
// held for a line that cannot be fetched. LOST_ANYHOW: not stated, or not observable.
enum lost_how { LOST_ANYHOW, LOST_LEAVING, LOST_REFUSED, LOST_HELD, LOST_HOWS };

// The name of a kind of loss in a program; empty for LOST_ANYHOW.
const char *lost_name(enum lost_how);

#endif
