// The meanings of opcodes in traces.
#ifndef TRACE_OPCODES_H
#define TRACE_OPCODES_H

#include <stdint.h>

#include "stimulus/trace/counts.h"

enum { GENERIC = 3 }; // follows the codes of spaces that it may stand for

enum does {
    LOADS,
    STORES,
    ATOMICS,
    REDUCES,
    LOADS_MATRICES,
    STORES_MATRICES,
    COPIES,
    FENCES,
    BARS,
    GROUPS,
    WAITS,
    LOADS_CONSTANTS,
    SKIP
};

struct meaning {
    const char *opcode; // the part before the first dot
    enum does does;
    unsigned space;
    enum trace_count count; // of skipped instructions
    uint8_t lock;           // the operation of a lock access
};

// Null if the opcode is unknown. Its modifiers, from the first dot on, do not matter.
const struct meaning *opcode_meaning(const char *opcode);

#endif
