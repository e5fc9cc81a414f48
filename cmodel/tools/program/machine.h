// The interface between the engine that runs programs and the simulator of the machine. Codes are those of
// the tables in cmodel/ports.
#ifndef PROGRAM_MACHINE_H
#define PROGRAM_MACHINE_H

#include "program/bounds.h"

// The counts that a program's expectations are checked for: all; without cycles and stalls, on a port that
// L1s share; passes alone, with a block that may be late; none at all, but words and errors, with fewer banks
// than lanes. With none nothing is checked but outcomes: the memory is not the one that the program chooses.
enum checked_counts { COUNTS_ALL, COUNTS_UNTIMED, COUNTS_PASSES, COUNTS_WORDS, COUNTS_NONE };

enum { MACHINE_PLACES = 64 }; // pages and lines that a program can name, at most

// True in the first `on` cycles of each `of`. If `of` is 0: at random, in `percent` of the cycles.
struct machine_pattern {
    unsigned on, of, percent;
};

// order of memory's responses that are due
enum machine_order { MACHINE_AS_TAKEN, MACHINE_RANDOM, MACHINE_YOUNGEST };

enum { MACHINE_LOADS = 1, MACHINE_STORES = 2, MACHINE_WALKS = 4 }; // kinds of requests for which a line fails

struct machine_place {
    uint64_t addr;
    // requests that fail; MACHINE_WALKS: on the line of the page table that holds the page's entry
    unsigned kinds;
    unsigned level; // level of that page table
};

// Settings of a part on one L1.
struct machine_own {
    unsigned carveout, policy, home, fetch, bankwidth, interval;
    unsigned latency, spread, every; // memory: up to `spread` more cycles, at random
    enum machine_order order;
    unsigned batch, pieces, early, stall, apart; // memory: see docs/programs.md
    bool memory;                                 // a statement sets one of memory's
    struct machine_pattern late, reserved, gaps;
    unsigned again; // cycles until a remainder is presented again
    bool again_any; // any of several remainders, else the one that returned first
    int64_t draws;  // seed of the part's random choices; 0: the run's seed
    int64_t reset;  // cycle of the part in which the reset comes, or -1
    bool alone;     // that of this L1; the others go on
};

// Settings of a part on all L1s.
struct machine_settings {
    struct machine_own own[PROGRAM_L1S];
    unsigned page;
    bool fresh;
    struct machine_place absent[MACHINE_PLACES], readonly[MACHINE_PLACES], failing[MACHINE_PLACES];
    unsigned absents, readonlys, failings;
    int64_t cycles; // expected number of cycles, or -1
    bool first;     // first part of the program, or of a point of its sweeps
};

// What lies where, for a texture instruction: base and pitch in bytes, and codes.
struct machine_texture {
    uint64_t base;
    uint32_t pitch, columns, rows;
    uint8_t format, layout, border, filter;
};

// An instruction that is offered.
struct machine_access {
    uint32_t serial; // its name from now on, within the part
    unsigned line;   // line of the text
    uint8_t op, space, width, hint, level, warp, reg;
    uint8_t atom;   // operation of an atomic, of locks, or of a reduction
    bool returns;   // the operation on global memory is an atomic
    uint8_t matrix; // of a load or store that is a matrix access
    bool sign, interleave;
    uint64_t mask;
    struct machine_texture texture; // of a texture instruction
    // of that: the coordinates in 1/256 of a texel, u in the lower half and v in the upper one
    uint64_t addr[PROGRAM_LANES];
    uint32_t word[PROGRAM_LANES * PROGRAM_WORDS]; // store data: words of lane 0, of lane 1, ...
    int64_t passes;                               // expected number of passes, or -1
    // a fence that arrives at a barrier, with its pins; its warp waits there
    bool bar, waits;
    uint8_t barrier, expects;
    uint64_t pred;
    // A load that starts a copy, to these shared addresses. Or no instruction: the warp closes a group of its
    // copies, and with `waits` it waits until at most `leaves` are under way.
    bool copy, groups, closes;
    uint8_t leaves;
    uint32_t dest[PROGRAM_LANES];
};

