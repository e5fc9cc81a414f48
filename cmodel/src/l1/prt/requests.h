// The queue of requests: reads, writes and fences on their way to translation.
#ifndef UL1_PRT_REQUESTS_H
#define UL1_PRT_REQUESTS_H

#include <string.h>

#include "l1/prt/state.h"

// (More than fit never join, but for inputs that break their contract: then they are lost.)
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

// The entry whose request is offered; UL1_PRT if that is another's.
static inline unsigned prt_reads(const struct prt_state *s)
{
    return prt_offers(s, UL1_MEMOP_READ) ? s->queue[s->offered].index : UL1_PRT;
}

// The entry of the write data buffer whose write is offered; of another request, any.
static inline unsigned prt_writes(const struct prt_state *s)
{
    return s->queue[s->offered].index % UL1_WDB;
}

// What is offered is on its way, or has failed.
static inline void prt_leave(struct prt_state *s)
{
    struct prt_request *left = &s->queue[s->offered];
    if (prt_offers(s, UL1_MEMOP_FENCE))
        s->fence = 0;
    s->requests--;
    memmove(left, left + 1, (s->requests - s->offered) * sizeof *left);
}

// Those that waited for one of these walkers wait no more.
static inline void prt_wake(struct prt_state *s, unsigned walkers)
{
    for (unsigned i = 0; i < s->requests; i++)
        if (s->queue[i].waits & walkers)
            s->queue[i].waits = 0;
}

// Which is offered next: the oldest that does not wait, but no fence that is not the first.
static inline void prt_offer(struct prt_state *s)
{
    unsigned i = 0;
    while (i < s->requests && (s->queue[i].waits || (i && s->queue[i].op == UL1_MEMOP_FENCE)))
        i++;
    s->offered = (uint8_t)i;
}

#endif
