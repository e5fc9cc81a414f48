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
    strided(i, (uint64_t)line * LINE, 4);
    return i;
}

struct instr *load_sectors(struct build *b, unsigned warp, unsigned line, unsigned sectors)
{
    struct instr *i = load_line(b, warp, line);
    i->mask = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        i->mask |= (sectors >> 4 * lane / SECTOR & 1) << lane;
    return i;
}

struct instr *store_line(struct build *b, unsigned warp, unsigned line)
{
    struct instr *i = load_line(b, warp, line);
    i->op = UL1_OP_STORE;
    return i;
}

struct instr *store_sectors(struct build *b, unsigned warp, unsigned line, unsigned sectors)
{
    struct instr *i = load_sectors(b, warp, line, sectors);
    i->op = UL1_OP_STORE;
    return i;
}

struct instr *store_words(struct build *b, unsigned warp, unsigned line, unsigned sectors)
{
    struct instr *i = store_sectors(b, warp, line, sectors);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (lane % (LANES / 4))
            i->mask &= ~(UINT32_C(1) << lane);
    return i;
}

struct instr *local(struct instr *i)
{
    i->space = UL1_SPACE_LOCAL;
    return i;
}

struct part *dirty_part(struct build *b, struct shape s, unsigned first, unsigned count, unsigned step)
{
    struct part *before = cached_part(b, s);
    before->fresh = before->prepares = true;
    load_line(b, 0, WARMED);
    for (unsigned n = 0; n < count; n++)
        alone(b, local(store_line(b, n, first + n * step)));
    return cached_part(b, s);
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

// Cycles of n misses, offered one a cycle, each of a line of its own: as replays go first, REPLAY(M) lookups and as many
// replays in turn. (Of the last n, all or fewer.)
static int64_t stream_cycles(unsigned n, unsigned latency)
{
    int64_t batch = REPLAY(latency), before = (n - 1) / batch, rest = n - before * batch;
    return until_pass(2 * batch * before + batch + rest);
}

// ---- accesses

static const uint8_t fetches[] = { UL1_FETCH_LINE, UL1_FETCH_SECTOR };

// Neighbours from the start of a line: a line for each sub-warp, of which lanes of less than 32 bits need some sectors. The
// second time they are there.
static void coalesced(struct build *b, unsigned latency)
{
    for (unsigned k = 0; k < COUNT_OF(fetches); k++)
        for (unsigned width = UL1_WIDTH_B8; width <= UL1_WIDTH_B128; width++) {
            const unsigned subs = width_words(width), bytes = width_bytes(width);
            for (unsigned again = 0; again < 2; again++) {
                struct shape s = shape_of(fetches[k], latency);
                struct part *part = again ? cached_part(b, s) : warmed_part(b, s);
                struct instr *i = build_cached(b, width);
                i->width = (uint8_t)width;
                i->sign = k == 0;
                strided(i, 5 * LINE, bytes);
                i->passes = subs;
                expect(part, .hits = again ? subs : 0, .misses = again ? 0 : subs);
                unsigned sectors = fetches[k] == UL1_FETCH_LINE || bytes > 4 ? 4 : bytes;
                part->expected.sectors = again ? 0 : subs * sectors;
                part->expected.cycles = until_pass(subs + (again ? 0 : REPLAY(latency)));
            }
        }
}

// The same off by one word, of wide loads by one lane's words: every sub-warp lies on two lines, of which it shares the
// second with the next sub-warp, which merges. With a fetch of sectors, merging adds what of that line is not asked for yet;
// so this line waits for a request more, and so does the last, for that one's replays.
static void misaligned(struct build *b, unsigned latency)
{
    for (unsigned k = 0; k < COUNT_OF(fetches); k++)
        for (unsigned width = UL1_WIDTH_B32; width <= UL1_WIDTH_B128; width++) {
            const unsigned subs = width_words(width), off = width_bytes(width);
            struct part *part = warmed_part(b, shape_of(fetches[k], latency));
            struct instr *i = build_cached(b, width);
            i->width = (uint8_t)width;
            strided(i, 9 * LINE + off, off);
            i->passes = 2 * subs;
            expect(part, .misses = subs + 1, .merges = subs - 1);
            part->expected.sectors = 4 * (subs + 1);
            part->expected.cycles = until_pass(2 * subs + REPLAY(latency));
            if (fetches[k] == UL1_FETCH_SECTOR) {
                part->expected.reads = 2 * subs;
                part->expected.sectors -= off / SECTOR + (4 - (off + SECTOR - 1) / SECTOR);
                part->expected.cycles += subs > 1;
            }
        }
    for (unsigned width = UL1_WIDTH_B8; width <= UL1_WIDTH_B16; width++) { // these do not leave the line
        struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, latency));
        struct instr *i = build_cached(b, width);
        i->width = (uint8_t)width;
        strided(i, 9 * LINE + 4, width_bytes(width));
        expect(part, .misses = 1);
        part->expected.cycles = until_pass(1 + REPLAY(latency));
    }
}

