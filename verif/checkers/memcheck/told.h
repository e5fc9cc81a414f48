// The inputs of the memory checker, and its counts: types of memcheck.h that its lower files need too.
#ifndef MEMCHECK_TOLD_H
#define MEMCHECK_TOLD_H

#include <stdbool.h>
#include <stdint.h>

struct memcheck;
struct memcheck_world;
struct texels;

// The sizes of the machine. The number of rows is a multiple of 4; entries are numbered from 0 up.
struct memcheck_shape {
    unsigned rows, entries, warps;
    unsigned virtual_bits, physical_bits; // of an address
    unsigned bank_words;                  // words in a row of a bank: 1 or 2
    unsigned groups;                      // groups of lanes that are coalesced
    unsigned sectors;                     // sectors of a line: 1, 2 or 4
    bool one_word;                        // only one word of a pass is for several slots
    bool interleaves;                     // local memory may be interleaved
    uint16_t shared[16];                  // rows of shared memory with each code of the carveout
    unsigned atomics;                     // atomics: 0 none, 1 on integers, 2 also the addition of floats
    bool reduces;                         // reductions on global memory, which memory performs
    bool answers;                         // also atomics there, which memory answers with the old words
    bool early;         // it may do so before it has performed them, and their write may yet fail
    bool lane_pairs;    // wide shared loads may act for pairs of lanes
    unsigned locks;     // lock flags of shared memory: 0 none, else a power of two
    bool constants;     // there is a constant cache
    bool textures;      // there is a texture unit
    unsigned matrix;    // matrix accesses: 0 none, 1 loads, 2 also stores
    bool caches_behind; // caches behind the L1 may keep copies, which commands drop, and invals do not
};

// The largest supported.
enum {
    MEMCHECK_ROWS = 2048,
    MEMCHECK_ENTRIES = 80,
    MEMCHECK_WARPS = 64,
    MEMCHECK_ADDRESS_BITS = 52,
    MEMCHECK_BANK_WORDS = 2,
    MEMCHECK_LOCKS = 1024
};

// The operation of an instruction; other codes are reserved.
enum memcheck_op {
    MEMCHECK_LOAD,
    MEMCHECK_STORE,
    MEMCHECK_FENCE,
    MEMCHECK_INVAL,
    MEMCHECK_FLUSH,
    MEMCHECK_TEX
};

// What an atomic does; other codes are reserved.
enum memcheck_atom {
    MEMCHECK_NO_ATOM,
    MEMCHECK_ADD,
    MEMCHECK_MIN,
    MEMCHECK_MAX,
    MEMCHECK_INC,
    MEMCHECK_DEC,
    MEMCHECK_AND,
    MEMCHECK_OR,
    MEMCHECK_XOR,
    MEMCHECK_EXCHANGE,
    MEMCHECK_CAS,
    MEMCHECK_FLOAT_ADD,
    // Lock accesses: a load, and two stores
    MEMCHECK_LOCK,
    MEMCHECK_UNLOCK,
    MEMCHECK_CUNLOCK
};

// An instruction when it is taken. `mask` has its active lanes, `addr` an address for each lane. For a fence
// only warp and level matter; for an inval or a flush width and hint do not. A texture instruction has the
// coordinates of each lane in `addr`, u in the lower half and v in the upper one.
struct memcheck_instr {
    bool sign, interleave;
    uint8_t op, space, width, warp, reg, hint, level;
    uint8_t atom;   // a code of a store; loads ignore all codes but that of locks
    bool returns;   // the operation on global memory is an atomic, not a reduction
    uint8_t matrix; // 1: a plain matrix access, 2: a transposed one, 0: none; other codes are reserved
    uint32_t mask;
    const uint64_t *addr;
    const struct texels *texels; // of a texture instruction
};

// A reduction or atomic of this L1 that memory has performed on the enabled words of a line: physical
// address, virtual line, operands, and the words of the line before and after it.
struct memcheck_reduction {
    uint64_t addr, vline;
    uint8_t atom;
    bool wide, sign; // on numbers of 64 bits; on signed ones
    bool returns;    // an atomic: it is answered with the old words
    const uint8_t *be;
    const uint32_t *by, *old, *now;
};

// The registers that a matrix load writes. For each slot: the lanes of the lower and the upper half of its
// word, and the number of the register. The bits of `half` are slots for upper halves of registers.
struct memcheck_halves {
    uint8_t matrix;
    const uint8_t *lane, *high, *ofs;
    uint32_t half;
};

struct memcheck_counts {
    uint64_t instructions; // taken
    uint64_t passes;       // accepted by the arbiter
    uint64_t values;       // loaded words checked at their write-back, of either kind of load
    uint64_t lines;        // write-backs of cached loads
    uint64_t failed;       // lanes of cached loads that failed, with `page` or `bus`
    uint64_t stale;        // lines written back that are right by an old mapping alone
    // passes ahead of an unfinished older access of the warp, therefore compared with it byte by byte
    uint64_t overtakings;
    uint64_t stores;   // beats of cached stores
    uint64_t reduced;  // reductions and atomics that memory has performed
    uint64_t answered; // old words of atomics on global memory
    uint64_t older;    // lines written back with a value that was legal, but not the newest
    uint64_t fences;   // retired, of level gpu or sys
    uint64_t commands; // completed
    uint64_t reported; // failures of stores
    uint64_t compared; // lines of memory compared with what was stored there
};

// The result of a walk for a page.
enum memcheck_walk {
    MEMCHECK_ABSENT,
    MEMCHECK_PRESENT,
    MEMCHECK_READONLY, // present, but stores are not allowed
    MEMCHECK_BROKEN    // memory fails to deliver a page table entry
};

// Reads the line that memory holds at a physical address, a multiple of its length; false if it
// cannot be read.
typedef bool memcheck_line(const void *memory, uint64_t addr, uint32_t *word);

// Whether that line can be written. Neither answer may change once the line has been used.
typedef bool memcheck_writable(const void *memory, uint64_t addr);

#endif
