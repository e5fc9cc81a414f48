// Reads a trace of SASS instructions, as Accel-Sim's tracer writes it after its post-processing (`.traceg`,
// versions 3 to 5), and checks its syntax. decode.h interprets the instructions.
//
// A header of lines `-key = value`, then thread blocks:
//
//     #BEGIN_TB
//     thread block = 0,0,0
//     warp = 0
//     insts = 2
//     0010 ffffffff 1 R4 LDG.E 1 R2 4 1 0x7f00a0000000 4 0
//     0020 ffffffff 0 EXIT 0 0 0
//     #END_TB
//
// An instruction's line has these fields:
//
// - [line of the source], PC, mask;
// - number of registers that it writes, and these registers;
// - opcode;
// - number of registers that it reads, and these registers;
// - bytes of a lane's access (0: none), then the addresses in one of three modes. 0: one for each lane of the
//   mask. 1: the first, and the distance between neighbours. 2: the first, and the differences;
// - an immediate operand, from version 5 on.
#ifndef TRACE_READER_H
#define TRACE_READER_H

#include "stimulus/trace/input.h"

enum {
    TRACE_LANES = 32,  // lanes of a warp
    TRACE_WARPS = 64,  // warps of a thread block, at most
    TRACE_SOURCES = 8, // registers that a line reads, at most
    TRACE_RZ = 255,    // the register that is always 0
    TRACE_OPCODE = 80, // bytes of an opcode with its terminator, at most
};

struct trace_header {
    unsigned version;                 // 0: not given
    bool lineinfo;                    // each line begins with the line of the source
    uint64_t shared;                  // bytes of a thread block, as given
    uint64_t shared_base, local_base; // bases of their windows of generic addresses; 0: not given
};

struct trace_instr {
    uint64_t line;        // line of the trace file
    uint64_t source_line; // line of the source; 0: not given
    uint64_t pc;
    uint32_t mask;
    int reg; // destination register, or -1
    char opcode[TRACE_OPCODE];
    unsigned sources;
    uint8_t source[TRACE_SOURCES];
    bool addressed;
    uint64_t addr[TRACE_LANES]; // addresses for the lanes of the mask
    int64_t immediate;          // 0: none
};

enum trace_got { TRACE_BLOCK, TRACE_WARP, TRACE_INSTR, TRACE_BLOCK_END, TRACE_END, TRACE_FAULT };

struct reader;

// Returns null with a reason of one line. The path must outlive it.
struct reader *reader_open(const char *path, char error[TRACE_ERROR]);
void reader_close(struct reader *);

// Reads the next item. The others return its data: a block's number in each dimension, a warp's number, an
// instruction.
enum trace_got reader_next(struct reader *);
const struct trace_header *reader_header(const struct reader *); // complete with the first block
unsigned reader_warp(const struct reader *);
const struct trace_instr *reader_instr(const struct reader *);

// Reports a fault of the line just read, as `FILE:LINE: message`. Returns TRACE_FAULT.
__attribute__((format(printf, 2, 3))) enum trace_got reader_fault(struct reader *, const char *format, ...);
const char *reader_error(const struct reader *);

uint64_t reader_bytes(const struct reader *); // bytes of text read

#endif
