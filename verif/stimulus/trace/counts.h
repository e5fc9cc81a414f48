// The counts of a trace's instructions, by kind.
#ifndef TRACE_COUNTS_H
#define TRACE_COUNTS_H

#include <stdbool.h>

enum trace_count {
    TRACED_INSTRS,
    TRACED_SHARED_LOADS,
    TRACED_SHARED_STORES,
    TRACED_SHARED_ATOMICS,
    TRACED_GLOBAL_LOADS,
    TRACED_GLOBAL_STORES,
    TRACED_GLOBAL_ATOMICS,
    TRACED_REDUCTIONS, // on global memory
    TRACED_LOCAL_LOADS,
    TRACED_LOCAL_STORES,
    TRACED_CONSTANT_LOADS, // uniform ones too
    TRACED_COPIES,
    TRACED_FENCES,
    TRACED_BARRIERS,
    TRACED_PLAIN, // not an access
    // Accesses that are skipped, except TRACED_HALVES.
    TRACED_OFF, // no active lane
    TRACED_ATOMICS,
    TRACED_CONSTANTS,
    TRACED_TEXTURES,
    TRACED_BULK,
    TRACED_CONTROLS,
    TRACED_ARRIVALS,
    TRACED_FAR,
    // copies with only one of their two lines; those from global memory become loads
    TRACED_HALVES,
    TRACED_UNKNOWN,
    TRACE_COUNTS
};

const char *counts_name(enum trace_count);
bool counts_skips(enum trace_count); // whether instructions of this count are skipped

#endif
