// New queue: instructions not yet chosen in full; and for each warp the number of its instructions that are
// out, neither in the queue nor retired. The shared and the cached instructions of a warp have an order each;
// a fence is in both. Between warps there is no order.
#ifndef UL1_LSU_QUEUE_H
#define UL1_LSU_QUEUE_H

#include <string.h>

#include "l1/lsu/entry.h"

enum { LSU_SHARED, LSU_CACHED, LSU_ORDERS };
#define LSU_BOTH (1u << LSU_SHARED | 1u << LSU_CACHED)

struct lsu_queue {
    struct lsu_order {
        uint64_t all, first;     // entries in the order; those without an earlier one of their warp
        uint8_t behind[LSU_IDS]; // for each entry: its successor in the warp, plus 1, or 0
        uint8_t last[LSU_WARPS]; // for each warp: the last that joined, plus 1, or 0 if it has left
    } order[LSU_ORDERS];
    uint8_t out[LSU_WARPS]; // for each warp: instructions that are out
};

// Entries without an earlier one of their warp in any of their orders.
static inline uint64_t lsu_queue_head(const struct lsu_queue *q)
{
    const struct lsu_order *s = &q->order[LSU_SHARED], *c = &q->order[LSU_CACHED];
    return (s->first & ~c->all) | (c->first & ~s->all) | (s->first & c->first);
}

static inline unsigned lsu_queue_has(const struct lsu_queue *q, unsigned id)
{
    return is_in(q->order[LSU_SHARED].all | q->order[LSU_CACHED].all, id);
}

// The successor of an entry in its warp, as a set.
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

// The head of a warp leaves, and its successor becomes the head.
static inline void lsu_order_leave(struct lsu_order *o, unsigned id, unsigned warp)
{
    o->first = (o->first & ~one(id)) | lsu_queue_behind(o, id);
    o->all &= ~one(id);
    if (o->last[warp] == id + 1)
        o->last[warp] = 0;
}

// `orders` is a set of orders.
static inline void lsu_queue_join(struct lsu_queue *q, unsigned id, unsigned warp, unsigned orders)
{
    for (unsigned m = 0; m < LSU_ORDERS; m++)
        if (bit(orders, m))
            lsu_order_join(&q->order[m], id, warp);
}

// An instruction leaves the queue, if it is there, and is out then.
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
