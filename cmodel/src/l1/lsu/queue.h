// The new queue: instructions not yet chosen in full; and of each warp how many are out, which is no longer in the queue and
// not retired. A warp's accesses to shared memory and those that are cached have an order each, as they meet nowhere; a fence
// is in both. Between warps there is no order.
#ifndef UL1_LSU_QUEUE_H
#define UL1_LSU_QUEUE_H

#include <string.h>

#include "l1/lsu/entry.h"

enum { LSU_SHARED, LSU_CACHED, LSU_ORDERS };
#define LSU_BOTH (1u << LSU_SHARED | 1u << LSU_CACHED)

struct lsu_queue {
    struct lsu_order {
        uint64_t all, first;                // those that are in it; before which there is none of their warp
        uint8_t behind[LSU_IDS];            // of each of those: the next of its warp, plus 1, or 0
        uint8_t last[LSU_WARPS];            // of each warp: the last that joined, plus 1, or 0 if it has left
    } order[LSU_ORDERS];
    uint8_t out[LSU_WARPS];                 // of each warp: instructions that are out
};

// Those before which there is none of their warp in any order that they are in.
static inline uint64_t lsu_queue_turn(const struct lsu_queue *q)
{
    const struct lsu_order *s = &q->order[LSU_SHARED], *c = &q->order[LSU_CACHED];
    return (s->first & ~c->all) | (c->first & ~s->all) | (s->first & c->first);
}

static inline unsigned lsu_queue_has(const struct lsu_queue *q, unsigned id)
{
    return is_in(q->order[LSU_SHARED].all | q->order[LSU_CACHED].all, id);
}

// The next of its warp behind one that is in the order, as a set.
static inline uint64_t lsu_queue_behind(const struct lsu_order *o, unsigned id)
{
    return is_in(o->all, id) && o->behind[id] ? one(o->behind[id] - 1u) : 0;
}

static inline void lsu_order_join(struct lsu_order *o, unsigned id, unsigned warp)
{
    if (o->last[warp])
        o->behind[o->last[warp] - 1u] = (uint8_t)(id + 1);
    else
        o->first |= one(id);
    o->behind[id] = 0;
    o->last[warp] = (uint8_t)(id + 1);
    o->all |= one(id);
}

// It had the turn, which the next of its warp gets.
static inline void lsu_order_leave(struct lsu_order *o, unsigned id, unsigned warp)
{
    o->first = (o->first & ~one(id)) | lsu_queue_behind(o, id);
    o->all &= ~one(id);
    if (o->last[warp] == id + 1)
        o->last[warp] = 0;
}

// `orders` is a set of them.
static inline void lsu_queue_join(struct lsu_queue *q, unsigned id, unsigned warp, unsigned orders)
{
    for (unsigned m = 0; m < LSU_ORDERS; m++)
        if (bit(orders, m))
            lsu_order_join(&q->order[m], id, warp);
}

// An instruction leaves the queue, if it is in it, and is out then.
static inline void lsu_queue_leave(struct lsu_queue *q, unsigned id, unsigned warp)
{
    if (!lsu_queue_has(q, id))
        return;
    q->out[warp]++;
    for (unsigned m = 0; m < LSU_ORDERS; m++)
        lsu_order_leave(&q->order[m], id, warp);
}

static inline void lsu_queue_reset(struct lsu_queue *q)
{
    memset(q, 0, sizeof *q);
}

#endif
