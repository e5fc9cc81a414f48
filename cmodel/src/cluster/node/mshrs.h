// The MSHRs of a node: free ones, and those with all their sectors, in the order in which they answer their
// reads.
#ifndef UL1_NODE_MSHRS_H
#define UL1_NODE_MSHRS_H

#include "cluster/node/state.h"

// The lowest free MSHR, or UL1_NODE_MSHRS.
static inline unsigned node_free_mshr(const struct node_state *s)
{
    unsigned n = 0;
    while (n < UL1_NODE_MSHRS && s->mshr_state[n] != UL1_MSHRSTATE_FREE)
        n++;
    return n;
}

static inline void node_list(struct node_mshr *m, const struct node_request *r)
{
    m->list[m->listed].from = r->from;
    m->list[m->listed].sub = r->head.sub;
    m->list[m->listed++].sect = r->sect;
}

static inline void node_open(struct node_state *s, unsigned n, unsigned set, unsigned way, unsigned sect)
{
    s->closed[n] = 0;
    s->of[n].set = (uint8_t)set;
    s->of[n].way = (uint8_t)way;
    s->of[n].failed = s->of[n].listed = 0;
    s->mshr_state[n] = UL1_MSHRSTATE_COMES;
    s->mshr_sect[n] = (uint8_t)sect;
}

// Sectors have come. With the last of them the MSHR begins to answer.
static inline void node_came(struct node_state *s, unsigned n, unsigned sect, unsigned err)
{
    if (err)
        s->of[n].failed |= (uint8_t)sect;
    s->mshr_sect[n] &= (uint8_t)~sect;
    if (s->mshr_sect[n])
        return;
    s->mshr_state[n] = UL1_MSHRSTATE_ANSWERS;
    s->answers[(s->first + s->answering++) % UL1_NODE_MSHRS] = (uint8_t)n;
}

// The oldest MSHR that answers has answered all its reads.
static inline void node_free(struct node_state *s, unsigned n)
{
    s->closed[n] = 0;
    s->mshr_state[n] = UL1_MSHRSTATE_FREE;
    s->first = (uint8_t)((s->first + 1) % UL1_NODE_MSHRS);
    s->answering--;
    s->next = 0;
}

#endif
