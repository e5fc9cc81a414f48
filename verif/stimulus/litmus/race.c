#include "stimulus/litmus/race.h"

enum {
    CYCLES = 18000, // approximate cycles of a test
    FEWEST_POINTS = 20,
    MOST_POINTS = 48,
    SHORTEST = 24,
    LONGEST = 200, // range within which threads begin
    AROUND = 190,  // cycles of a point beside the race
};

// A load that may see an old value: its L1, and its location.
struct aim {
    unsigned thread, l1, location;
};

// One of the loads that come last in their threads, if there is one. Most cycles depend on the values of
// these.
static struct aim choose_aim(struct rng *r, const struct spec *s)
{
    const unsigned first = rng_below(r, s->threads);
    for (unsigned n = 0; n < s->threads; n++) {
        const unsigned t = (first + n) % s->threads;
        const struct thread *h = &s->thread[t];
        const struct access *x = &h->access[1];
        if (h->accesses > 1 && !x->store && !x->last)
            return (struct aim){ t, h->l1, x->location };
    }
    return (struct aim){ first, s->thread[first].l1, s->thread[first].access[0].location };
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

// Noise must neither store to tested bytes nor write a sector that another L1 writes back.
// In LAYOUT_SECTORS two of a line's sectors are tested, and two are left for the noise of two L1s.
static bool fits(const struct spec *s, const struct noise *n)
{
    const bool has_sector = n->l1 < 2 || s->layout != LAYOUT_SECTORS;
    switch (n->kind) {
    case NOISE_STORE:
    case NOISE_FENCE:
        return has_sector && (!s->all_lanes || !written_back(s, n->location));
    case NOISE_BACK:
    case NOISE_DIRTY:
    case NOISE_HELD:
        return has_sector && !s->all_lanes;
    case NOISE_SECTOR:
        return !s->all_lanes;
    default:
        return true;
    }
}

// Any noise. For a test in which a load must not be stale, usually noise that keeps a stale copy alive.
static enum noise_kind some_noise(struct rng *r, bool strong)
{
    static const enum noise_kind stale[] = {
        NOISE_FETCH,  NOISE_FETCH, NOISE_FETCH, NOISE_SECTOR, NOISE_SECTOR,
        NOISE_MERGES, NOISE_DIRTY, NOISE_BACK,  NOISE_HELD,
    };
    const unsigned any = rng_below(r, NOISES), one = rng_below(r, sizeof stale / sizeof *stale);
    return rng_percent(r, strong ? 65 : 30) ? stale[one] : (enum noise_kind)any;
}

static void choose_noise(struct rng *r, struct spec *s, struct noise *n, const struct aim *aim)
{
    do {
        const unsigned thread = rng_below(r, s->threads);
        const bool aimed = rng_percent(r, s->strong ? 90 : 70);
        n->kind = some_noise(r, s->strong);
        n->l1 = aimed ? aim->l1 : s->thread[thread].l1;
        n->location = rng_below(r, s->shape.locations);
        if (aimed)
            n->location = aim->location;
    } while (!fits(s, n));
    const bool whole = n->kind == NOISE_FETCH || n->kind == NOISE_MERGES;
    s->copies[n->l1][n->location] = rng_percent(r, whole ? 20 : 90);
}

// A load at the beginning of its thread is meant to see a new value, so copies of its location are rarer.
static void choose_copies(struct rng *r, struct spec *s)
{
    for (unsigned l1 = 0; l1 < s->l1s; l1++)
        for (unsigned l = 0; l < s->shape.locations; l++) {
            bool first = false;
            for (unsigned t = 0; t < s->threads; t++) {
                const struct access *x = &s->thread[t].access[0];
                first |= s->thread[t].l1 == l1 && !x->store && x->location == l;
            }
            s->copies[l1][l] = rng_percent(r, first ? 15 : 50);
        }
}

// ---- memory

static bool has_noise(const struct spec *s, unsigned l1, enum noise_kind kind)
{
    bool has = false;
    for (unsigned n = 0; n < s->noises; n++)
        has |= s->noise[n].l1 == l1 && s->noise[n].kind == kind;
    return has;
}

static void choose_times(struct rng *r, struct spec *s, const struct aim *aim)
{
    static const struct times quick[] = {
        { .latency = 1 },
        { .latency = 7 },
        { .latency = 1, .spread = 11 },
        { .latency = 1, .spread = 30, .early = 50, .order = "random" },
        { .latency = 5, .stall = 30 },
    };
    enum {
        LATE = 4
    }; // from this row of `slow` on, a fetch takes long, and reads its line, or part of it, early
    static const struct times slow[] = {
        { .latency = 60 },
        { .latency = 30, .spread = 30, .order = "youngest" },
        { .latency = 1, .spread = 7, .every = 4, .pieces = 50, .order = "random", .stall = 20 },
        { .latency = 2, .every = 9, .pieces = 100, .order = "youngest" },
        { .latency = 1, .spread = 11, .every = 16, .pieces = 100, .order = "random" },
        { .latency = 1, .spread = 3, .every = 16, .pieces = 100, .order = "youngest" },
        { .latency = 1, .every = 19, .pieces = 100, .order = "youngest" },
        { .latency = 1, .every = 23, .pieces = 100, .order = "youngest" },
        { .latency = 1, .spread = 70, .early = 100, .order = "random" },
        { .latency = 1, .spread = 120, .early = 100, .order = "random" },
    };
    const unsigned all = rng_below(r, sizeof quick / sizeof *quick);
    for (unsigned l1 = 0; l1 < SPEC_L1S; l1++)
        s->times[l1] = quick[all];
    const bool fetch = has_noise(s, aim->l1, NOISE_FETCH) || has_noise(s, aim->l1, NOISE_MERGES);
    if (rng_percent(r, fetch ? 85 : 60)) {
        const unsigned other = s->thread[rng_below(r, s->threads)].l1;
        const unsigned l1 = rng_percent(r, fetch ? 90 : 75) ? aim->l1 : other, first = fetch ? LATE : 0;
        s->times[l1] = slow[first + rng_below(r, sizeof slow / sizeof *slow - first)];
        if (has_noise(s, l1, NOISE_FULL) || has_noise(s, l1, NOISE_STREAM))
            s->times[l1].every = 0;
    }
    s->late = rng_percent(r, 8);
    s->cold = rng_percent(r, 10);
}

// ---- approximate durations

static unsigned request_cycles(const struct times *m)
{
    const unsigned every = m->every ? m->every : 1;
    return 9 + m->latency + m->spread / 2 + every * (1 + 3 * m->pieces / 100);
}

// Until memory has read, or written, approximately the first of the pieces.
static unsigned arrival_cycles(const struct times *m)
{
    return 9 + m->latency + m->spread / 2 + m->every * m->pieces / 100;
}

// From the beginning of a thread to its access `number` (0 is the first), as seen by memory.
static unsigned cycles_to(const struct spec *s, unsigned t, unsigned number)
{
    const struct thread *h = &s->thread[t];
    const unsigned request = request_cycles(&s->times[h->l1]);
    unsigned cycles = arrival_cycles(&s->times[h->l1]);
    for (unsigned a = 0; a < number; a++) {
        const struct access *x = &h->access[a];
        if (x->store) // missing sectors are fetched before a flush
            cycles += x->kind == STORE_BACK && h->flushes && !s->kepler ? request : 3;
        else
            cycles += h->between == BETWEEN_NONE ? 2 : request;
    }
    return cycles + (number && h->between > BETWEEN_CTA && h->between < BETWEEN_BAR ? request : 0);
}

static unsigned thread_cycles(const struct spec *s, unsigned t)
{
    const struct times *m = &s->times[s->thread[t].l1];
    return cycles_to(s, t, s->thread[t].accesses - 1) + request_cycles(m) - arrival_cycles(m);
}

static unsigned divisor(unsigned a, unsigned b)
{
    return b ? divisor(b, a % b) : a;
}

// A step that reaches every cycle of the range.
static unsigned some_step(struct rng *r, unsigned range)
{
    unsigned step;
    do
        step = 1 + rng_below(r, range - 1);
    while (divisor(step, range) > 1);
    return step;
}

// The edge of the ring that the times do not favour: usually that from the load at which noise is aimed,
// because it completes the cycle if the load sees an old value.
static unsigned choose_cut(struct rng *r, const struct spec *s, const struct aim *aim)
{
    const unsigned any = rng_below(r, s->shape.threads);
    const bool aimed = rng_percent(r, s->strong ? 90 : 70);
    return aimed && aim->thread < s->shape.threads ? aim->thread : any;
}

// Start times of threads, such that the two accesses of each edge except one happen at approximately the same
// time.
static void chain_threads(struct rng *r, struct spec *s, const struct aim *aim)
{
    const unsigned threads = s->shape.threads, cut = choose_cut(r, s, aim);
    int at[SPEC_THREADS], first = 0;
    at[(cut + 1) % threads] = 0;
    for (unsigned n = 1; n < threads; n++) {
        const unsigned before = (cut + n) % threads, t = (before + 1) % threads;
        const unsigned last = s->shape.thread[before].accesses - 1;
        at[t] = at[before] + (int)cycles_to(s, before, last) - (int)cycles_to(s, t, 0);
        first = at[t] < first ? at[t] : first;
    }
    for (unsigned t = 0; t < threads; t++)
        s->from[t] = (unsigned)(at[t] - first);
    if (s->threads > threads)
        s->from[threads] = s->from[(cut + 1) % threads];
}

static void choose_sweep(struct rng *r, struct spec *s, const struct aim *aim)
{
    unsigned longest = 0, end = 0;
    for (unsigned t = 0; t < s->threads; t++)
        if (thread_cycles(s, t) > longest)
            longest = thread_cycles(s, t);
    const bool chained = rng_percent(r, 85);
    if (chained)
        chain_threads(r, s, aim);
    const unsigned range = chained ? longest / 2 : longest;
    s->range = range < SHORTEST ? SHORTEST : range > LONGEST ? LONGEST : range;
    s->settle = longest < LONGEST ? longest : LONGEST;
    for (unsigned t = 0; t < s->threads; t++) {
        const unsigned cycles = s->from[t] + thread_cycles(s, t);
        end = end < cycles ? cycles : end;
        s->step[t] = some_step(r, s->range);
    }
    const unsigned points = CYCLES / (AROUND + s->range + end);
    s->points = points < FEWEST_POINTS ? FEWEST_POINTS : points > MOST_POINTS ? MOST_POINTS : points;
}

static bool fetches(enum noise_kind kind)
{
    return kind == NOISE_FETCH || kind == NOISE_MERGES || kind == NOISE_SECTOR;
}

// A fetch must be in flight when the thread at which it is aimed reaches its last load. Other noise may begin
// earlier, too.
static void pace_noise(struct rng *r, const struct spec *s, struct noise *n, const struct aim *aim)
{
    const unsigned begin = s->from[aim->thread], lasts = thread_cycles(s, aim->thread);
    const unsigned request = request_cycles(&s->times[aim->l1]);
    const unsigned long_fetch = n->kind == NOISE_SECTOR ? request : 2 * request;
    const bool early = rng_percent(r, 50), exact = rng_percent(r, 75);
    n->from = early ? 0 : begin;
    n->range = begin + s->range + lasts - n->from;
    n->delay = rng_below(r, s->range / 2);
    if (fetches(n->kind) && exact) {
        const unsigned wanted = begin + lasts - request; // approximately when that load is looked up
        n->from = wanted < long_fetch ? 0 : wanted - long_fetch;
        n->range = s->range / 2 + long_fetch;
        n->delay = request / 2;
    }
    n->step = some_step(r, n->range);
}

// Memory that answers the youngest request first reads the last sector first, and the others late.
static void choose_sector(struct rng *r, struct spec *s, const struct aim *aim)
{
    const bool fetch = has_noise(s, aim->l1, NOISE_FETCH) || has_noise(s, aim->l1, NOISE_MERGES);
    const bool last = rng_percent(r, 80);
    if (fetch && last && !s->all_lanes)
        s->sector = s->layout == LAYOUT_WORDS ? 3 : (3 + 4 - aim->location) % 4;
}

void race_choose(struct rng *r, struct spec *s)
{
    const struct aim aim = choose_aim(r, s);
    const unsigned how_many = rng_below(r, 100);
    choose_copies(r, s);
    s->noises = how_many < 10 ? 0 : how_many < 50 ? 1 : 2;
    for (unsigned n = 0; n < s->noises; n++)
        choose_noise(r, s, &s->noise[n], &aim);
    choose_sector(r, s, &aim);
    choose_times(r, s, &aim);
    choose_sweep(r, s, &aim);
    for (unsigned n = 0; n < s->noises; n++)
        pace_noise(r, s, &s->noise[n], &aim);
}
