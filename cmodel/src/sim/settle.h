// The state of a simulation after a reset, apart from the machine: nothing is queued, in flight or requested
// of memory.
#ifndef SIM_SETTLE_H
#define SIM_SETTLE_H

#include <string.h>

#include "sim/memory.h"
#include "sim/rings.h"

// Frees records that are neither free nor complete.
static inline void sim_settle(struct ul1_sim *s)
{
    struct sim_live *v = s->live;
    v->queue = v->beside = (struct sim_ring){ 0 };
    v->free_records = 0;
    for (uint32_t which = s->config.capacity; which--;) {
        bool completed = false;
        for (uint32_t n = 0; n < v->dones.count; n++)
            completed |= s->done[sim_ring_at(&v->dones, n, s->config.capacity)] == which;
        if (!completed)
            sim_record_free(s, (uint16_t)which);
    }
    v->flights = v->remainders = v->copies = v->waits = 0;
    for (unsigned e = 0; e < SIM_FLIGHTS; e++)
        v->flight[e] = SIM_NONE;
    memset(v->opener, SIM_NO_ENTRY, sizeof v->opener);
    v->command = SIM_NONE;
    sim_memory_forget(s);
    sim_watch_begin(s, s->watch.call, s->watch.user);
}

#endif
