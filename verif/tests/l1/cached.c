// Cached loads: how many accesses they are, what a stream of hits or of misses costs, and the cache's geometry.
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

struct instr *load_sectors(struct build *b, unsigned warp, unsigned line, unsigned sectors)
{
    struct instr *i = load_line(b, warp, line);
    i->mask = lanes_of(sectors);
    return i;
}

struct instr *store_line(struct build *b, unsigned warp, unsigned line)
{
    struct instr *i = load_line(b, warp, line);
    i->op = UL1_OP_STORE;
    return i;
}

uint32_t lanes_of(unsigned sectors)
{
    return banks_of(sectors); // a lane's word is in the bank of its number
}

void expect_failing(struct instr *i, unsigned err, uint32_t lanes)
{
    i->err = (uint8_t)err;
    i->err_lane = (uint8_t)__builtin_ctz(lanes);
    i->err_mask = lanes;
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

// Cycles of n misses, offered one a cycle, each of a line of its own, of which so many can be under fetch at a time. As
// replays go first, as many lookups as come before the first replay, and as many replays, take turns:
//
//     lookups  1 2 .. B                       2B+1 2B+2 ..
//     replays           B+1 B+2 .. 2B                       3B+1 ..          B = REPLAY(M)
//
// With fewer entries or ways than B, as many as there are, and the same time from each lookup to its replay. (Of the last n,
// all or fewer.)
static int64_t stream_cycles(unsigned n, unsigned latency, unsigned together)
{
    const int64_t replay = REPLAY(latency), batch = least(replay, together), before = (n - 1) / batch;
    return until_pass((batch + replay) * before + replay + n - before * batch);
}

// Of lanes that are so far apart those, from the lowest on, each of whose lines finds an entry and a way when it is looked
// up: no more than B of them are under fetch at a time.
static unsigned lanes_fetched(uint64_t base, uint64_t stride, unsigned latency)
{
    unsigned in_set[UL1_S48_SETS] = { 0 }, lines = 0, lane;
    uint64_t last = UINT64_MAX;
    for (lane = 0; lane < LANES; lane++) {
        const uint64_t line = (base + lane * stride) / LINE;
        if (line == last)
            continue;
        last = line;
        lines++;
        if (++in_set[line_set(line, UL1_CARVEOUT_S48)] > UL1_S48_WAYS || least(lines, REPLAY(latency)) > UL1_PRT)
            break;
    }
    return lane;
}

// ---- accesses

// A stride of s words: s lines, or one for each lane; of each line all sectors, or in all one for each lane. (Strides whose
// lines do not find an entry and a way each are left out.)
static void word_strides(struct build *b, unsigned latency)
{
    for (unsigned k = 0; k < COUNT_OF(fetches); k++)
        for (unsigned s = 2; s <= 32; s++) {
            const uint64_t stride = (uint64_t)s * UL1_WORD_BYTES;
            const unsigned lines = (unsigned)least(s, LANES), sectors = (unsigned)least(UL1_SECTORS * s, LANES);
            if (lanes_fetched(0, stride, latency) < LANES)
                continue;
            struct part *part = warmed_part(b, shape_of(fetches[k], latency));
            struct instr *i = build_cached(b, s);
            strided(i, 0, stride);
            i->passes = lines;
            expect(part, .misses = lines);
            part->expected.sectors = fetches[k] == UL1_FETCH_LINE ? UL1_SECTORS * lines : sectors;
            part->expected.cycles = stream_cycles(lines, latency, lines);
        }
}

// Lanes in any order on a few lines, masks of any kind: an access for each line of each sub-warp, counted from the
// addresses. All lines are there.
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

// ---- streams

// More lines than the cache holds, one after the other and then all once more: every one misses both times, as the oldest
// leaves first. A line every two cycles: lookup and replay. In a shape with fewer entries or lines than lookups before the
// first replay, those lookups that find none are deferred, each once; they are fewer than those that find one with the
// shortest latency alone, so that there is no other then.
static void streaming(struct build *b, unsigned carveout)
{
    const unsigned sets = carveout_sets(carveout), there = carveout_lines(carveout), lines = there + sets, all = 2 * lines;
    const unsigned together = (unsigned)least(UL1_PRT, there);
    for (unsigned latency = 1; latency <= 9; latency += 4) {
        const unsigned batch = (unsigned)least(REPLAY(latency), together), beyond = (unsigned)REPLAY(latency) - batch;
        if (beyond && latency > 1)
            break;
        struct part *part = warmed_part(b, carved(carveout, UL1_FETCH_LINE, latency));
        for (unsigned n = 0; n < all; n++)
            load_line(b, n, n % lines);
        expect(part, .misses = all);
        part->expected.sectors = UL1_SECTORS * all;
        for (unsigned looked_up = batch; looked_up < all; looked_up += batch)
            part->expected.deferrals[there <= UL1_PRT ? UL1_CAUSE_WAY : UL1_CAUSE_ENTRY] += least(beyond, all - looked_up);
        if (sustained(beyond))
            part->expected.cycles = stream_cycles(all, latency, together);
    }
}

// ---- geometry

// As many neighbouring lines as the cache has ways in all sets: all stay. With one line more, in set 0, those of this set
// displace each other and no others do.
static void geometry(struct build *b, unsigned carveout)
{
    enum { LATENCY = 3 };
    const unsigned ways = carveout_ways(carveout), lines = carveout_lines(carveout);
    const struct shape s = carved(carveout, UL1_FETCH_LINE, LATENCY);

    struct part *part = cached_part(b, s);
    part->fresh = true;
    for (unsigned n = 0; n < lines; n++)
        load_line(b, n, n);
    part->expected.misses = lines;

    part = cached_part(b, s);
    for (unsigned n = 0; n < lines; n++)
        load_line(b, n, n);
    expect(part, .hits = lines);
    part->expected.cycles = until_hits(lines);

    part = cached_part(b, s);
    load_line(b, 0, lines);
    expect(part, .misses = 1);

    part = cached_part(b, s);
    for (unsigned n = 0; n < lines; n++)
        alone(b, load_line(b, n, n));
    expect(part, .hits = lines - ways, .misses = ways);
    part->expected.cycles = (lines - ways) * until_pass(1) + ways * until_pass(1 + REPLAY(LATENCY));
}

// Lines of one set in any order, one at a time: a line hits if fewer than `ways` others have been loaded since it was. At
// first of so many lines that some miss, then of one more than there are ways.
static void lru(struct build *b, unsigned carveout)
{
    enum { LOADS = 300, LATENCY = 2, LINES = UL1_WAYS + 2 };
    const unsigned sets = carveout_sets(carveout), ways = carveout_ways(carveout), set = 11 % sets;
    struct part *part = warmed_part(b, carved(carveout, UL1_FETCH_LINE, LATENCY));
    struct rng *r = build_rng(b);
    unsigned last[LINES] = { 0 }, hits = 0; // when each was loaded last, counted from 1; 0: never
    for (unsigned n = 1; n <= LOADS; n++) {
        const unsigned line = rng_below(r, n < LOADS / 2 ? LINES : ways + 1);
        unsigned others = 0;
        for (unsigned k = 0; k < LINES; k++)
            others += last[k] > last[line];
        hits += last[line] && others < ways;
        last[line] = n;
        alone(b, load_line(b, n, line * sets + set));
    }
    expect(part, .hits = hits, .misses = LOADS - hits);
    part->expected.cycles = hits * until_pass(1) + (LOADS - hits) * until_pass(1 + REPLAY(LATENCY));
}

// A line that was dropped, as it was bypassed or could not be delivered, leaves a way without a line. The next line takes
// that way, though it was used last, and not that of the oldest line.
static void empty_way_first(struct build *b, unsigned carveout)
{
    enum { LATENCY = 2 };
    const unsigned sets = carveout_sets(carveout), ways = carveout_ways(carveout), set = 9 % sets;
    for (unsigned failing = 0; failing < 2; failing++) {
        struct part *part = holding_part(b, carved(carveout, UL1_FETCH_LINE, LATENCY), set, ways, sets);
        struct instr *i = load_line(b, 0, set + ways * sets); // in the place of the first
        if (failing) {
            build_failing(b, i->addr[0]);
            expect_failing(i, UL1_ERR_BUS, i->mask);
        } else {
            i->hint = UL1_HINT_CG;
        }
        alone(b, load_line(b, 0, set + (ways + 1) * sets));
        for (unsigned n = 1; n < ways; n++)
            alone(b, load_line(b, n, set + n * sets));
        alone(b, load_line(b, 0, set + (ways + 1) * sets));
        expect(part, .hits = ways, .misses = 2);
    }
}

const struct test tests_cached[] = {
    DIRECTED("cached_words", word_strides, 10, "strides of 2 to 32 words: as many lines, or one for each lane"),
    DIRECTED("cached_scattered", scattered, 0, "random lines and masks: as many accesses as counted from the addresses"),
    DIRECTED("cached_streaming_48", streaming, UL1_CARVEOUT_S48, "more lines than fit: all miss, one every two cycles"),
    DIRECTED("cached_streaming_16", streaming, UL1_CARVEOUT_S16, "the same with the largest cache"),
    DIRECTED("cached_sets_code3", geometry, 3, "the reserved carveout is like s16"),
    DIRECTED("cached_lru_48", lru, UL1_CARVEOUT_S48, "lines of one set in random order: hits as counted from it"),
    DIRECTED("cached_lru_16", lru, UL1_CARVEOUT_S16, "the same with the largest cache"),
    DIRECTED("cached_empty_48", empty_way_first, UL1_CARVEOUT_S48, "a way whose line was dropped goes to the next line"),
    DIRECTED("cached_empty_16", empty_way_first, UL1_CARVEOUT_S16, "the same with the largest cache"),
};
const unsigned tests_cached_count = COUNT_OF(tests_cached);