// A stride of s words: s lines, or one for each lane; 4 s sectors, or one for each lane.
static void word_strides(struct build *b, unsigned latency)
{
    for (unsigned k = 0; k < COUNT_OF(fetches); k++)
        for (unsigned s = 2; s <= 32; s++) {
            const unsigned lines = s < LANES ? s : LANES, sectors = 4 * s < LANES ? 4 * s : LANES;
            struct part *part = warmed_part(b, shape_of(fetches[k], latency));
            struct instr *i = build_cached(b, s);
            strided(i, 0, 4 * s);
            i->passes = lines;
            expect(part, .misses = lines);
            part->expected.sectors = fetches[k] == UL1_FETCH_LINE ? 4 * lines : sectors;
            part->expected.cycles = stream_cycles(lines, latency);
        }
}

// A stride of lines: an access for each lane, also of wide loads. (Odd strides, and a few even ones, find a way for each.)
static void line_strides(struct build *b, unsigned latency)
{
    static const unsigned strides[] = { 1, 2, 3, 4, 5, 7, 31 };
    for (unsigned k = 0; k < COUNT_OF(strides); k++)
        for (unsigned width = UL1_WIDTH_B8; width <= UL1_WIDTH_B128; width++) {
            struct part *part = warmed_part(b, shape_of(UL1_FETCH_SECTOR, latency));
            struct instr *i = build_cached(b, k);
            i->width = (uint8_t)width;
            strided(i, (uint64_t)LINE / 2, (uint64_t)LINE * strides[k]);
            i->passes = LANES;
            expect(part, .misses = LANES);
            part->expected.sectors = LANES * (width_bytes(width) > SECTOR ? 2 : 1);
            part->expected.cycles = stream_cycles(LANES, latency);
        }
}

// All lanes on one address: each sub-warp is an access, and all but the first merge.
static void one_address(struct build *b, unsigned latency)
{
    for (unsigned width = UL1_WIDTH_B8; width <= UL1_WIDTH_B128; width++) {
        const unsigned subs = width_words(width);
        struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, latency));
        struct instr *i = build_cached(b, width);
        i->width = (uint8_t)width;
        strided(i, 3 * LINE + SECTOR / 16 * 16, 0);
        i->passes = subs;
        expect(part, .misses = 1, .merges = subs - 1);
        part->expected.cycles = until_pass(subs + REPLAY(latency));
    }
}

// Lanes in any order on a few lines, masks of any kind: an access for each line of each sub-warp, counted from the
// addresses. All lines are there.
static void scattered(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LINES = 16 };
    struct part *part = holding_part(b, shape_of(UL1_FETCH_LINE, 1), 0, LINES, 1);
    struct rng *r = build_rng(b);
    for (unsigned n = 0; n < 200; n++) {
        struct instr *i = build_cached(b, n);
        const unsigned width = n % 5, bytes = width_bytes(width), lanes = LANES / width_words(width);
        i->width = (uint8_t)width;
        i->mask = (uint32_t)rng_next(r) & ALL_LANES;
        i->passes = 0;
        for (unsigned k = 0; k < width_words(width); k++) {
            uint32_t lines = 0;
            for (unsigned lane = k * lanes; lane < (k + 1) * lanes; lane++) {
                unsigned line = rng_below(r, 1 + n % LINES);
                i->addr[lane] = line * LINE + rng_below(r, LINE / bytes) * bytes;
                lines |= (i->mask >> lane & 1) << line;
            }
            i->passes += (unsigned)__builtin_popcount(lines);
        }
    }
    expect(part, .hits = build_passes(b));
}

// ---- streams

// A single load, the memory being near or far.
static void miss_cost(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned latency = 1; latency <= 300; latency += 1 + latency / 8) {
        struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, latency));
        load_line(b, 0, 10);
        expect(part, .misses = 1);
        part->expected.cycles = until_pass(1 + REPLAY(latency));
        part = cached_part(b, shape_of(UL1_FETCH_LINE, latency));
        load_line(b, 0, 10);
        expect(part, .hits = 1);
        part->expected.cycles = until_pass(1);
    }
}

