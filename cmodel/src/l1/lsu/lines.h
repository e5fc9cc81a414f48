// Line buffer: cached accesses that are prepared, each of one line, with all that they bring to stage 0.
// Loads and invals, stores and flushes, and replays have entries of their own, so that no kind waits for
// another.
#ifndef UL1_LSU_LINES_H
#define UL1_LSU_LINES_H

#include "common/ages.h"
#include "l1/lsu/entry.h"

enum { LSU_LOADS, LSU_STORES, LSU_REPLAY, LSU_KINDS };

struct lsu_lines {
    uint64_t used[LSU_KINDS];          // entries with an access of the kind
    uint64_t before[UL1_LINE_ENTRIES]; // age order of the entries
    struct lsu_line {
        uint8_t id, part, warp, width, sign, store, bypass, fresh, stream, writeback, inval, flush, ordered;
        uint8_t red, returns;         // operation of a reduction, else none; memory answers it
        uint8_t old, number;          // a replay that returns old words, and their number
        uint8_t beat, end;            // for a store: its intake beat; it is the last of its sub-warp
        uint8_t final;                // no lane of its instruction was left
        uint8_t prt, last, err, bare; // for a replay: see prt
        lane_set lanes, mask;         // lanes and slots of the access
        uint64_t line;
        array_addr addr[LANES];    // of each slot
    } place[UL1_LINE_ENTRIES + 1]; // entry UL1_LINE_ENTRIES is never used
};

// The number of entries of a kind, and which they are.
static inline unsigned lsu_lines_credit(unsigned kind)
{
    static const uint8_t room[LSU_KINDS] = { UL1_LOAD_LINES, UL1_STORE_LINES, UL1_REPLAY_LINES };
    return room[kind];
}

static inline uint64_t lsu_lines_of(unsigned kind)
{
    static const uint8_t from[LSU_KINDS] = { 0, UL1_LOAD_LINES, UL1_NEW_LINES };
    return below(lsu_lines_credit(kind)) << from[kind];
}

// The entries of accesses other than replays.
static inline uint64_t lsu_lines_new(const struct lsu_lines *l)
{
    return l->used[LSU_LOADS] | l->used[LSU_STORES];
}

static inline unsigned lsu_lines_oldest(const struct lsu_lines *l, unsigned kind)
{
    return l->used[kind] ? ages_oldest(l->before, l->used[kind]) : UL1_LINE_ENTRIES;
}

// An entry for an access that joins; the conditions of choice ensure that one is free.
static inline unsigned lsu_lines_join(struct lsu_lines *l, unsigned kind)
{
    uint64_t unused = lsu_lines_of(kind) & ~l->used[kind];
    unsigned i = unused ? lowest(unused) : UL1_LINE_ENTRIES;
    if (unused) {
        ages_join(l->before, UL1_LINE_ENTRIES, i);
        l->used[kind] |= one(i);
    }
    return i;
}

static inline void lsu_lines_leave(struct lsu_lines *l, unsigned i)
{
    for (unsigned k = 0; k < LSU_KINDS; k++)
        l->used[k] &= ~one(i);
}

#endif
