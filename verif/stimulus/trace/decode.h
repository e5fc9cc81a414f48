// Translates the instructions of a trace for an L1: accesses in order, and the effect of all others on their
// warp.
#ifndef TRACE_DECODE_H
#define TRACE_DECODE_H

#include "stimulus/trace/counts.h"
#include "stimulus/trace/reader.h"

enum {
    DECODE_MOST = 4, // operations of one instruction, at most
    // bytes of each window of generic addresses, and of a thread's local memory
    DECODE_WINDOW = 1 << 24,
};

enum trace_kind {
    TRACE_LOAD,
    TRACE_STORE,
    TRACE_ATOM,  // an atomic on shared or on global memory
    TRACE_FENCE, // accesses
    TRACE_FROM,
    TRACE_TO,    // a copy from global to shared memory: these two in sequence
    TRACE_GROUP, // commits the copies since the previous group as a group
    TRACE_WAIT,  // waits for all groups but the latest ones
    TRACE_BARRIER,
    TRACE_OTHER, // takes time, and waits for its registers
};

struct trace_op {
    uint64_t line, source_line;
    uint32_t mask;
    uint8_t kind;
    uint8_t space, width, hint, level, atom, matrix; // codes of the machine
    bool sign;
    uint8_t reg;         // load: first destination register
    uint8_t first, regs; // registers that it writes; 0: no instruction waits for them
    uint8_t sources;
    uint8_t source[TRACE_SOURCES];
    uint8_t groups;             // wait: number of latest groups that may still be in flight
    uint64_t addr[TRACE_LANES]; // shared or local memory: relative to the memory of the block or the thread
};

enum { DECODE_NAMES = 4 };

// Totals so far. `unknown`: some unknown opcodes.
struct trace_counts {
    uint64_t count[TRACE_COUNTS];
    char unknown[DECODE_NAMES][TRACE_OPCODE];
};

// Adds the totals of another SM.
void decode_add(struct trace_counts *, const struct trace_counts *);

// The first line of a copy, until the second is read. One per warp, zeroed at the warp's beginning.
struct decode_half {
    bool is;
    struct trace_op op;
    uint64_t pc;
};

// Decodes an instruction of the reader. Returns the number of operations, or -1 after reporting a fault to
// the reader. A null instruction means that the warp has ended.
int decode(struct reader *, const struct trace_instr *, struct decode_half *, struct trace_counts *,
           struct trace_op op[DECODE_MOST]);

#endif
