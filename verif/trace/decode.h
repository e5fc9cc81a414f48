// What the instructions of a trace mean to an L1: accesses in order, and all else as what it does to its warp.
#ifndef TRACE_DECODE_H
#define TRACE_DECODE_H

#include "trace/reader.h"

enum {
    DECODE_MOST = 4,                        // operations that one instruction can come to
    DECODE_WINDOW = 1 << 24,                // bytes of each window of generic addresses, and of a thread's local memory
};

enum trace_kind {
    TRACE_LOAD, TRACE_STORE, TRACE_FENCE,   // accesses
    TRACE_FROM, TRACE_TO,                   // a copy from global to shared memory: two of these, one behind the other
    TRACE_GROUP,                            // the copies since the one before are a group
    TRACE_WAIT,                             // for all groups but the last ones
    TRACE_BARRIER,
    TRACE_OTHER,                            // takes time, and waits for its registers
};

// Of what an instruction is counted as.
enum trace_count {
    TRACED_INSTRS,
    TRACED_SHARED_LOADS, TRACED_SHARED_STORES, TRACED_GLOBAL_LOADS, TRACED_GLOBAL_STORES, TRACED_LOCAL_LOADS,
    TRACED_LOCAL_STORES, TRACED_COPIES, TRACED_FENCES, TRACED_BARRIERS,
    TRACED_PLAIN,               // no access
    // These are accesses that nothing comes of.
    TRACED_OFF,                 // no lane takes part
    TRACED_ATOMICS, TRACED_CONSTANTS, TRACED_TEXTURES, TRACED_BULK, TRACED_CONTROLS, TRACED_ARRIVALS, TRACED_FAR,
    TRACED_HALVES,              // copies of which one line alone is there; from global memory they are loads
    TRACED_UNKNOWN,
    TRACE_COUNTS
};

struct trace_op {
    uint64_t line, source_line;
    uint32_t mask;
    uint8_t kind;
    uint8_t space, width, hint, level;      // codes of the machine
    bool sign;
    uint8_t reg;                // of a load: where its words go
    uint8_t first, regs;        // registers that it writes; 0: nobody waits for them
    uint8_t sources;
    uint8_t source[TRACE_SOURCES];
    uint8_t groups;             // of a wait: so many, the last ones, may go on
    uint64_t addr[TRACE_LANES]; // of shared and local memory: from where those of the block, or of the thread, begin
};

enum { DECODE_NAMES = 4 };

// What was seen so far. Names: some opcodes that are unknown.
struct trace_counts {
    uint64_t count[TRACE_COUNTS];
    char unknown[DECODE_NAMES][TRACE_OPCODE];
};

const char *decode_name(enum trace_count);
bool decode_skips(enum trace_count);        // instructions that are counted so are left out

// The line of a copy that waits for the other one. One for each warp, all zero at its beginning.
struct decode_half {
    bool is;
    struct trace_op op;
    uint64_t pc;
};

// What the reader's instruction comes to: so many operations, or -1, and the reader has been told what is wrong. Null: the
// warp has ended.
int decode(struct reader *, const struct trace_instr *, struct decode_half *, struct trace_counts *, struct trace_op op[DECODE_MOST]);

#endif
