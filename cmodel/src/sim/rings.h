// Queues of record numbers: rings, each with an element for every record.
#ifndef SIM_RINGS_H
#define SIM_RINGS_H

#include "sim/sim.h"

static inline uint32_t sim_ring_at(const struct sim_ring *r, uint32_t n, uint32_t places)
{
    return r->head + n < places ? r->head + n : r->head + n - places;
}

static inline void sim_ring_join(struct sim_ring *r, uint16_t *number, uint32_t places, uint16_t which)
{
    number[sim_ring_at(r, r->count++, places)] = which;
}

static inline uint16_t sim_ring_leave(struct sim_ring *r, const uint16_t *number, uint32_t places)
{
    uint16_t which = number[r->head];
    r->head = sim_ring_at(r, 1, places);
    r->count--;
    return which;
}

// The second record goes before the first.
static inline void sim_ring_pass(const struct sim_ring *r, uint16_t *number, uint32_t places)
{
    const uint32_t second = sim_ring_at(r, 1, places);
    const uint16_t which = number[second];
    number[second] = number[r->head];
    number[r->head] = which;
}

// The record is complete and can be collected.
static inline void sim_complete(struct ul1_sim *s, uint16_t which)
{
    s->record[which].done.retired = s->live->cycle;
    sim_ring_join(&s->live->dones, s->done, s->config.capacity, which);
}

static inline void sim_record_free(struct ul1_sim *s, uint16_t which)
{
    s->free_record[s->live->free_records++] = which;
}

// Reports a lost store, if there is space.
static inline void sim_lost(struct ul1_sim *s, uint64_t line, unsigned err)
{
    struct sim_live *v = s->live;
    v->counters.lost++;
    if (v->lost.count == SIM_LOST) {
        v->counters.lost_untold++;
        return;
    }
    v->loss[sim_ring_at(&v->lost, v->lost.count++, SIM_LOST)] = (struct ul1_sim_lost){
        .cycle = v->cycle, .addr = line * s->machine->line_bytes, .err = (uint8_t)err
    };
}

#endif
