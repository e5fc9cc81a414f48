#include "checkers/lockstep/ring.h"

#include <sched.h>
#include <stdlib.h>

enum { LOOKS = 200 }; // before a side sleeps: some 50 microseconds

bool ring_open(struct ring *r, size_t slot_size)
{
    struct ring_side *const sides[] = { &r->writer, &r->reader };
    for (int i = 0; i < 2; i++) {
        atomic_init(&sides[i]->count, 0);
        atomic_init(&sides[i]->asleep, false);
        atomic_init(&sides[i]->over, false);
        pthread_cond_init(&sides[i]->woken, NULL);
    }
    pthread_mutex_init(&r->mutex, NULL);
    r->slot_size = (slot_size + 63) / 64 * 64;
    r->slots = calloc(RING_SLOTS, r->slot_size);
    return r->slots;
}

void ring_close(struct ring *r)
{
    pthread_cond_destroy(&r->writer.woken);
    pthread_cond_destroy(&r->reader.woken);
    pthread_mutex_destroy(&r->mutex);
    free(r->slots);
}

static bool is_writer(const struct ring *r, const struct ring_side *me)
{
    return me == &r->writer;
}

// Slots that are ready for this side.
static size_t there(const struct ring *r, const struct ring_side *me)
{
    const size_t ahead = atomic_load(&r->writer.count) - atomic_load(&r->reader.count);
    return is_writer(r, me) ? RING_SLOTS - ahead : ahead;
}

// Each side sets its `asleep` flag first and checks for slots then. The other publishes its slots first and
// checks the flag then.
static void sleep_until_half(struct ring *r, struct ring_side *me, const struct ring_side *other)
{
    pthread_mutex_lock(&r->mutex);
    atomic_store(&me->asleep, true);
    while (there(r, me) < RING_SLOTS / 2 && !atomic_load(&other->over))
        pthread_cond_wait(&me->woken, &r->mutex);
    atomic_store(&me->asleep, false);
    pthread_mutex_unlock(&r->mutex);
}

static void wake(struct ring *r, struct ring_side *other)
{
    pthread_mutex_lock(&r->mutex);
    pthread_cond_signal(&other->woken);
    pthread_mutex_unlock(&r->mutex);
}

static void *next(struct ring *r, struct ring_side *me, const struct ring_side *other)
{
    for (unsigned i = 0; i < LOOKS && !there(r, me) && !atomic_load(&other->over); i++)
        sched_yield();
    if (!there(r, me) && !atomic_load(&other->over))
        sleep_until_half(r, me, other);
    if (is_writer(r, me) ? atomic_load(&other->over) : !there(r, me))
        return NULL;
    return r->slots + atomic_load(&me->count) % RING_SLOTS * r->slot_size;
}

static void done(struct ring *r, struct ring_side *me, struct ring_side *other)
{
    atomic_fetch_add(&me->count, 1);
    if (atomic_load(&other->asleep) && there(r, other) >= RING_SLOTS / 2)
        wake(r, other);
}

void *ring_fill(struct ring *r)
{
    return next(r, &r->writer, &r->reader);
}

void ring_filled(struct ring *r)
{
    done(r, &r->writer, &r->reader);
}

void *ring_empty(struct ring *r)
{
    return next(r, &r->reader, &r->writer);
}

void ring_emptied(struct ring *r)
{
    done(r, &r->reader, &r->writer);
}

void ring_over(struct ring *r, struct ring_side *me)
{
    atomic_store(&me->over, true);
    wake(r, is_writer(r, me) ? &r->reader : &r->writer);
}
