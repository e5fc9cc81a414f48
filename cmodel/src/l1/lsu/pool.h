// The pool: accesses to shared memory that are prepared, with the addresses of their slots. A *fresh* one has had no pass. What
// a pass has left over keeps the place, or waits in the pending table.
#ifndef UL1_LSU_POOL_H
#define UL1_LSU_POOL_H

#include "common/ages.h"
#include "l1/lsu/entry.h"

struct lsu_pool {
    uint64_t used, fresh;                   // places with an access; of these, those that had no pass
    uint64_t taken;                         // those that were used when the cycle began
    uint64_t loads;                         // those with a load's access
    uint64_t first;                         // of those that are fresh: before which there is no other of their warp
    uint64_t behind;                        // places of a warp that is busy, used or not
    uint64_t waits;                         // those of them that are not to enter yet
    uint64_t before[UL1_POOL];              // those that joined, or had a pass, before
    uint64_t of_warp[LSU_WARPS];            // of each warp the places that were its last, used or not
    struct lsu_prepared {
        uint8_t id, sub, warp, width, sign;
        uint8_t last;                       // the last sub-warp of its instruction
        uint8_t wait;                       // cycles until it may enter
        uint8_t beat;                       // of a store: its number in the intake
        uint32_t mask;                      // the slots left
        array_addr addr[LANES];             // of each slot
    } place[UL1_POOL + 1];                  // no access is in place UL1_POOL
};

// Those that want nothing but a booking, or room: remainders that need not wait; fresh ones that need not wait for their warp.
static inline uint64_t lsu_pool_ready(const struct lsu_pool *p)
{
    return (p->used & ~(p->fresh | p->waits)) | (p->fresh & p->first & ~p->behind);
}

// A warp is busy from now on, or is not.
static inline void lsu_pool_busy(struct lsu_pool *p, unsigned warp, unsigned busy)
{
    p->behind = busy ? p->behind | p->of_warp[warp] : p->behind & ~p->of_warp[warp];
}

// A place for an access that joins: the lowest that was free when the cycle began. (There is one, as it was chosen. If inputs break
// their contract the access is dropped.)
static inline unsigned lsu_pool_join(struct lsu_pool *p, unsigned warp, unsigned busy, unsigned load, unsigned fresh)
{
    uint64_t unused = ~p->taken & below(UL1_POOL);
    if (!unused)
        return UL1_POOL;
    unsigned i = lowest(unused);
    ages_join(p->before, UL1_POOL, i);
    p->used |= one(i);
    p->first = with(p->first, i, !(p->fresh & p->of_warp[warp]));
    p->behind = with(p->behind, i, busy);
    p->of_warp[p->place[i].warp] &= ~one(i);
    p->of_warp[warp] |= one(i);
    p->fresh = with(p->fresh, i, fresh);
    p->loads = with(p->loads, i, load);
    return i;
}

// It has had a pass: the next of its warp, if it is there, is the first. (Of a remainder, that it is already.)
static inline void lsu_pool_passed(struct lsu_pool *p, unsigned i)
{
    p->fresh &= ~one(i);
    uint64_t others = p->fresh & p->of_warp[p->place[i].warp];
    if (others)
        p->first |= one(ages_oldest(p->before, others));
}

static inline void lsu_pool_leave(struct lsu_pool *p, unsigned i)
{
    lsu_pool_passed(p, i);
    p->used &= ~one(i);
}

// What a pass has left over waits for its next, behind all others.
static inline void lsu_pool_stay(struct lsu_pool *p, unsigned i, uint32_t left, unsigned wait)
{
    lsu_pool_passed(p, i);
    ages_join(p->before, UL1_POOL, i);
    p->waits = with(p->waits, i, wait != 0);
    p->place[i].mask = left;
    p->place[i].wait = (uint8_t)wait;
}

// A cycle passes.
static inline void lsu_pool_wait(struct lsu_pool *p)
{
    p->taken = p->used;
    for (uint64_t left = p->waits; left; left = without_lowest(left))
        if (!--p->place[lowest(left)].wait)
            p->waits &= ~lowest_one(left);
}

static inline void lsu_pool_reset(struct lsu_pool *p)
{
    p->used = p->fresh = p->behind = p->waits = 0;
}

#endif
