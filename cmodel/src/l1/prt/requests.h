// The request queue: reads, writes and fences on their way to translation.
#ifndef UL1_PRT_REQUESTS_H
#define UL1_PRT_REQUESTS_H

#include <string.h>

#include "l1/prt/state.h"

// The queue overflows only if inputs break the contract; then a request is lost.
static inline void prt_append(struct prt_state *s, unsigned op, unsigned index)
{
    if (s->requests < PRT_QUEUE)
        s->queue[s->requests++] = (struct prt_request){ .op = (uint8_t)op, .index = (uint8_t)index };
}

static inline void prt_append_fence(struct prt_state *s, unsigned id, unsigned level)
{
    s->fence = 1;
    s->fence_id = (uint8_t)id;
    s->fence_level = (uint8_t)level;
    prt_append(s, UL1_MEMOP_FENCE, 0);
}

static inline unsigned prt_offers(const struct prt_state *s, unsigned op)
{
    return s->offered < s->requests && s->queue[s->offered].op == op;
}

// The entry of the read on offer; UL1_PRT if another kind is on offer.
static inline unsigned prt_reads(const struct prt_state *s)
{
    return prt_offers(s, UL1_MEMOP_READ) ? s->queue[s->offered].index : UL1_PRT;
}

// The WDB entry of the write on offer; any entry if another kind is on offer.
static inline unsigned prt_writes(const struct prt_state *s)
{
    return s->queue[s->offered].index % UL1_WDB;
}

// The request on offer leaves, sent or failed.
static inline void prt_leave(struct prt_state *s)
{
    struct prt_request *left = &s->queue[s->offered];
    if (prt_offers(s, UL1_MEMOP_FENCE))
        s->fence = 0;
    s->requests--;
    memmove(left, left + 1, (s->requests - s->offered) * sizeof *left);
}

// Requests that waited for one of these walkers wait no more.
static inline void prt_wake(struct prt_state *s, unsigned walkers)
{
    for (unsigned i = 0; i < s->requests; i++)
        if (s->queue[i].waits & walkers)
            s->queue[i].waits = 0;
}

// The next request on offer: the oldest that does not wait; a fence only if it is the first.
static inline void prt_offer(struct prt_state *s)
{
    unsigned i = 0;
    while (i < s->requests && (s->queue[i].waits || (i && s->queue[i].op == UL1_MEMOP_FENCE)))
        i++;
    s->offered = (uint8_t)i;
}

#endif
