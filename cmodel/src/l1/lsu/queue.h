// The new queue: instructions not yet chosen in full, in the order in which they were taken; and of each warp how many
// are out, which is no longer in the queue and not retired. A warp's accesses to shared memory and those that are cached have
// an order each, as they meet nowhere; a fence is in both.
#ifndef UL1_LSU_QUEUE_H
#define UL1_LSU_QUEUE_H

#include <string.h>

#include "common/ages.h"
#include "l1/lsu/entry.h"

enum { LSU_SHARED, LSU_CACHED, LSU_ORDERS };
#define LSU_BOTH (1u << LSU_SHARED | 1u << LSU_CACHED)

struct lsu_queue {
    uint64_t before[LSU_IDS];               // the ages of those that are in it
    struct lsu_order {
        uint64_t all, first;                // those that are in it; before whom there is none of their warp
        uint64_t of_warp[LSU_WARPS];        // of each warp those that are
    } order[LSU_ORDERS];
    uint8_t out[LSU_WARPS];                 // of each warp: instructions that are out
};

// Those before whom there is none of their warp in any order that they are in.
static inline uint64_t lsu_queue_turn(const struct lsu_queue *q)
{
    const struct lsu_order *s = &q->order[LSU_SHARED], *c = &q->order[LSU_CACHED];
    return (s->first & ~c->all) | (c->first & ~s->all) | (s->first & c->first);
}

// The oldest of some that are in it; LSU_IDS if there is none.
static inline unsigned lsu_queue_oldest(const struct lsu_queue *q, uint64_t some)
{
    return some ? ages_oldest(q->before, some) : LSU_IDS;
}

// `orders` is a set of them.
static inline void lsu_queue_join(struct lsu_queue *q, unsigned id, unsigned warp, unsigned orders)
{
    for (unsigned m = 0; m < LSU_ORDERS; m++) {
        if (!bit(orders, m))
            continue;
        struct lsu_order *o = &q->order[m];
        if (!o->of_warp[warp])
            o->first |= one(id);
        o->of_warp[warp] |= one(id);
        o->all |= one(id);
    }
    ages_join(q->before, UL1_PT, id);
}

// An instruction leaves the queue, if it is in it, and is out then. It had the turn, which the next of its warp gets.
static inline void lsu_queue_leave(struct lsu_queue *q, unsigned id, unsigned warp)
{
    if (!is_in(q->order[LSU_SHARED].all | q->order[LSU_CACHED].all, id))
        return;
    q->out[warp]++;
    for (unsigned m = 0; m < LSU_ORDERS; m++) {
        struct lsu_order *o = &q->order[m];
        o->all &= ~one(id);
        o->first &= ~one(id);
        o->of_warp[warp] &= ~one(id);
        unsigned next = lsu_queue_oldest(q, o->of_warp[warp]);
        if (next < LSU_IDS)
            o->first |= one(next);
    }
}

static inline void lsu_queue_reset(struct lsu_queue *q)
{
    memset(q->order, 0, sizeof q->order);
    memset(q->out, 0, sizeof q->out);
}

#endif