// Hits are sustained one a cycle, whatever their widths, lines and warps.
static void hits(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LINES = 20 };
    struct part *part = holding_part(b, shape_of(UL1_FETCH_LINE, 1), 7, LINES, 1);
    for (unsigned n = 0; n < 300; n++) {
        struct instr *i = load_line(b, n * 5, 7 + n % (LINES - 4));
        i->width = (uint8_t)(n % 5);
        i->sign = n % 2;
        i->space = n % 3 ? UL1_SPACE_GLOBAL : UL1_SPACE_LOCAL;
        strided(i, i->addr[0], width_bytes(i->width));
        i->passes = width_words(i->width);
    }
    expect(part, .hits = build_passes(b));
    build_expect_busy(b);
}

// More lines than the cache holds, one after the other and then all once more: every one misses both times, as the oldest
// leaves first. A line every two cycles: lookup and replay.
static void streaming(struct build *b, unsigned carveout)
{
    const unsigned lines = carveout_sets(carveout) * carveout_ways(carveout) + carveout_sets(carveout);
    for (unsigned latency = 1; latency <= 9; latency += 4) {
        struct shape s = shape_of(UL1_FETCH_LINE, latency);
        s.carveout = (uint8_t)carveout;
        struct part *part = warmed_part(b, s);
        for (unsigned n = 0; n < 2 * lines; n++)
            load_line(b, n, n % lines);
        expect(part, .misses = 2 * lines);
        part->expected.sectors = 4 * 2 * lines;
        part->expected.cycles = stream_cycles(2 * lines, latency);
    }
}

// One line for all warps. The first misses, those whose lookup comes before the line does merge: those of passes 2 to M + 4,
// the last in the very cycle in which the line is written. The one of pass M + 5 hits, the others hit after the replays. A
// pass in every cycle.
static void same_line(struct build *b, unsigned latency)
{
    enum { N = WARPS };
    const unsigned merges = latency + 3;
    _Static_assert(N > UL1_PT, "more than fit at a time");
    struct part *part = warmed_part(b, shape_of(UL1_FETCH_SECTOR, latency));
    for (unsigned n = 0; n < N; n++)
        load_line(b, n, 20);
    expect(part, .hits = N - 1 - merges, .misses = 1, .merges = merges);
    part->expected.sectors = 4;
    part->expected.cycles = until_pass(N + 1 + merges);
}

static void same_lines(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned latency = 1; latency + 4 <= UL1_MERGE; latency++)
        same_line(b, latency);
}

// ---- geometry

// As many neighbouring lines as the cache has ways in all sets: all stay. With one line more, in set 0, those of this set
// displace each other and no others do.
static void geometry(struct build *b, unsigned carveout)
{
    enum { LATENCY = 3 };
    const unsigned sets = carveout_sets(carveout), ways = carveout_ways(carveout), lines = sets * ways;
    struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
    s.carveout = (uint8_t)carveout;

    struct part *part = cached_part(b, s);
    part->fresh = true;
    for (unsigned n = 0; n < lines; n++)
        load_line(b, n, n);
    part->expected.misses = lines;

    part = cached_part(b, s);
    for (unsigned n = 0; n < lines; n++)
        load_line(b, n, n);
    expect(part, .hits = lines);
    build_expect_busy(b);

    part = cached_part(b, s);
    load_line(b, 0, lines);
    expect(part, .misses = 1);

    part = cached_part(b, s);
    for (unsigned n = 0; n < lines; n++)
        alone(b, load_line(b, n, n));
    expect(part, .hits = lines - ways, .misses = ways);
    part->expected.cycles = (lines - ways) * until_pass(1) + ways * until_pass(1 + REPLAY(LATENCY));
}

// Lines of one set in any order, one at a time: a line hits if fewer than `ways` others have been loaded since it was.
static void lru(struct build *b, unsigned carveout)
{
    enum { N = 300, LATENCY = 2, LINES = 8 };
    const unsigned sets = carveout_sets(carveout), ways = carveout_ways(carveout), set = 11;
    struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
    s.carveout = (uint8_t)carveout;
    struct part *part = warmed_part(b, s);
    struct rng *r = build_rng(b);
    unsigned last[LINES] = { 0 }, hits = 0; // when each was loaded last, counted from 1; 0: never
    for (unsigned n = 1; n <= N; n++) {
        unsigned line = rng_below(r, n < N / 2 ? LINES : ways + 1), others = 0;
        for (unsigned k = 0; k < LINES; k++)
            others += last[k] > last[line];
        hits += last[line] && others < ways;
        last[line] = n;
        alone(b, load_line(b, n, line * sets + set));
    }
    expect(part, .hits = hits, .misses = N - hits);
    part->expected.cycles = hits * until_pass(1) + (N - hits) * until_pass(1 + REPLAY(LATENCY));
}

