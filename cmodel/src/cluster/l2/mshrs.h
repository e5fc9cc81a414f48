// The MSHRs of an L2 slice: which are free, and those whose sectors have come, in the order in which they
// answer their reads.
#ifndef UL1_L2_MSHRS_H
#define UL1_L2_MSHRS_H

#include "cluster/l2/state.h"

// The lowest free MSHR, or UL1_L2_MSHRS.
static inline unsigned l2_free_mshr(const struct l2_state *s)
{
    unsigned n = 0;
    while (n < L2_MSHR_MASKS && s->opened[n] == UINT64_MAX)
        n++;
    const unsigned lowest_free = n < L2_MSHR_MASKS ? n * 64 + lowest(~s->opened[n]) : UL1_L2_MSHRS;
    return lowest_free < UL1_L2_MSHRS ? lowest_free : UL1_L2_MSHRS;
}

static inline void l2_list(struct l2_mshr *m, const struct l2_request *r)
{
    m->list[m->listed].number = r->number;
    m->list[m->listed++].sect = r->sect;
}

static inline void l2_open(struct l2_state *s, unsigned n, unsigned set, unsigned way, unsigned sect,
                           unsigned drops)
{
    s->opened[n / 64] |= one(n % 64);
    s->of[n].set = (uint8_t)set;
    s->of[n].way = (uint8_t)way;
    s->of[n].failed = 0;
    s->of[n].listed = 0;
    s->of[n].drops = (uint8_t)drops;
    s->mshr_state[n] = UL1_MSHRSTATE_COMES;
    s->mshr_sect[n] = (uint8_t)sect;
}

// Sectors have come. With the last of them the MSHR begins to answer.
static inline void l2_came(struct l2_state *s, unsigned n, unsigned sect, unsigned err)
{
    s->of[n].failed |= (uint8_t)(err ? sect : 0);
    s->mshr_sect[n] &= (uint8_t)~sect;
    if (s->mshr_sect[n])
        return;
    s->mshr_state[n] = UL1_MSHRSTATE_ANSWERS;
    s->answers[(s->first + s->answering++) % UL1_L2_MSHRS] = (uint8_t)n;
}

// The oldest MSHR that answers has answered all its reads.
static inline void l2_close(struct l2_state *s)
{
    const unsigned n = s->answers[s->first];
    s->opened[n / 64] &= ~one(n % 64);
    s->mshr_state[n] = UL1_MSHRSTATE_FREE;
    s->first = (uint8_t)((s->first + 1) % UL1_L2_MSHRS);
    s->answering--;
    s->next = 0;
}

#endif
