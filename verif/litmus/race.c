#include "litmus/race.h"

enum {
    CYCLES = 13000,             // of a test, about
    FEWEST_POINTS = 20, MOST_POINTS = 48,
    SHORTEST = 24, LONGEST = 200, // range within which threads begin
    AROUND = 190,               // cycles of a point beside the race
};

// ---- memory

static bool loads_on(const struct spec *s, unsigned l1)
{
    bool loads = false;
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned a = 0; a < s->thread[t].accesses; a++)
            loads |= s->thread[t].l1 == l1 && !s->thread[t].access[a].store;
    return loads;
}

static unsigned some_l1(struct rng *r, const struct spec *s)
{
    return s->thread[rng_below(r, s->threads)].l1;
}

// Mostly one that loads: what loads see is what is judged.
static unsigned loading_l1(struct rng *r, const struct spec *s)
{
    const unsigned l1 = some_l1(r, s), other = some_l1(r, s);
    return loads_on(s, l1) ? l1 : other;
}

static void choose_times(struct rng *r, struct spec *s)
{
    static const struct times quick[] = {
        { .latency = 1 }, { .latency = 7 }, { .latency = 1, .spread = 11 },
        { .latency = 1, .spread = 30, .order = "random" }, { .latency = 5, .stall = 30 },
    };
    static const struct times slow[] = {
        { .latency = 60 }, { .latency = 30, .spread = 30, .order = "youngest" },
        { .latency = 1, .spread = 11, .every = 12, .pieces = 100, .order = "random" },
        { .latency = 1, .spread = 3, .every = 9, .pieces = 100, .order = "youngest" },
        { .latency = 2, .every = 7, .pieces = 100, .order = "youngest" },
        { .latency = 1, .spread = 7, .every = 4, .pieces = 50, .order = "random", .stall = 20 },
    };
    const unsigned both = rng_below(r, sizeof quick / sizeof *quick);
    s->times[0] = s->times[1] = quick[both];
    if (rng_percent(r, 65)) {
        const unsigned l1 = loading_l1(r, s);
        s->times[l1] = slow[rng_below(r, sizeof slow / sizeof *slow)];
    }
    s->late = rng_percent(r, 8);
    s->cold = rng_percent(r, 10);
}

// ---- how long things take, roughly

static unsigned request_cycles(const struct times *m)
{
    const unsigned every = m->every ? m->every : 1;
    return 9 + m->latency + m->spread / 2 + every * (1 + 3 * m->pieces / 100);
}

static unsigned thread_cycles(const struct spec *s, unsigned t)
{
    const struct thread *h = &s->thread[t];
    const unsigned request = request_cycles(&s->times[h->l1]);
    unsigned cycles = 10;
    for (unsigned a = 0; a < h->accesses; a++)
        cycles += !h->access[a].store ? h->between == BETWEEN_NONE ? request / 2 : request : h->flushes ? 7u : 3u;
    return cycles + (h->between > BETWEEN_CTA && h->between < BETWEEN_BAR ? request : 0);
}

static unsigned divisor(unsigned a, unsigned b)
{
    return b ? divisor(b, a % b) : a;
}

// A step that comes to every cycle of the range.
static unsigned some_step(struct rng *r, unsigned range)
{
    unsigned step;
    do
        step = 1 + rng_below(r, range - 1);
    while (divisor(step, range) > 1);
    return step;
}

static void choose_sweep(struct rng *r, struct spec *s)
{
    unsigned longest = 0;
    for (unsigned t = 0; t < s->threads; t++)
        if (thread_cycles(s, t) > longest)
            longest = thread_cycles(s, t);
    const unsigned range = longest - longest / 8;
    s->range = range < SHORTEST ? SHORTEST : range > LONGEST ? LONGEST : range;
    s->settle = longest < LONGEST ? longest : LONGEST;
    const unsigned points = CYCLES / (AROUND + s->range + longest);
    s->points = points < FEWEST_POINTS ? FEWEST_POINTS : points > MOST_POINTS ? MOST_POINTS : points;
    for (unsigned t = 0; t < s->threads; t++)
        s->step[t] = some_step(r, s->range);
}

// ---- noise

static bool written_back(const struct spec *s, unsigned location)
{
    bool back = false;
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned a = 0; a < s->thread[t].accesses; a++) {
            const struct access *x = &s->thread[t].access[a];
            back |= x->store && x->kind == STORE_BACK && x->location == location;
        }
    return back;
}

// Noise must neither store to judged bytes nor write a sector that another L1 writes back.
static bool fits(const struct spec *s, const struct noise *n)
{
    switch (n->kind) {
    case NOISE_STORE: case NOISE_FENCE: return !s->all_lanes || !written_back(s, n->location);
    case NOISE_BACK: case NOISE_DIRTY: case NOISE_HELD: return !s->all_lanes;
    case NOISE_FULL: case NOISE_STREAM: return s->times[n->l1].every <= 4;
    default: return true;
    }
}

static void choose_noise(struct rng *r, struct spec *s, struct noise *n)
{
    do {
        n->kind = (enum noise_kind)rng_below(r, NOISES);
        n->l1 = loading_l1(r, s);
        n->location = rng_below(r, s->shape.locations);
    } while (!fits(s, n));
    const unsigned late = 1 + rng_below(r, 2);
    n->range = s->range * late;
    n->step = some_step(r, n->range);
    n->delay = rng_below(r, s->range / 2);
}

void race_choose(struct rng *r, struct spec *s)
{
    choose_times(r, s);
    choose_sweep(r, s);
    for (unsigned l1 = 0; l1 < s->l1s; l1++)
        s->copies[l1] = rng_percent(r, 60);
    const unsigned how_many = rng_below(r, 100);
    s->noises = how_many < 10 ? 0 : how_many < 50 ? 1 : 2;
    for (unsigned n = 0; n < s->noises; n++)
        choose_noise(r, s, &s->noise[n]);
}
