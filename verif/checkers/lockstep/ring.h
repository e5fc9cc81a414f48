// A ring of slots that one thread fills and another empties, in order. A side without work polls a few times,
// and then sleeps until half of the slots are ready for it, so that wake-ups are rare.
#ifndef RING_H
#define RING_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { RING_SLOTS = 64 };

struct ring_side {
    atomic_size_t count;      // slots that this side has finished
    atomic_bool asleep, over; // over: it has ended
    pthread_cond_t woken;
};

struct ring {
    struct ring_side writer, reader;
    pthread_mutex_t mutex;
    size_t slot_size;
    unsigned char *slots;
};

bool ring_open(struct ring *, size_t slot_size); // false: memory is exhausted; slots are zero at first
void ring_close(struct ring *);

// The next slot to fill or empty; null: the other side has ended, and (for the reader) all filled slots are
// empty. The other functions: the slot is done; this side ends.
void *ring_fill(struct ring *);
void ring_filled(struct ring *);
void *ring_empty(struct ring *);
void ring_emptied(struct ring *);
void ring_over(struct ring *, struct ring_side *);

#endif
