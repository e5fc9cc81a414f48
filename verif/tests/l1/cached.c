// Common part of the tests of cached accesses, and random cached loads. The others are programs.
#include "tests/l1/cached.h"

#include "common/replace.h"

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

// Lanes in any order on a few lines, masks of any kind: an access for each line of each part, counted
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
        const unsigned width = n % WIDTHS, bytes = width_bytes(width), lanes = part_lanes_count(width);
        i->width = (uint8_t)width;
        i->mask = (uint32_t)rng_next(r) & ALL_LANES;
        i->passes = 0;
        for (unsigned first = 0; first < LANES; first += lanes) {
            uint32_t lines = 0;
            for (unsigned lane = first; lane < first + lanes; lane++) {
                const unsigned line = rng_below(r, 1 + n % there);
                i->addr[lane] = line * LINE + rng_below(r, LINE / bytes) * bytes;
                lines |= (i->mask >> lane & 1) << line;
            }
            i->passes += count_of(lines);
        }
    }
    expect(part, .hits = build_passes(b));
}

// Random lines of one set, one at a time, and which of them are in the cache.
struct one_set {
    unsigned ways;
    unsigned last[UL1_WAYS + 2]; // time of a line's last load that counts, from 1; 0: never
    unsigned line[UL1_WAYS];     // for plru and random, of each way, counted from 1; 0: none
    uint8_t age[UL1_WAYS];
    uint16_t random;
};

// With lru and fifo a line hits if fewer than `ways` others were loaded, or missed, since it was, or did.
static bool ordered_hit(struct one_set *s, unsigned line, unsigned now)
{
    unsigned others = 0;
    for (unsigned k = 0; k < COUNT_OF(s->last); k++)
        others += s->last[k] > s->last[line];
    const bool hit = s->last[line] && others < s->ways;
    if (!hit || UL1_REPLACE == UL1_REPLACE_LRU)
        s->last[line] = now;
    return hit;
}

static bool placed_hit(struct one_set *s, unsigned line)
{
    for (unsigned w = 0; w < s->ways; w++)
        if (s->line[w] == line + 1) {
            replace_touch(s->age, w);
            return true;
        }
    unsigned way = 0;
    while (way < s->ways && s->line[way])
        way++;
    if (way == s->ways)
        way = replace_victim(s->age, s->random, (1u << s->ways) - 1, s->ways);
    s->line[way] = line + 1;
    s->random = replace_step(s->random);
    replace_touch(s->age, way);
    return false;
}

// First with so many lines that some miss, then with one more than there are ways.
static void replaced(struct build *b, unsigned carveout)
{
    enum { LOADS = 300, LATENCY = 2, LINES = UL1_WAYS + 2 };
    const unsigned sets = carveout_sets(&compiled, carveout), set = 11 % sets;
    struct part *part = warmed_part(b, carved(carveout, UL1_FETCH_LINE, LATENCY));
    struct rng *r = build_rng(b);
    struct one_set s = { .ways = carveout_ways(&compiled, carveout), .random = replace_step(REPLACE_RESET) };
    unsigned of_set[LINES], found = 0, hits = 0; // lines of the set
    for (unsigned w = 0; w < UL1_WAYS; w++)
        s.age[w] = (uint8_t)w;
    for (unsigned line = 0; found < LINES; line++)
        if (line_set(&compiled, line, carveout) == set)
            of_set[found++] = line;
    for (unsigned n = 1; n <= LOADS; n++) {
        const unsigned line = rng_below(r, n < LOADS / 2 ? LINES : s.ways + 1);
        const bool by_order = UL1_REPLACE == UL1_REPLACE_LRU || UL1_REPLACE == UL1_REPLACE_FIFO;
        hits += by_order ? ordered_hit(&s, line, n) : placed_hit(&s, line);
        alone(b, load_line(b, n, of_set[line]));
    }
    expect(part, .hits = hits, .misses = LOADS - hits);
    part->expected.cycles = hits * until_pass(FIRST) + (LOADS - hits) * until_pass(FIRST + REPLAY(LATENCY));
}

const struct test tests_cached[] = {
    DIRECTED("cached_scattered", scattered, 0,
             "random lines and masks: as many accesses as counted from the addresses"),
    DIRECTED("cached_replaced_48", replaced, UL1_CARVEOUT_S48,
             "lines of one set in random order: hits as counted from it"),
    DIRECTED("cached_replaced_16", replaced, UL1_CARVEOUT_S16, "the same with the largest cache"),
};
const unsigned tests_cached_count = COUNT_OF(tests_cached);
