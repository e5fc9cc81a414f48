// Cached accesses that are prepared: each is of one line, with all that enters stage 0 with it. New ones, those of sleepers
// that have woken, and replays of filled lines have places of their own, so that none waits for another kind.
#ifndef UL1_LSU_LINES_H
#define UL1_LSU_LINES_H

#include "common/ages.h"
#include "l1/lsu/entry.h"

enum { LSU_NEW, LSU_WOKEN, LSU_REPLAY, LSU_KINDS };

struct lsu_lines {
    uint64_t used[LSU_KINDS];               // places with an access of the kind
    uint64_t first;                         // of the new ones: before whom there is none of their warp
    uint64_t bets, room;                    // of the new ones: those that bet; those of a store or a flush
    uint64_t before[UL1_LINE_PLACES];       // their ages
    uint64_t of_warp[LSU_WARPS];            // of each warp the places that were its last, used or not
    struct lsu_line {
        uint8_t id, sub, warp, width, sign, store, bypass, writeback, inval, flush, ordered;
        uint8_t beat, end;                  // of a store: its number in the intake; its sub-warp's last
        uint8_t final;                      // no lane of its instruction was left to be prepared
        uint8_t prt, last, err, bare;       // of a replay: see prt
        uint32_t lanes, mask;               // its lanes, its slots
        uint64_t line;
        array_addr addr[LANES];             // of each slot
    } place[UL1_LINE_PLACES + 1];           // place UL1_LINE_PLACES is nobody's
};

// The places of a kind.
static inline uint64_t lsu_lines_of(unsigned kind)
{
    return kind == LSU_NEW ? below(UL1_NEW_LINES)
        : kind == LSU_WOKEN ? below(UL1_WOKEN_LINES) << UL1_NEW_LINES
        : below(UL1_REPLAY_LINES) << (UL1_NEW_LINES + UL1_WOKEN_LINES);
}

static inline unsigned lsu_lines_oldest(const struct lsu_lines *l, uint64_t some)
{
    return some ? ages_oldest(l->before, some) : UL1_LINE_PLACES;
}

// The places of an instruction.
static inline uint64_t lsu_lines_id(const struct lsu_lines *l, uint64_t some, unsigned id)
{
    uint64_t its = 0;
    for (uint64_t left = some; left; left = without_lowest(left))
        its |= l->place[lowest(left)].id == id ? lowest_one(left) : 0;
    return its;
}

// The new ones of a warp.
static inline uint64_t lsu_lines_warp(const struct lsu_lines *l, unsigned warp)
{
    return l->used[LSU_NEW] & l->of_warp[warp];
}

// A place for an access that joins. (There is one, by the conditions for choosing.)
static inline unsigned lsu_lines_join(struct lsu_lines *l, unsigned kind, unsigned warp)
{
    uint64_t unused = lsu_lines_of(kind) & ~l->used[kind];
    unsigned i = unused ? lowest(unused) : UL1_LINE_PLACES;
    if (unused) {
        ages_join(l->before, UL1_LINE_PLACES, i);
        l->first = with(l->first, i, !lsu_lines_warp(l, warp));
        l->used[kind] |= one(i);
        l->of_warp[l->place[i].warp] &= ~one(i);
        l->of_warp[warp] |= one(i);
    }
    return i;
}

// These are of the warp: the oldest of the new ones that are left of it is the first.
static inline void lsu_lines_leave(struct lsu_lines *l, uint64_t these, unsigned warp)
{
    for (unsigned k = 0; k < LSU_KINDS; k++)
        l->used[k] &= ~these;
    uint64_t others = lsu_lines_warp(l, warp);
    if (others)
        l->first |= one(ages_oldest(l->before, others));
}

#endif
