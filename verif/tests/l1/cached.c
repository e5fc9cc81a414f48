// Common part of the tests of cached accesses, and random cached loads. The others are programs.
#include "tests/l1/cached.h"

struct part *cached_part(struct build *b, struct shape s)
{
    struct part *part = build_part(b);
    part->set.carveout = s.carveout;
    part->set.fetch = s.fetch;
    part->set.page = s.page;
    part->set.memory.latency = s.latency;
    return part;
}

struct part *warmed_part(struct build *b, struct shape s)
{
    return holding_part(b, s, 0, 0, 0);
}

struct part *holding_part(struct build *b, struct shape s, unsigned first, unsigned count, unsigned step)
{
    struct part *before = cached_part(b, s);
    before->fresh = before->prepares = true;
    load_line(b, 0, WARMED);
    for (unsigned n = 0; n < count; n++)
        alone(b, load_line(b, n, first + n * step));
    return cached_part(b, s);
}

struct instr *load_line(struct build *b, unsigned warp, unsigned line)
{
    struct instr *i = build_cached(b, warp);
    strided(i, (uint64_t)line * LINE, UL1_WORD_BYTES);
    return i;
}

struct instr *store_line(struct build *b, unsigned warp, unsigned line)
{
    struct instr *i = load_line(b, warp, line);
    i->op = UL1_OP_STORE;
    return i;
}

void alone(struct build *b, struct instr *i)
{
    i->after = build_instrs(b) - 1;
}

void expect_of_writes(struct part *part, struct outcome o)
{
    part->expected.writes = o.writes;
    part->expected.bytes = o.bytes;
}

void expect_of_stores(struct part *part, struct outcome o)
{
    struct costs *x = &part->expected;
    x->through = o.through;
    x->dirtied = o.dirtied;
    x->allocated = o.allocated;
    x->held = o.held;
    x->purged = x->joined = x->evictions = 0;
}

void expect_outcome(struct part *part, struct outcome o)
{
    struct costs *x = &part->expected;
    x->hits = o.hits;
    x->misses = o.misses;
    x->merges = o.merges;
    x->served = o.misses + o.merges;
    x->reads = o.misses;
    x->walk_reads = 0;
    for (unsigned cause = 0; cause < COUNT_OF(x->deferrals); cause++)
        x->deferrals[cause] = 0;
    expect_of_stores(part, o);
    expect_of_writes(part, o);
}

// ---- random loads: their results are computed from the draws, which a program's expressions cannot do

// Lanes in any order on a few lines, masks of any kind: an access for each line of each sub-warp, counted
// from the addresses. All lines are in the cache.
static void scattered(struct build *b, unsigned unused)
{
    (void)unused;
    enum { MOST = 16, LOADS = 200, WIDTHS = UL1_WIDTH_B128 + 1 };
    const unsigned there = (unsigned)least(MOST, S48_LINES);
    struct part *part = holding_part(b, shape_of(UL1_FETCH_LINE, 1), 0, there, 1);
    struct rng *r = build_rng(b);
    for (unsigned n = 0; n < LOADS; n++) {
        struct instr *i = build_cached(b, n);
        const unsigned width = n % WIDTHS, bytes = width_bytes(width), lanes = LANES / width_words(width);
        i->width = (uint8_t)width;
        i->mask = (uint32_t)rng_next(r) & ALL_LANES;
        i->passes = 0;
        for (unsigned sub = 0; sub < width_words(width); sub++) {
            uint32_t lines = 0;
            for (unsigned lane = sub * lanes; lane < (sub + 1) * lanes; lane++) {
                const unsigned line = rng_below(r, 1 + n % there);
                i->addr[lane] = line * LINE + rng_below(r, LINE / bytes) * bytes;
                lines |= (i->mask >> lane & 1) << line;
            }
            i->passes += count_of(lines);
        }
    }
    expect(part, .hits = build_passes(b));
}

// Lines of one set in any order, one at a time: a line hits if fewer than `ways` others were loaded since it
// was. First with so many lines that some miss, then with one more than there are ways.
static void lru(struct build *b, unsigned carveout)
{
    enum { LOADS = 300, LATENCY = 2, LINES = UL1_WAYS + 2 };
    const unsigned sets = carveout_sets(&compiled, carveout), ways = carveout_ways(&compiled, carveout),
                   set = 11 % sets;
    struct part *part = warmed_part(b, carved(carveout, UL1_FETCH_LINE, LATENCY));
    struct rng *r = build_rng(b);
    unsigned of_set[LINES], found = 0; // lines of the set
    for (unsigned line = 0; found < LINES; line++)
        if (line_set(&compiled, line, carveout) == set)
            of_set[found++] = line;
    unsigned last[LINES] = { 0 }, hits = 0; // time of the last load, counted from 1; 0: never
    for (unsigned n = 1; n <= LOADS; n++) {
        const unsigned line = rng_below(r, n < LOADS / 2 ? LINES : ways + 1);
        unsigned others = 0;
        for (unsigned k = 0; k < LINES; k++)
            others += last[k] > last[line];
        hits += last[line] && others < ways;
        last[line] = n;
        alone(b, load_line(b, n, of_set[line]));
    }
    expect(part, .hits = hits, .misses = LOADS - hits);
    part->expected.cycles = hits * until_pass(FIRST) + (LOADS - hits) * until_pass(FIRST + REPLAY(LATENCY));
}

const struct test tests_cached[] = {
    DIRECTED("cached_scattered", scattered, 0,
             "random lines and masks: as many accesses as counted from the addresses"),
    DIRECTED("cached_lru_48", lru, UL1_CARVEOUT_S48,
             "lines of one set in random order: hits as counted from it"),
    DIRECTED("cached_lru_16", lru, UL1_CARVEOUT_S16, "the same with the largest cache"),
};
const unsigned tests_cached_count = COUNT_OF(tests_cached);
