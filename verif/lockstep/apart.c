#include "lockstep/apart.h"

#include <pthread.h>
#include <string.h>

#include "lockstep/ring.h"

struct apart {
    struct run *run;
    struct ring ring;           // slots of cycles: a head, inputs, outputs of the expected twin
    size_t in_offset, out_offset;
    const char *found;          // by who runs ahead
};

struct head {
    bool begun;                 // as the stimulus was
};

static size_t aligned(size_t size)
{
    return (size + 63) / 64 * 64;
}

static void *at(void *slot, size_t offset)
{
    return (unsigned char *)slot + offset;
}

// ---- ahead

// A cycle, but for what the actual twin does. Null, or what was found.
static const char *settle(struct run *r, void *in, void *out, bool judged)
{
    struct stimulus *s = r->stimulus;
    struct twin *t = r->expected;
    const char *broken, *whose;
    if (!t->ops->early(t, out))
        return t->error;
    s->ops->drive(s, out, in);
    t->ops->late(t, in, out);
    if (s->ops->respond) {
        s->ops->respond(s, out, in);
        t->ops->late(t, in, out);
    }
    if (judged && judges_look(r->judges, in, out, &broken, &whose))
        return "a contract is broken";
    return s->ops->observe(s, in, out) ? NULL : s->error;
}

// (Samples are copied into the ring, so that what means nothing in them is what it was in the cycle before, as on one core.)
static void *run_ahead(void *apart)
{
    struct apart *a = apart;
    struct run *r = a->run;
    const struct ul1_block *shape = run_shape(r);
    bool judged = r->judged;
    void *slot;
    while (!r->stimulus->done && !run_interrupted && (slot = ring_fill(&a->ring))) {
        a->found = settle(r, r->in, r->out[0], judged);
        if (a->found)
            break;
        ((struct head *)slot)->begun = r->stimulus->begun;
        memcpy(at(slot, a->in_offset), r->in, shape->in_size);
        memcpy(at(slot, a->out_offset), r->out[0], shape->out_size);
        ring_filled(&a->ring);
        r->expected->ops->clock(r->expected, r->in, r->out[0]);
        judged = judged || ul1_in_reset(shape, r->in);
    }
    ring_over(&a->ring, &a->ring.writer);
    return NULL;
}

// ---- behind

static const char *follow_cycle(struct run *r, void *in, void *expected, bool begun)
{
    struct twin *t = r->actual;
    if (!t->ops->early(t, r->out[1]))
        return t->error;
    t->ops->late(t, in, r->out[1]);
    run_watch(r, in, expected, r->out[1]);
    if (r->judged && !scoreboard_check(&r->scoreboard, in, expected, r->out[1]))
        return "the twins differ";
    r->judged = r->judged || ul1_in_reset(r->scoreboard.shape, in);
    run_mark(r, begun);
    t->ops->clock(t, in, r->out[1]);
    return NULL;
}

static const char *follow(struct apart *a)
{
    const char *found = NULL;
    void *slot;
    while (!found && (slot = ring_empty(&a->ring))) {
        found = follow_cycle(a->run, at(slot, a->in_offset), at(slot, a->out_offset), ((struct head *)slot)->begun);
        ring_emptied(&a->ring);
    }
    ring_over(&a->ring, &a->ring.reader);
    return found;
}

bool run_can_apart(const struct run *r)
{
    return r->expected && r->actual && r->expected->portable;
}

bool run_apart(struct run *r)
{
    const struct ul1_block *shape = run_shape(r);
    struct apart a = { .run = r, .in_offset = aligned(sizeof(struct head)) };
    pthread_t ahead;
    const char *found;
    a.out_offset = a.in_offset + aligned(shape->in_size);
    if (!ring_open(&a.ring, a.out_offset + aligned(shape->out_size)) || !run_open_samples(r) || r->over ||
        pthread_create(&ahead, NULL, run_ahead, &a)) {
        ring_close(&a.ring);
        run_fail(r, HARNESS_AT_FAULT, "no memory or no thread for a second core");
        return false;
    }
    found = follow(&a);
    pthread_join(ahead, NULL);
    ring_close(&a.ring);
    found = found ? found : a.found;
    if (found)
        run_fail(r, HARNESS_AT_FAULT, found);
    else
        run_end_if_interrupted(r);
    return run_finish(r) == PASS || run_interrupted;
}
