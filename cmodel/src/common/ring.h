// A queue whose members leave in the order in which they came: places of a table, round and round.
#ifndef UL1_RING_H
#define UL1_RING_H

#include <stdint.h>

struct ring {
    uint8_t head, count;                    // the place of the oldest, and how many
};

// The place that the next one gets, of so many as the table has. (More than that never join, but for inputs that break their
// contract: then they get places that are taken.)
static inline unsigned ring_join(struct ring *r, unsigned places)
{
    return (r->head + (unsigned)r->count++) % places;
}

static inline void ring_leave(struct ring *r, unsigned places)
{
    r->head = (uint8_t)((r->head + 1) % places);
    r->count--;
}

#endif
