#include "checkers/lockstep/apart.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "checkers/lockstep/ring.h"

enum { TURN = 32 }; // so many cycles' samples fit into a core's second-level cache

struct apart {
    struct run *run;
    size_t in_offset, out_offset, slot_size; // slots of cycles: a head, inputs, outputs of the expected twin
    bool judged;                             // the side ahead checks contracts from now on, as in struct run
    struct ring ring;
    const char *found; // a finding of the side ahead
};

struct head {
    bool begun;  // state of the stimulus in this cycle
    bool judged; // contracts are checked in this cycle
};

static size_t aligned(size_t size)
{
    return (size + 63) / 64 * 64;
}

static void *at(void *slot, size_t offset)
{
    return (unsigned char *)slot + offset;
}

static void lay_out(struct apart *a, struct run *r)
{
    const struct ul1_block *shape = run_shape(r);
    a->run = r;
    a->in_offset = aligned(sizeof(struct head));
    a->out_offset = a->in_offset + aligned(shape->in_size);
    a->slot_size = a->out_offset + aligned(shape->out_size);
}

// ---- the side ahead

// One cycle, except for contracts and the actual twin. Null, or the finding.
static const char *settle(struct run *r, void *in, void *out)
{
    struct stimulus *s = r->stimulus;
    struct twin *t = r->expected;
    if (!t->ops->early(t, out))
        return t->error;
    s->ops->drive(s, out, in);
    t->ops->late(t, in, out);
    if (s->ops->respond) {
        s->ops->respond(s, out, in);
        t->ops->late(t, in, out);
    }
    return s->ops->observe(s, in, out) ? NULL : s->error;
}

// Inputs are copied into the slot, so that undefined ones keep the previous cycle's value, as in run_go.
// Outputs are copied for recorders and displays.
static const char *go_ahead(struct apart *a, void *slot)
{
    struct run *r = a->run;
    const struct ul1_block *shape = run_shape(r);
    void *const kept = at(slot, a->out_offset), *const out = r->observers ? r->out[0] : kept;
    const char *found = settle(r, r->in, out);
    if (found)
        return found;
    *(struct head *)slot = (struct head){ .begun = r->stimulus->begun, .judged = a->judged };
    memcpy(at(slot, a->in_offset), r->in, shape->in_size);
    if (out != kept)
        memcpy(kept, out, shape->out_size);
    r->expected->ops->clock(r->expected, r->in, out);
    a->judged = a->judged || ul1_in_reset(shape, r->in);
    return NULL;
}

static const char *look(struct apart *a, void *slot)
{
    const char *broken, *whose;
    if (!((const struct head *)slot)->judged)
        return NULL;
    return judges_look(a->run->judges, at(slot, a->in_offset), at(slot, a->out_offset), &broken, &whose)
        ? "a contract is broken"
        : NULL;
}

static bool goes_on(const struct run *r)
{
    return !r->stimulus->done && !run_interrupted;
}

static void *run_ahead(void *apart)
{
    struct apart *a = apart;
    void *slot;
    while (goes_on(a->run) && (slot = ring_fill(&a->ring))) {
        a->found = go_ahead(a, slot);
        if (!a->found)
            a->found = look(a, slot);
        if (a->found)
            break;
        ring_filled(&a->ring);
    }
    ring_over(&a->ring, &a->ring.writer);
    return NULL;
}

// ---- the side behind

static const char *follow_cycle(const struct apart *a, void *slot)
{
    struct run *r = a->run;
    struct twin *t = r->actual;
    void *in = at(slot, a->in_offset), *expected = at(slot, a->out_offset);
    if (!t->ops->early(t, r->out[1]))
        return t->error;
    t->ops->late(t, in, r->out[1]);
    run_watch(r, in, expected, r->out[1]);
    if (r->verdict != PASS)
        return "what is not built is not zero";
    if (r->judged && !scoreboard_check(&r->scoreboard, in, expected, r->out[1]))
        return "the twins differ";
    r->judged = r->judged || ul1_in_reset(r->scoreboard.shape, in);
    run_mark(r, ((const struct head *)slot)->begun);
    t->ops->clock(t, in, r->out[1]);
    return NULL;
}

static const char *follow(struct apart *a)
{
    const char *found = NULL;
    void *slot;
    while (!found && (slot = ring_empty(&a->ring))) {
        found = follow_cycle(a, slot);
        ring_emptied(&a->ring);
    }
    ring_over(&a->ring, &a->ring.reader);
    return found;
}

// ---- the run

bool run_can_apart(const struct run *r)
{
    const bool halves = r->stimulus->boost && run_shape(r)->half;
    return r->expected && r->actual && r->expected->portable && !r->tolerant && !halves;
}

static bool end(struct run *r, const char *found)
{
    if (found)
        run_fail(r, HARNESS_AT_FAULT, found);
    else
        run_end_if_interrupted(r);
    return run_finish(r) == PASS || run_interrupted;
}

bool run_apart(struct run *r)
{
    struct apart a = { 0 };
    pthread_t ahead;
    const char *found;
    lay_out(&a, r);
    if (!ring_open(&a.ring, a.slot_size) || !run_open_samples(r) || r->over) {
        ring_close(&a.ring);
        run_fail(r, HARNESS_AT_FAULT, "no memory for a second core");
        return false;
    }
    a.judged = r->judged;
    if (pthread_create(&ahead, NULL, run_ahead, &a)) {
        ring_close(&a.ring);
        run_fail(r, HARNESS_AT_FAULT, "no thread for a second core");
        return false;
    }
    found = follow(&a);
    pthread_join(ahead, NULL);
    ring_close(&a.ring);
    return end(r, found ? found : a.found);
}

static const char *take_turns(struct apart *a, unsigned char *slots)
{
    const char *found = NULL;
    while (!found && goes_on(a->run)) {
        unsigned n = 0;
        for (; n < TURN && !found && goes_on(a->run); n++)
            found = go_ahead(a, slots + n * a->slot_size);
        for (unsigned k = 0; k < n && !found; k++)
            found = look(a, slots + k * a->slot_size);
        for (unsigned k = 0; k < n && !found; k++)
            found = follow_cycle(a, slots + k * a->slot_size);
    }
    return found;
}

bool run_in_turns(struct run *r)
{
    struct apart a = { 0 };
    lay_out(&a, r);
    unsigned char *slots = calloc(TURN, a.slot_size);
    if (!slots || !run_open_samples(r) || r->over) {
        free(slots);
        run_fail(r, HARNESS_AT_FAULT, "out of memory");
        return false;
    }
    a.judged = r->judged;
    const char *found = take_turns(&a, slots);
    free(slots);
    return end(r, found);
}