// One line more than a set has ways, round and round: always the one that is wanted next has just gone. With as many lines
// as ways, all stay.
static void thrashing(struct build *b, unsigned carveout)
{
    enum { ROUNDS = 4, LATENCY = 1 };
    const unsigned sets = carveout_sets(carveout), ways = carveout_ways(carveout);
    for (unsigned lines = ways; lines <= ways + 1; lines++) {
        struct shape s = shape_of(UL1_FETCH_SECTOR, LATENCY);
        s.carveout = (uint8_t)carveout;
        struct part *part = warmed_part(b, s);
        for (unsigned n = 0; n < ROUNDS * lines; n++)
            alone(b, load_line(b, n, n % lines * sets));
        const unsigned misses = lines == ways ? lines : ROUNDS * lines;
        expect(part, .hits = ROUNDS * lines - misses, .misses = misses);
    }
}

// A line that was dropped, as it was bypassed or could not be delivered, leaves a way without a line. The next line takes
// that way, though it was used last, and not that of the oldest line.
static void empty_way_first(struct build *b, unsigned carveout)
{
    enum { LATENCY = 2, SET = 9 };
    const unsigned sets = carveout_sets(carveout), ways = carveout_ways(carveout);
    for (unsigned failing = 0; failing < 2; failing++) {
        struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
        s.carveout = (uint8_t)carveout;
        struct part *part = holding_part(b, s, SET, ways, sets);
        struct instr *i = load_line(b, 0, SET + ways * sets); // in the place of the first
        if (failing) {
            build_failing(b, i->addr[0]);
            i->err = UL1_ERR_BUS;
            i->err_mask = i->mask;
        } else {
            i->hint = UL1_HINT_CG;
        }
        alone(b, load_line(b, 0, SET + (ways + 1) * sets));
        for (unsigned n = 1; n < ways; n++)
            alone(b, load_line(b, n, SET + n * sets));
        alone(b, load_line(b, 0, SET + (ways + 1) * sets));
        expect(part, .hits = ways, .misses = 2);
    }
}

const struct test tests_cached[] = {
    DIRECTED("cached_coalesced", coalesced, 10, "neighbours of each width: an access for each sub-warp, miss and hit"),
    DIRECTED("cached_misaligned", misaligned, 10, "off by one: two lines for each sub-warp, shared with its neighbour"),
    DIRECTED("cached_words", word_strides, 10, "strides of 2 to 32 words: as many lines, or one for each lane"),
    DIRECTED("cached_lines", line_strides, 6, "strides of lines: an access for each lane, of each width"),
    DIRECTED("cached_address", one_address, 10, "one address for all lanes: each sub-warp an access, merged"),
    DIRECTED("cached_scattered", scattered, 0, "random lines and masks: as many accesses as counted from the addresses"),
    DIRECTED("cached_cost", miss_cost, 0, "a miss takes the memory's latency and 9 cycles from pass to registers, a hit 4"),
    DIRECTED("cached_hits", hits, 0, "hits of every width: one a cycle"),
    DIRECTED("cached_streaming_48", streaming, UL1_CARVEOUT_S48, "more lines than fit: all miss, one every two cycles"),
    DIRECTED("cached_streaming_16", streaming, UL1_CARVEOUT_S16, "the same with the largest cache"),
    DIRECTED("cached_same_line", same_lines, 0, "one line for all warps: one request; a pass in every cycle"),
    DIRECTED("cached_sets_48", geometry, UL1_CARVEOUT_S48, "32 sets of 4 ways: so many lines stay; one more displaces some"),
    DIRECTED("cached_sets_32", geometry, UL1_CARVEOUT_S32, "64 sets of 4 ways, likewise"),
    DIRECTED("cached_sets_16", geometry, UL1_CARVEOUT_S16, "64 sets of 6 ways, likewise"),
    DIRECTED("cached_sets_code3", geometry, 3, "the reserved carveout is like s16"),
    DIRECTED("cached_lru_48", lru, UL1_CARVEOUT_S48, "lines of one set in random order: hits as counted from it, 4 ways"),
    DIRECTED("cached_lru_16", lru, UL1_CARVEOUT_S16, "the same with 6 ways"),
    DIRECTED("cached_empty_48", empty_way_first, UL1_CARVEOUT_S48, "a way whose line was dropped goes to the next line"),
    DIRECTED("cached_empty_16", empty_way_first, UL1_CARVEOUT_S16, "the same with 6 ways"),
    DIRECTED("cached_thrash_48", thrashing, UL1_CARVEOUT_S48, "one line more than a set has ways, round and round: all miss"),
    DIRECTED("cached_thrash_32", thrashing, UL1_CARVEOUT_S32, "the same with another carveout"),
    DIRECTED("cached_thrash_16", thrashing, UL1_CARVEOUT_S16, "the same with 6 ways"),
};
const unsigned tests_cached_count = COUNT_OF(tests_cached);
