// Reads a trace of SASS instructions as Accel-Sim's tracer writes it after its post-processing (`.traceg`, versions 3 to 5): what
// stands in it, and whether that is well formed. What an instruction means is for decode.h.
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
// A line of an instruction is [line of the source] PC mask, so many and the registers that it writes, its opcode, so many and the
// registers that it reads, bytes of a lane's access (0: none) and then addresses: 0 and one for each lane of the mask, 1 and the
// first with what lies between neighbours, 2 and the first with the differences; and an immediate operand, from version 5 on.
#ifndef TRACE_READER_H
#define TRACE_READER_H

#include "trace/input.h"

enum {
    TRACE_LANES = 32,           // of a warp
    TRACE_WARPS = 64,           // of a thread block, at most
    TRACE_SOURCES = 8,          // registers that a line reads, at most
    TRACE_RZ = 255,             // the register that is always 0
    TRACE_OPCODE = 80,          // bytes of an opcode with its end, at most
};

struct trace_header {
    unsigned version;           // 0: not said
    bool lineinfo;              // lines of the source stand in front
    uint64_t shared;            // bytes of a thread block, as said
    uint64_t shared_base, local_base; // where they are among generic addresses; 0: not said
};

struct trace_instr {
    uint64_t line;              // of the file
    uint64_t source_line;       // of what was compiled; 0: not said
    uint64_t pc;
    uint32_t mask;
    int reg;                    // that it writes, or -1
    char opcode[TRACE_OPCODE];
    unsigned sources;
    uint8_t source[TRACE_SOURCES];
    bool addressed;
    uint64_t addr[TRACE_LANES]; // of the lanes of the mask
    int64_t immediate;          // 0: none
};

enum trace_got { TRACE_BLOCK, TRACE_WARP, TRACE_INSTR, TRACE_BLOCK_END, TRACE_END, TRACE_FAULT };

struct reader;

// Null: why, in a line. The path must stay.
struct reader *reader_open(const char *path, char error[TRACE_ERROR]);
void reader_close(struct reader *);

// The next thing, and what of it there is to know: a block's number of each dimension, a warp's number, an instruction.
enum trace_got reader_next(struct reader *);
const struct trace_header *reader_header(const struct reader *);    // complete with the first block
const unsigned *reader_block(const struct reader *);
unsigned reader_warp(const struct reader *);
const struct trace_instr *reader_instr(const struct reader *);

// What is wrong with the line just read, `FILE:LINE: what`. Returns TRACE_FAULT.
__attribute__((format(printf, 2, 3)))
enum trace_got reader_fault(struct reader *, const char *format, ...);
const char *reader_error(const struct reader *);

uint64_t reader_bytes(const struct reader *);   // of text, up to here
uint64_t reader_line(const struct reader *);    // the number of the line just read

#endif
