// A queue as a ring: members leave in the order in which they joined.
#ifndef UL1_RING_H
#define UL1_RING_H

#include <stdint.h>

struct ring {
    uint8_t head, count; // the position of the oldest, and the number of members
};

// Position that the next member gets, in a table of `places`. The ring overflows only if inputs break the
// contract; then a member gets a position in use.
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
