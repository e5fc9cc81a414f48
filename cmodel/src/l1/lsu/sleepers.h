// The sleepers: entries of the pending table with a deferred access. At most one of them is urgent: for that others open no
// fetch that could take what it lacks.
#ifndef UL1_LSU_SLEEPERS_H
#define UL1_LSU_SLEEPERS_H

#include <string.h>

#include "l1/lsu/entry.h"

struct lsu_sleepers {
    uint64_t all, asleep;                   // all of them; those that are not awake
    uint64_t room;                          // those that were deferred last for want of room for a dirty line
    uint8_t of_warp[LSU_WARPS];             // of each warp: how many there are
    struct lsu_urgent {
        uint8_t valid, id;                  // without one, id is the last
        uint8_t lacks, set;                 // it was deferred since, a line of this set
        uint8_t alone;                      // it lacked what any fetch would take: an entry, or room
    } urgent;
};

static inline void lsu_sleepers_sleep(struct lsu_sleepers *s, unsigned id, unsigned warp, unsigned room)
{
    s->of_warp[warp] = (uint8_t)(s->of_warp[warp] + !is_in(s->all, id));
    s->all |= one(id);
    s->asleep |= one(id);
    s->room = with(s->room, id, room);
}

static inline void lsu_sleepers_leave(struct lsu_sleepers *s, unsigned id, unsigned warp)
{
    s->of_warp[warp] = (uint8_t)(s->of_warp[warp] - is_in(s->all, id));
    s->all &= ~one(id);
}

// The next sleeper behind the last that was urgent is so, and awake.
static inline void lsu_sleepers_urge(struct lsu_sleepers *s)
{
    s->urgent = (struct lsu_urgent){ .valid = 1, .id = (uint8_t)next_in(s->all, s->urgent.id) };
    s->asleep &= ~one(s->urgent.id);
}

static inline void lsu_sleepers_reset(struct lsu_sleepers *s)
{
    memset(s, 0, sizeof *s);
}

#endif
