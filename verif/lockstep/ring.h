// Slots that one thread fills and another empties, in order. Who finds nothing to do looks a few times more, then sleeps until
// half of the slots are there for him, so that it is seldom that the one has to wake the other.
#ifndef RING_H
#define RING_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { RING_SLOTS = 64 };

struct ring_side {
    atomic_size_t count;        // slots that this side is through with
    atomic_bool asleep, over;   // over: it goes on no more
    pthread_cond_t woken;
};

struct ring {
    struct ring_side writer, reader;
    pthread_mutex_t mutex;
    size_t slot_size;
    unsigned char *slots;
};

bool ring_open(struct ring *, size_t slot_size);    // false: no memory; slots are zero at first
void ring_close(struct ring *);

// The next slot to fill, to empty; null: the other side is over (of the reader: and all that was filled is empty). Then that it
// was done; and that this side goes on no more.
void *ring_fill(struct ring *);
void ring_filled(struct ring *);
void *ring_empty(struct ring *);
void ring_emptied(struct ring *);
void ring_over(struct ring *, struct ring_side *);

#endif
