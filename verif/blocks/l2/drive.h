// L2: its random drive, within its contract. The drive is the memory below, too.
#ifndef L2_DRIVE_H
#define L2_DRIVE_H

#include "blocks/drive.h"
#include "blocks/l2/contract.h"
#include "blocks/l2/cover_points.h"

enum {
    L2_POOL = 48,   // lines that are ever accessed
    L2_NUMBERS = 8, // numbers of reads
    L2_UNDER_WAY = UL1_L2_MSHRS * UL1_SECTORS + 32,
};

// Memory's line. Those of page tables change without a write.
struct l2_pool_line {
    uint64_t line;
    uint32_t word[UL1_LINE_WORDS];
    bool table, fails, refuses;
};

// What memory will answer: a fetch, or a write-back that it refuses.
struct l2_under_way {
    bool write, fails;
    uint8_t sect;
    uint32_t number;
    uint64_t line, due;
    uint32_t word[UL1_LINE_WORDS];
};

struct l2_drive {
    struct drive d;
    struct l2_contract contract;
    struct l2_seen seen;
    // Rates in percent: requests; cycles in which memory takes one, answers, and in which an answer is taken;
    // writes, fences and page walks among requests; reads of all sectors; writes of all bytes; responses in
    // pieces; changes of tables
    unsigned offer, take, respond, accept, write, fence, walk, whole, full, pieces, change;
    unsigned latency, spread; // of memory
    unsigned first, lines;    // of the pool that are accessed in this phase: a ring
    struct l2_pool_line pool[L2_POOL];
    struct l2_under_way request[L2_UNDER_WAY];
    unsigned requests;
    uint8_t asked[L2_NUMBERS]; // sectors under way for each number
    bool waits;                // the request was not taken in the previous cycle: `last` has it
    struct ul1_l2_in last;
    unsigned responds; // the request that is answered now
};

struct stimulus *l2_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
