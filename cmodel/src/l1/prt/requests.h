// The queue of requests: reads, writes and fences on their way to translation.
#ifndef UL1_PRT_REQUESTS_H
#define UL1_PRT_REQUESTS_H

#include "l1/prt/state.h"

static inline void prt_append(struct prt_state *s, unsigned op, unsigned index)
{
    s->queue[ring_join(&s->requests, PRT_QUEUE)] = (struct prt_request){ .op = (uint8_t)op, .index = (uint8_t)index };
}

static inline void prt_append_fence(struct prt_state *s, unsigned id, unsigned level)
{
    s->fence = 1;
    s->fence_id = (uint8_t)id;
    s->fence_level = (uint8_t)level;
    prt_append(s, UL1_MEMOP_FENCE, 0);
}

static inline unsigned prt_first_is(const struct prt_state *s, unsigned op)
{
    return s->requests.count != 0 && s->queue[s->requests.head].op == op;
}

// The entry whose request is the first; UL1_PRT if that is another's.
static inline unsigned prt_reads(const struct prt_state *s)
{
    return prt_first_is(s, UL1_MEMOP_READ) ? s->queue[s->requests.head].index : UL1_PRT;
}

// The entry of the write data buffer whose write is the first; of another request, any.
static inline unsigned prt_writes(const struct prt_state *s)
{
    return s->queue[s->requests.head].index % UL1_WDB;
}

// The first is on its way, or has failed.
static inline void prt_leave(struct prt_state *s)
{
    if (prt_first_is(s, UL1_MEMOP_FENCE))
        s->fence = 0;
    ring_leave(&s->requests, PRT_QUEUE);
}

#endif
