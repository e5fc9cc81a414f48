// Pool: shared accesses that are prepared, with the addresses of their slots. An unissued (*fresh*) access
// has had no pass. A remainder keeps its entry, or waits in the instruction table.
#ifndef UL1_LSU_POOL_H
#define UL1_LSU_POOL_H

#include "common/ages.h"
#include "l1/lsu/entry.h"

struct lsu_pool {
    uint64_t used, unissued;     // entries with an access; those among them without a pass
    uint64_t taken;              // entries that were used when the cycle began
    uint64_t loads, returns;     // entries with a load, with a store that returns words
    uint64_t first;              // unissued accesses without an older one of their warp
    uint64_t behind;             // entries of a busy warp, used or not
    uint64_t waits;              // used entries that may not enter yet
    uint64_t before[UL1_POOL];   // entries that joined or had a pass before
    uint64_t of_warp[LSU_WARPS]; // for each warp, its entries, used or not
    struct lsu_prepared {
        uint8_t id, sub, warp, width, sign, atom;
        uint8_t last;           // the last sub-warp of its instruction
        uint8_t wait;           // cycles until it may enter
        uint8_t beat;           // the intake beat of a store
        lane_set mask;          // the slots that wait
        array_addr addr[LANES]; // of each slot
    } place[UL1_POOL + 1];      // entry UL1_POOL is never used
};

// Entries that need only a reservation of the write port, or a credit: remainders past their wait, and
// unissued accesses with nothing of their warp ahead.
static inline uint64_t lsu_pool_ready(const struct lsu_pool *p)
{
    return (p->used & ~(p->unissued | p->waits)) | (p->unissued & p->first & ~p->behind);
}

// The warp becomes busy, or is busy no longer.
static inline void lsu_pool_busy(struct lsu_pool *p, unsigned warp, unsigned busy)
{
    p->behind = busy ? p->behind | p->of_warp[warp] : p->behind & ~p->of_warp[warp];
}

// The entry for an access that joins: the lowest that was free when the cycle began. One was free when the
// access was chosen; if inputs break the contract, the access is dropped.
static inline unsigned lsu_pool_join(struct lsu_pool *p, unsigned warp, unsigned busy, unsigned load,
                                     unsigned unissued)
{
    uint64_t unused = ~p->taken & below(UL1_POOL);
    if (!unused)
        return UL1_POOL;
    unsigned i = lowest(unused);
    ages_join(p->before, UL1_POOL, i);
    p->used |= one(i);
    p->first = with(p->first, i, !(p->unissued & p->of_warp[warp]));
    p->behind = with(p->behind, i, busy);
    p->of_warp[p->place[i].warp] &= ~one(i);
    p->of_warp[warp] |= one(i);
    p->unissued = with(p->unissued, i, unissued);
    p->loads = with(p->loads, i, load);
    return i;
}

// An access has had a pass, so the next unissued one of its warp becomes the first. For a remainder that is
// so already.
static inline void lsu_pool_passed(struct lsu_pool *p, unsigned i)
{
    p->unissued &= ~one(i);
    uint64_t others = p->unissued & p->of_warp[p->place[i].warp];
    if (others)
        p->first |= one(ages_oldest(p->before, others));
}

static inline void lsu_pool_leave(struct lsu_pool *p, unsigned i)
{
    lsu_pool_passed(p, i);
    p->used &= ~one(i);
}

// A remainder waits for its next pass, as the youngest.
static inline void lsu_pool_stay(struct lsu_pool *p, unsigned i, lane_set left, unsigned wait)
{
    lsu_pool_passed(p, i);
    ages_join(p->before, UL1_POOL, i);
    p->waits = with(p->waits, i, wait != 0);
    p->place[i].mask = left;
    p->place[i].wait = (uint8_t)wait;
}

// One cycle passes.
static inline void lsu_pool_wait(struct lsu_pool *p)
{
    p->taken = p->used;
    for (uint64_t left = p->waits; left; left = without_lowest(left))
        if (!--p->place[lowest(left)].wait)
            p->waits &= ~lowest_one(left);
}

static inline void lsu_pool_reset(struct lsu_pool *p)
{
    p->used = p->unissued = p->behind = p->waits = 0;
}

#endif
