// The replay buffer: remainders that wait to be presented again, in the order in which their accesses joined.
#ifndef UL1_LSU_REPLAYS_H
#define UL1_LSU_REPLAYS_H

#include <string.h>

#include "l1/lsu/entry.h"

struct lsu_replays {
    uint8_t count;
    struct lsu_remainder {
        uint8_t id, sub, store;
        uint8_t wait;                       // cycles until it is a candidate
        uint8_t has_beat, beat;             // of a store: its beat is in the intake, and which it is
        uint32_t mask;                      // the slots left
    } place[UL1_RB + 1];                    // the oldest first, without gaps; place UL1_RB is nobody's
};

// The oldest place with a load, or with a store, that is ready to enter; UL1_RB if there is none.
static inline unsigned lsu_replays_ready(const struct lsu_replays *r, unsigned store)
{
    for (unsigned p = 0; p < r->count; p++) {
        const struct lsu_remainder *m = &r->place[p];
        if (m->store == store && m->wait == 0 && (!store || m->has_beat))
            return p;
    }
    return UL1_RB;
}

// The oldest place with a store that lacks its beat; UL1_RB if there is none.
static inline unsigned lsu_replays_wanting(const struct lsu_replays *r)
{
    for (unsigned p = 0; p < r->count; p++)
        if (r->place[p].store && !r->place[p].has_beat)
            return p;
    return UL1_RB;
}

// There is room, by the conditions for taking and presenting. (A remainder presented again that was never given back could
// break them; it is dropped.)
static inline void lsu_replays_join(struct lsu_replays *r, struct lsu_remainder remainder)
{
    if (r->count < UL1_RB)
        r->place[r->count++] = remainder;
}

static inline void lsu_replays_leave(struct lsu_replays *r, unsigned place)
{
    if (place >= r->count)
        return;
    r->count--;
    memmove(&r->place[place], &r->place[place + 1], (r->count - place) * sizeof r->place[0]);
}

// A cycle passes.
static inline void lsu_replays_wait(struct lsu_replays *r)
{
    for (unsigned p = 0; p < r->count; p++)
        r->place[p].wait = (uint8_t)(r->place[p].wait - (r->place[p].wait != 0));
}

#endif