// The results that bar.red can write: popc, and, or.
enum reduction { REDUCE_COUNT, REDUCE_ALL, REDUCE_ANY, REDUCTIONS };

// Outputs of an L1's barriers in a cycle. A barrier opens, with the warps that waited there and its
// reductions. An arrival is faulty, with its warp and the code of its cause.
struct machine_barriers {
    bool opens, fails;
    uint64_t warps;
    unsigned reduction[REDUCTIONS];
    unsigned warp, cause;
};

// Registers per lane of an access of that width. Reserved codes count as the widest.
static inline unsigned machine_words(unsigned width)
{
    return width <= 2 ? 1 : width == 3 ? 2 : PROGRAM_WORDS;
}

// Registers per lane of a sample.
unsigned machine_texture_words(const struct machine_texture *);

// Whether the access is an atomic; whether it returns words. And the words of data
// of a lane. An atomic `cas` has two operands.
bool machine_atomic(const struct machine_access *);
bool machine_returns(const struct machine_access *);
unsigned machine_data_words(const struct machine_access *);

// The lanes of which register number `word` is written. A matrix load writes all lanes of a register for each
// quarter of its lanes.
static inline uint64_t machine_written(const struct machine_access *a, unsigned word, unsigned lanes)
{
    const uint64_t quarter = (UINT64_C(1) << lanes / 4) - 1;
    if (!a->matrix)
        return a->mask;
    return a->mask >> word * lanes / 4 & quarter ? UINT64_MAX >> (64 - lanes) : 0;
}

// Where element `column` of row `row` of a matrix lies in its register: the number of its half, counted
// through the lanes.
unsigned machine_half(const struct machine_access *, unsigned row, unsigned column, unsigned lanes);

// Where a lane's bytes lie in memory.
static inline uint64_t machine_at(const struct machine_access *a, unsigned lane, unsigned lanes)
{
    const uint64_t word = a->addr[lane] / 4;
    return a->interleave ? (word * lanes + lane) * 4 + a->addr[lane] % 4 : a->addr[lane];
}

// The same access without interleave.
static inline struct machine_access machine_plain(const struct machine_access *a, unsigned lanes)
{
    struct machine_access plain = *a;
    for (unsigned lane = 0; lane < lanes; lane++)
        plain.addr[lane] = machine_at(a, lane, lanes);
    plain.interleave = false;
    return plain;
}

// A loaded word of one lane.
struct machine_word {
    uint32_t serial;
    unsigned lane, number;
    uint32_t value;
};

// A step of a warp: a statement that is not offered, an access when it is offered, or a loaded word.
struct stmt;
struct machine_step {
    unsigned part; // number among all parts begun so far, at all points of the sweeps
    unsigned warp, cta, l1;
    const struct machine_settings *set;
    const struct stmt *stmt;
    const struct machine_access *access; // null: the step is not an access
    const struct machine_word *word;     // null: the step is not a loaded word
};
typedef void machine_watcher(void *who, const struct machine_step *);

// How a command changes its page, in the first cycle in which it is offered. Moved: the page is present and
// writable, in a new frame of its own. Protected: it is present in its old frame, and read-only.
enum machine_change { CHANGE_NONE, CHANGE_MOVED, CHANGE_REMOVED, CHANGE_PROTECTED };

struct machine_command {
    uint8_t op, carveout;
    enum machine_change change;
    uint64_t addr;
};

enum machine_offer {
    OFFER_ACCESS,
    OFFER_LATER,   // nothing now: an earlier instruction must make progress
    OFFER_IN_TIME, // nothing now: a later cycle must come
    OFFER_END,     // nothing more in this part
};

#endif
