// The new queue: instructions not yet presented in full, in the order in which they were taken; and of each warp how many
// are out, which is no longer in the queue and not retired.
#ifndef UL1_LSU_QUEUE_H
#define UL1_LSU_QUEUE_H

#include <string.h>

#include "l1/lsu/entry.h"

struct lsu_queue {
    uint8_t count;
    uint8_t id[LSU_IDS];                    // the oldest first, without gaps
    uint64_t turn;                          // those before whom there is none of their warp
    uint64_t of_warp[LSU_WARPS];            // of each warp: its entries that are in the queue
    uint8_t out[LSU_WARPS];                 // of each warp: instructions that are out
};

// The oldest of some, if they are in it; LSU_IDS if none of them is.
static inline unsigned lsu_queue_oldest(const struct lsu_queue *q, uint64_t some)
{
    if (some)
        for (unsigned i = 0; i < q->count; i++)
            if (is_in(some, q->id[i]))
                return q->id[i];
    return LSU_IDS;
}

// (An entry is in it once at most, so all fit, but for inputs that break their contract.)
static inline void lsu_queue_join(struct lsu_queue *q, unsigned id, unsigned warp)
{
    if (!q->of_warp[warp])
        q->turn |= one(id);
    q->of_warp[warp] |= one(id);
    if (q->count < LSU_IDS)
        q->id[q->count++] = (uint8_t)id;
}

static inline void lsu_queue_remove(struct lsu_queue *q, unsigned id)
{
    unsigned i = 0;
    while (i < q->count && q->id[i] != id)
        i++;
    if (i == q->count)
        return;
    q->count--;
    memmove(&q->id[i], &q->id[i + 1], q->count - i);
}

// An instruction leaves the queue, if it is in it, and is out then. It had the turn, which the next of its warp gets.
static inline void lsu_queue_leave(struct lsu_queue *q, unsigned id, unsigned warp)
{
    if (!is_in(q->of_warp[warp], id))
        return;
    lsu_queue_remove(q, id);
    q->of_warp[warp] &= ~one(id);
    q->turn &= ~one(id);
    q->out[warp]++;
    unsigned next = lsu_queue_oldest(q, q->of_warp[warp]);
    if (next < LSU_IDS)
        q->turn |= one(next);
}

static inline void lsu_queue_reset(struct lsu_queue *q)
{
    q->count = 0;
    q->turn = 0;
    memset(q->of_warp, 0, sizeof q->of_warp);
    memset(q->out, 0, sizeof q->out);
}

#endif
