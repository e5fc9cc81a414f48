// Hits among shared loads: when each has its pass follows from all those before it, which is more than a program's expression can
// say. The other tests of misses are programs.
#include "tests/l1/cached.h"

static struct shape usual(unsigned latency)
{
    return shape_of(UL1_FETCH_LINE, latency);
}

// Passes of loads, in their order, one a cycle but where the registers are written: a hit writes them HLAT cycles after its
// pass, a shared load after LAT, and no two in one cycle. So a shared load waits as long as a hit before it has its cycle.
// (A replay of one that waits lets no hit enter before it.)
struct passes {
    int64_t last;
    bool written[1024];         // the registers, in that cycle
};

static void hit_passes(struct passes *p)
{
    p->last++;
    p->written[p->last + UL1_HLAT] = true;
}

static void shared_load_passes(struct passes *p)
{
    do
        p->last++;
    while (p->written[p->last + UL1_LAT]);
    p->written[p->last + UL1_LAT] = true;
}

// Hits and shared loads that follow one another. A load of shared memory HLAT - LAT cycles behind a hit would write its
// registers in the same cycle, so it waits; nothing else does. (A pending table that is too small for a load a cycle would
// add waits of its own; so nothing is said of cycles then.)
static void both_latencies(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LOADS = 200 };
    enum { HIT_FIRST, HIT_SECOND, PAIRS, RANDOM, ORDERS };
    struct rng *r = build_rng(b);
    for (unsigned order = 0; order < ORDERS; order++) {
        struct part *part = holding_part(b, usual(1), 3, 2, 1);
        struct passes passes = { .last = 0 };
        unsigned hits = 0;
        for (unsigned n = 0; n < LOADS; n++) {
            bool hit = order == HIT_FIRST ? n % 2 == 0 : order == HIT_SECOND ? n % 2 == 1 : n % 4 < 2;
            if (order == RANDOM)
                hit = rng_percent(r, 50);
            hits += hit;
            if (hit) {
                load_line(b, n, 3 + n % 2);
                hit_passes(&passes);
            } else {
                strided(build_load(b, n), LINE * (n % 5), UL1_WORD_BYTES);
                shared_load_passes(&passes);
            }
        }
        expect(part, .hits = hits);
        if (sustained(0))
            part->expected.cycles = until_pass(passes.last);
    }
}

// A load of shared memory with a conflict, replays two cycles apart, in a stream of hits: its first pass, a hit, its replay,
// the other hits. Then a second load of its warp, which does not wait for it, and hits again. Each of its passes waits while
// a hit before it writes the registers in its cycle; nothing enters meanwhile, as the replay goes before new hits, and the
// second load is older than those behind it.
static void replay_among_hits(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned hits = 4; hits < 30; hits += 5) {
        struct part *part = holding_part(b, usual(1), 3, 1, 1);
        part->set.interval = 2;
        for (unsigned n = 0; n < 2; n++) {
            struct instr *i = build_load(b, 9);
            strided(i, 0, n ? UL1_WORD_BYTES : 2 * UL1_WORD_BYTES);
            i->passes = n ? 1 : 2;
            for (unsigned k = 0; k < hits; k++)
                load_line(b, k, 3);
        }
        struct passes passes = { .last = 0 };
        shared_load_passes(&passes);
        hit_passes(&passes);
        shared_load_passes(&passes);
        passes.last += UL1_RB == 2; // while a remainder waits, such a small buffer lets nothing be taken
        for (unsigned k = 1; k < hits; k++)
            hit_passes(&passes);
        shared_load_passes(&passes);
        for (unsigned k = 0; k < hits; k++)
            hit_passes(&passes);
        part->expected.hits = 2 * hits;
        if (sustained(0))
            part->expected.cycles = until_pass(passes.last);
    }
}

const struct test tests_cached_miss[] = {
    DIRECTED("cached_and_shared", both_latencies, 0, "hits and shared loads in turn: no two want the registers in a cycle"),
    DIRECTED("hits_and_replay", replay_among_hits, 0, "a replay in a stream of hits: it waits for one cycle"),
};
const unsigned tests_cached_miss_count = COUNT_OF(tests_cached_miss);
