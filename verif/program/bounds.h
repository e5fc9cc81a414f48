// What all of a program's parts agree on: how many things there are at most, and what is counted.
#ifndef PROGRAM_BOUNDS_H
#define PROGRAM_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PROGRAM_LANES = 32,
    PROGRAM_REGS = 256,
    PROGRAM_PREDS = 8,
    PROGRAM_LOOPS = 8,          // within each other
    PROGRAM_SWEEPS = 8,
    PROGRAM_WORDS = 4,          // of a lane's access
    PROGRAM_L1S = 2,
    PROGRAM_OUTCOMES = 256,     // different ones
};

// Of an expected count: it is not judged.
#define PROGRAM_ANY INT64_MIN

// Where something stands in the text.
struct place {
    unsigned line, column;
};

// What is counted of an instruction, of a block or of a part.
enum count {
    COUNT_PASSES, COUNT_HITS, COUNT_MISSES, COUNT_MERGES,
    COUNT_DEFERRALS, COUNT_NO_ENTRY, COUNT_NO_WAY, COUNT_NO_MERGE, COUNT_CLOSED, COUNT_NO_ROOM, // by `cause`, in its order
    COUNT_REPLAYS,
    COUNT_THROUGH, COUNT_DIRTIED, COUNT_ALLOCATED, COUNT_HELD, COUNT_PURGED, COUNT_JOINED, // of stores
    COUNT_READS, COUNT_WRITES, COUNT_SECTORS,
    COUNT_KEPT, // so many are counted by instruction; what follows are sums, times, or of parts alone
    COUNT_REQUESTS = COUNT_KEPT, COUNT_CYCLES, COUNT_WALKS, COUNT_BYTES, COUNT_EVICTIONS, COUNT_STALLS, COUNT_FENCES,
    COUNT_BEATS, COUNT_SERVED, COUNT_LOSSES, COUNTS,
};

// Requests, which memory may take when the instruction has long retired.
bool count_late(enum count);

// What shows only within the machine.
bool count_inside(enum count);

// What becomes of accesses and what memory takes, each told once: those that `others` stands for.
bool count_told(enum count);

// The word for it in a program.
const char *count_name(enum count);

#endif
