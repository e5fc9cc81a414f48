// Cached loads that miss: merging, deferral and its causes, what goes on meanwhile, and in which order things come back.
#include "tests/l1/cached.h"

static struct shape usual(unsigned latency)
{
    return shape_of(UL1_FETCH_LINE, latency);
}

// ---- merging

// A second load of a line, taken so many cycles behind the first. If its lookup comes before the line is written, or in the
// very cycle, it merges, and is replayed right behind the first. If it comes in the next, that of the first's replay, it
// finds the line locked and hits. Else the replay has gone first, and it hits behind that:
//
//     pass of the second   2 .. R - 2       R - 1      R              R + 1 ..        R: pass of the first's replay
//                          merges: R + 1    hits       hits: R + 1    hits
//
// Where an entry holds but one access, it is deferred instead of merging, and hits right behind the replay.
static void second_access(struct build *b, unsigned latency)
{
    const int64_t replay = 1 + REPLAY(latency);
    for (unsigned from = 1; from <= replay + 3; from++) {
        struct part *part = warmed_part(b, usual(latency));
        load_line(b, 1, 10);
        load_line(b, 2, 10)->from = from;
        const int64_t pass = from + 1;
        const bool early = pass < replay - 1, merges = early && UL1_MERGE > 1;
        expect(part, .hits = !merges, .misses = 1, .merges = merges);
        part->expected.deferrals[UL1_CAUSE_MERGE] = early && !merges;
        if (early || pass == replay)
            part->expected.cycles = until_pass(replay + 1);
        else
            part->expected.cycles = until_pass(most(pass, replay));
    }
}

// The same with another sector, and a fetch of sectors. If it merges, a request of its own follows, without which nobody is
// replayed. In the cycle of the first's replay it finds the entry closed: it is deferred, comes again right behind that
// replay, and opens an entry of its own. So it does where an entry holds but one access.
static void other_sector(struct build *b, unsigned latency)
{
    const int64_t replay = 1 + REPLAY(latency);
    for (unsigned from = 1; from <= replay + 3; from++) {
        struct part *part = warmed_part(b, shape_of(UL1_FETCH_SECTOR, latency));
        load_sectors(b, 1, 10, 1);
        load_sectors(b, 2, 10, 2)->from = from;
        const int64_t pass = from + 1;
        const bool early = pass < replay - 1, merges = early && UL1_MERGE > 1, closed = pass == replay - 1;
        expect(part, .misses = merges ? 1 : 2, .merges = merges);
        part->expected.reads = part->expected.sectors = 2;
        part->expected.deferrals[UL1_CAUSE_CLOSED] = closed;
        part->expected.deferrals[UL1_CAUSE_MERGE] = early && !merges;
        if (merges)
            part->expected.cycles = until_pass(pass + REPLAY(latency) + 1);
        else
            part->expected.cycles = until_pass((pass <= replay ? replay + 1 : pass) + REPLAY(latency));
    }
}

// An entry holds MERGE accesses. Those beyond are deferred until the last of these has its replay, right behind which they
// hit. The memory is so slow that all are looked up before. (As many beyond as the pending table has entries for.)
static void merge_limit(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LATENCY = UL1_MERGE + 4 };
    for (unsigned beyond = 0; beyond < 4 && UL1_MERGE + beyond <= UL1_PT; beyond++) {
        struct part *part = warmed_part(b, usual(LATENCY));
        for (unsigned n = 0; n < UL1_MERGE + beyond; n++)
            load_line(b, n, 10);
        expect(part, .hits = beyond, .misses = 1, .merges = UL1_MERGE - 1);
        part->expected.deferrals[UL1_CAUSE_MERGE] = beyond;
        part->expected.cycles = until_pass(REPLAY(LATENCY) + UL1_MERGE + beyond);
    }
}

#if UL1_MERGE < UL1_PT // the loads that fill an entry, and one more
// Of an instruction with several lines the second is deferred. The third is presented already when that is known; the others
// wait until the second has hit, though there would be entries for them:
//
//     its lines        9   10 (deferred)   11         replays of line 10   9   10 (hits)   11 (replay)   12 and so on
//     pass      MERGE+ 1   2               3      R + 1 .. R + MERGE      +1  +2          +3            +4 ..
//
static void deferred_within(struct build *b, unsigned latency)
{
    const unsigned lines = fetched_together(6);
    const int64_t replay = REPLAY(latency);
    struct part *part = warmed_part(b, usual(latency));
    for (unsigned n = 0; n < UL1_MERGE; n++)
        load_line(b, n, 10);
    struct instr *i = load_line(b, UL1_MERGE, 9); // and 10, 11 and so on
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] += lane % lines * LINE;
    i->passes = lines;
    expect(part, .hits = 1, .misses = lines, .merges = UL1_MERGE - 1);
    part->expected.deferrals[UL1_CAUSE_MERGE] = 1;
    part->expected.cycles = until_pass(replay + UL1_MERGE + 3 + lines - 3 + replay);
}
#endif

// ---- what runs full

#define MORE_FULL 2     // misses beyond the entries, in the two tests that follow
#define MORE_IN_TURN 5
#define FILLS_ENTRIES (UL1_PRT + MORE_IN_TURN <= (UL1_S48_SETS - 1) * UL1_S48_WAYS && UL1_S48_WAYS >= MORE_FULL)

#if FILLS_ENTRIES // there are ways for as many lines as there are entries, and more; and in the last set for two
// Line number n of those that are in other sets than the last: as many of each of these sets as it has ways.
enum { OTHER_SETS = UL1_S48_SETS - 1 };

static unsigned other_line(unsigned n)
{
    return (20 + n / OTHER_SETS) * UL1_S48_SETS + n % OTHER_SETS;
}

// Loads of such lines, one for each entry of the pending request table, in few instructions, so that the pending table has
// room for more. How many instructions.
static unsigned take_entries(struct build *b)
{
    unsigned loads = 0;
    for (unsigned n = 0; n < UL1_PRT; n += LANES) {
        struct instr *i = build_cached(b, loads++);
        i->passes = (unsigned)least(LANES, UL1_PRT - n);
        i->mask = ALL_LANES >> (LANES - i->passes);
        for (unsigned lane = 0; lane < LANES; lane++)
            i->addr[lane] = (uint64_t)other_line(n + lane) * LINE;
    }
    return loads;
}

// As many misses as there are entries, one more, hits up to the cycle before the first replay (or as many as the pending
// table has room for), and one miss more. Hits pass in all their cycles. The two misses are deferred, and looked up when all
// replays, which go first, are through. They changed nothing while they had to wait: of their set, which is full, they
// displace the lines that the hits found longest ago, as the loads after that show.
static void entries_full(struct build *b, unsigned unused)
{
    (void)unused;
    enum { SET = WARMED % UL1_S48_SETS, LATENCY = UL1_PRT + 28, WAYS = UL1_S48_WAYS };
    const unsigned sets = UL1_S48_SETS;
    struct part *part = holding_part(b, usual(LATENCY), SET + sets, WAYS, sets); // in the place of WARMED, too
    const unsigned loads = take_entries(b);
    const unsigned hits = hits_beside(loads + MORE_FULL, REPLAY(LATENCY) - UL1_PRT - MORE_FULL);
    load_line(b, loads, SET);
    for (unsigned n = 0; n < hits; n++)
        load_line(b, n, SET + (1 + n % WAYS) * sets);
    load_line(b, loads, SET + (1 + WAYS) * sets);
    expect(part, .hits = hits, .misses = UL1_PRT + MORE_FULL);
    part->expected.deferrals[UL1_CAUSE_ENTRY] = MORE_FULL;
    part->expected.cycles = until_pass(REPLAY(LATENCY) + UL1_PRT + MORE_FULL + REPLAY(LATENCY));

    const unsigned gone[MORE_FULL] = { 1 + hits % WAYS, 1 + (hits + 1) % WAYS };
    part = cached_part(b, usual(LATENCY));
    for (unsigned n = 0; n <= WAYS + 1; n++)
        if (n != gone[0] && n != gone[1])
            load_line(b, n, SET + n * sets);
    expect(part, .hits = WAYS);
    part = cached_part(b, usual(LATENCY));
    for (unsigned k = 0; k < MORE_FULL; k++)
        load_line(b, k, SET + gone[k] * sets);
    expect(part, .misses = MORE_FULL);
}

// Several want an entry, and entries become free one at a time, far apart: each goes to the one that has waited longest. The
// memory is so slow that all are looked up before the first response, and so fast that it is never without a request that
// is due: a response every APART cycles.
static void entries_in_turn(struct build *b, unsigned unused)
{
    (void)unused;
    enum { MORE = MORE_IN_TURN, APART = 6, LATENCY = (APART - 1) * UL1_PRT - 10 };
    _Static_assert(UL1_PRT + MORE <= REPLAY(LATENCY) && LATENCY + 9 <= APART * UL1_PRT, "neither too fast nor too slow");
    struct part *part = warmed_part(b, usual(LATENCY));
    part->set.memory.gap = APART;
    const unsigned loads = take_entries(b);
    for (unsigned n = 0; n < MORE; n++)
        load_line(b, loads + n, other_line(UL1_PRT + n));
    expect(part, .misses = UL1_PRT + MORE);
    part->expected.deferrals[UL1_CAUSE_ENTRY] = MORE;
    part->expected.cycles = until_pass(1 + REPLAY(LATENCY) + APART * (UL1_PRT + MORE - 1));
}
#endif

// What a line lacks that is wanted while as many of its set are pending as can be.
static unsigned lacking(unsigned ways)
{
    return ways <= UL1_PRT ? UL1_CAUSE_WAY : UL1_CAUSE_ENTRY;
}

// All ways of a set are pending, or the first of them locked, when one more of its lines is wanted. It is looked up in the
// cycle after the replay that frees a way, and takes that way: the other lines stay. (With fewer entries than ways, it waits
// for an entry, and all stay.) The memory answers far apart, and is so slow that it has brought the others before that line.
static void ways_full(struct build *b, unsigned carveout)
{
    enum { APART = 4 };
    const unsigned sets = carveout_sets(carveout), ways = carveout_ways(carveout), pending = (unsigned)least(ways, UL1_PRT);
    const unsigned latency = (unsigned)most(24, APART * ways), gone = ways <= UL1_PRT;
    const int64_t replay = 1 + REPLAY(latency);
    const struct shape s = carved(carveout, UL1_FETCH_LINE, latency);
    for (unsigned locked = 0; locked < 2; locked++) {
        struct part *part = warmed_part(b, s);
        part->set.memory.gap = APART;
        for (unsigned n = 0; n <= pending; n++)
            load_line(b, n, 7 + n * sets)->from = locked && n == pending ? (unsigned)replay - 2 : 0;
        expect(part, .misses = pending + 1);
        part->expected.deferrals[lacking(ways)] = 1;
        part->expected.cycles = until_pass(replay + 1 + REPLAY(latency));

        part = cached_part(b, s);
        for (unsigned n = gone; n <= pending; n++)
            load_line(b, n, 7 + n * sets);
        expect(part, .hits = pending + 1 - gone);
        if (!gone)
            continue;
        part = cached_part(b, s);
        load_line(b, 0, 7);
        expect(part, .misses = 1);
    }
}

// The same with responses in every cycle: the replays of the other ways go first. All are looked up before the first.
static void ways_full_fast(struct build *b, unsigned carveout)
{
    const unsigned sets = carveout_sets(carveout), ways = carveout_ways(carveout), pending = (unsigned)least(ways, UL1_PRT);
    const unsigned latency = (unsigned)most(8, 2 * (int64_t)ways - 5);
    for (unsigned more = 1; more <= pending; more++) {
        struct part *part = warmed_part(b, carved(carveout, UL1_FETCH_LINE, latency));
        for (unsigned n = 0; n < pending + more; n++)
            load_line(b, n, 7 + n * sets);
        expect(part, .misses = pending + more);
        part->expected.deferrals[lacking(ways)] = more;
        part->expected.cycles = until_pass(pending + REPLAY(latency) + more + REPLAY(latency));
    }
}

// ---- order

// The memory answers the last request first. Replays come in the order of the lines' being complete: of a full set, the next
// line displaces the one that came first, the last that was asked for.
#if UL1_S48_WAYS <= UL1_PRT || UL1_S16_WAYS <= UL1_PRT // all ways of a set can be under fetch
static void reversed(struct build *b, unsigned carveout)
{
    enum { LATENCY = 1 };
    const unsigned sets = carveout_sets(carveout), ways = carveout_ways(carveout);
    const struct shape s = carved(carveout, UL1_FETCH_LINE, LATENCY);
    for (unsigned youngest = 0; youngest < 2; youngest++) {
        struct part *part = warmed_part(b, s);
        part->set.memory.batch = ways;
        part->set.memory.order = youngest ? MEMORY_YOUNGEST : MEMORY_AS_TAKEN;
        for (unsigned n = 0; n < ways; n++)
            load_line(b, n, 7 + n * sets);
        expect(part, .misses = ways);
        // The last request is taken in cycle `ways` + 3; the answers begin in the next.
        part->expected.cycles = until_pass(ways + 3 + LATENCY + 2 + ways - 1);

        const unsigned goes = youngest ? ways - 1 : 0;
        part = cached_part(b, s);
        load_line(b, 0, 7 + ways * sets);
        for (unsigned n = 0; n < ways; n++)
            if (n != goes)
                alone(b, load_line(b, n, 7 + n * sets));
        expect(part, .hits = ways - 1, .misses = 1);
        part = cached_part(b, s);
        load_line(b, 0, 7 + goes * sets);
        expect(part, .misses = 1);
    }
}
#endif

#define REVERSES_ALL (UL1_PRT >= 6 && UL1_S48_SETS * UL1_S48_WAYS >= 6)

#if REVERSES_ALL // five lines that are asked for again, and one that is answered before them
// All entries (or as many as there are ways or loads for), answered in reverse order, and loads of all these lines once
// more. The answers begin in the cycle after the last request is taken, in lines + 4, and the replays two cycles later. Up
// to then lines + 5 loads have been looked up, five of lines that had been asked for. These merge, or where an entry holds
// but one access are deferred; the others hit when the replays are through: there is a pass in every cycle.
static void reversed_all(struct build *b, unsigned unused)
{
    (void)unused;
    enum { AGAIN = 5, MERGES = UL1_MERGE > 1 ? AGAIN : 0 };
    const unsigned lines = (unsigned)least(fetched_together(UL1_PRT), UL1_PT - AGAIN);
    struct part *part = warmed_part(b, usual(1));
    part->set.memory.batch = lines;
    part->set.memory.order = MEMORY_YOUNGEST;
    for (unsigned k = 0; k < 2 * lines; k++)
        load_line(b, k, 10 + k % lines);
    expect(part, .hits = lines - MERGES, .misses = lines, .merges = MERGES);
    part->expected.deferrals[UL1_CAUSE_MERGE] = AGAIN - MERGES;
    if (sustained(0))
        part->expected.cycles = until_pass(2 * lines + lines + AGAIN);
}
#endif

// ---- hits and shared loads

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

// ---- who comes first

// The tests that follow have responses so far apart, and memory so slow that all are looked up before the first, and that
// those under fetch have come before the one that waited for them.
enum { APART = 4, SLOW = APART * UL1_S48_WAYS > 24 ? APART * UL1_S48_WAYS : 24 };

#if UL1_S48_WAYS <= UL1_PRT // all ways of a set can be under fetch
// All ways of a set are pending, and two more of its lines wanted: the one looked up first gets the first way, be its
// entry of the pending table the lower or the higher one. It is displaced before the other, as later lines show.
static void sleepers_in_turn(struct build *b, unsigned unused)
{
    (void)unused;
    enum { SET = 7 };
    const unsigned sets = UL1_S48_SETS, ways = UL1_S48_WAYS, second = ways + 1;
    for (unsigned lower = 0; lower < 2; lower++) {
        struct part *part = holding_part(b, usual(SLOW), 10, 1, 1);
        part->set.memory.gap = APART;
        if (lower)
            load_line(b, 0, 10); // a hit, in the lowest entry; the second has that when it has retired
        for (unsigned n = 0; n <= ways; n++)
            load_line(b, n, SET + n * sets);
        load_line(b, second, SET + second * sets)->from = UL1_HLAT + 4;
        expect(part, .hits = lower, .misses = ways + 2);
        part->expected.deferrals[UL1_CAUSE_WAY] = 2;

        part = cached_part(b, usual(SLOW)); // displaces those before them, and the first of them
        for (unsigned n = 0; n < ways - 1; n++)
            alone(b, load_line(b, n, SET + (second + 1 + n) * sets));
        alone(b, load_line(b, 0, SET + second * sets));
        expect(part, .hits = 1, .misses = ways - 1);
    }
}
#endif

#define PASSES_TOKEN (UL1_S48_WAYS >= 2 && UL1_S48_WAYS <= UL1_PRT && UL1_MERGE >= 2)

#if PASSES_TOKEN // a second way is free while the first is under fetch anew; and an access merges into that
// Three wait for a way, the first two with the same line. The first way goes to the first. The second way wakes the second,
// which merges; so the third gets it, and is looked up right after that has turned out: in the second cycle after the
// replay of the second way.
static void token_passed_on(struct build *b, unsigned unused)
{
    (void)unused;
    enum { SET = 7 };
    const unsigned sets = UL1_S48_SETS, ways = UL1_S48_WAYS;
    struct part *part = warmed_part(b, usual(SLOW));
    part->set.memory.gap = APART;
    for (unsigned n = 0; n <= ways; n++)
        load_line(b, n, SET + n * sets);
    load_line(b, ways + 1, SET + ways * sets);
    load_line(b, ways + 2, SET + (ways + 1) * sets);
    expect(part, .misses = ways + 2, .merges = 1);
    part->expected.deferrals[UL1_CAUSE_WAY] = 3;
    part->expected.cycles = until_pass(1 + REPLAY(SLOW) + APART + 1 + 2 + REPLAY(SLOW));
}
#endif

// One waits for a way (or an entry), and hits come behind it: awake, it goes before them, and there is a pass in every
// cycle: for each of those before it a lookup and a replay, for itself two lookups and a replay, and the hits.
static void woken_first(struct build *b, unsigned latency)
{
    enum { SET = 7, HELD = 10 };
    const unsigned sets = UL1_S48_SETS, pending = (unsigned)least(UL1_S48_WAYS, UL1_PRT);
    const unsigned hits = 3 * (unsigned)REPLAY(latency);
    struct part *part = holding_part(b, usual(latency), HELD, 1, 1);
    for (unsigned n = 0; n <= pending; n++)
        load_line(b, n, SET + n * sets);
    for (unsigned n = 0; n < hits; n++)
        load_line(b, n, HELD);
    expect(part, .hits = hits, .misses = pending + 1);
    part->expected.deferrals[lacking(UL1_S48_WAYS)] = 1;
    if (sustained(pending + 1))
        part->expected.cycles = until_pass(2 * (pending + 1) + 1 + hits);
}

// ---- sectors

// The memory brings a line sector by sector; it is complete with the last.
static void sectors_arrive(struct build *b, unsigned latency)
{
    for (unsigned wanted = 1; wanted <= ALL_SECTORS; wanted++)
        for (unsigned youngest = 0; youngest < 2; youngest++) {
            struct part *part = warmed_part(b, shape_of(UL1_FETCH_SECTOR, latency));
            part->set.memory.pieces = 100;
            part->set.memory.order = youngest ? MEMORY_YOUNGEST : MEMORY_AS_TAKEN;
            load_sectors(b, 0, 10, wanted);
            expect(part, .misses = 1);
            part->expected.sectors = count_of(wanted);
            part->expected.cycles = until_pass(1 + REPLAY(latency) + count_of(wanted) - 1);
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
    DIRECTED("miss_second", second_access, 6, "a second load of a line, 1 to M + 9 cycles behind: it merges, or hits"),
    DIRECTED("miss_other_sector", other_sector, 6, "the same with another sector: it merges, is deferred, or misses"),
    DIRECTED("miss_merge_limit", merge_limit, 0, "as many merge as an entry holds; those beyond are deferred, and hit"),
#if UL1_MERGE < UL1_PT
    DIRECTED("miss_deferred_within", deferred_within, 20, "of an instruction one line is deferred: the rest waits for it"),
#endif
#if FILLS_ENTRIES
    DIRECTED("miss_entries_full", entries_full, 0, "all entries in use: hits pass, a miss is deferred and ages nothing"),
    DIRECTED("miss_entries_turn", entries_in_turn, 0, "entries become free one by one: each wakes one"),
#endif
    DIRECTED("miss_ways_48", ways_full, UL1_CARVEOUT_S48,
             "all ways of a set pending or locked: one more waits for the first"),
    DIRECTED("miss_ways_16", ways_full, UL1_CARVEOUT_S16, "the same with the largest cache"),
    DIRECTED("miss_ways_fast_48", ways_full_fast, UL1_CARVEOUT_S48, "one more and up to as many, responses in every cycle"),
    DIRECTED("miss_ways_fast_16", ways_full_fast, UL1_CARVEOUT_S16, "the same with the largest cache"),
#if UL1_S48_WAYS <= UL1_PRT
    DIRECTED("miss_reversed_48", reversed, UL1_CARVEOUT_S48, "responses reversed: so are the replays, and the lines' ages"),
#endif
#if UL1_S16_WAYS <= UL1_PRT
    DIRECTED("miss_reversed_16", reversed, UL1_CARVEOUT_S16, "the same with the largest cache"),
#endif
#if REVERSES_ALL
    DIRECTED("miss_reversed_all", reversed_all, 0, "all entries answered in reverse: a pass in every cycle"),
#endif
#if UL1_S48_WAYS <= UL1_PRT
    DIRECTED("miss_sleepers_turn", sleepers_in_turn, 0, "two wait for a way: the one that has waited longer gets it"),
#endif
#if PASSES_TOKEN
    DIRECTED("miss_token", token_passed_on, 0, "a way that a woken access does not need goes to the next"),
#endif
    DIRECTED("miss_woken_first", woken_first, 10, "a woken access goes before new ones: no cycle is lost"),
    DIRECTED("cached_and_shared", both_latencies, 0, "hits and shared loads in turn: no two want the registers in a cycle"),
    DIRECTED("hits_and_replay", replay_among_hits, 0, "a replay in a stream of hits: it waits for one cycle"),
    DIRECTED("sectors_arrive", sectors_arrive, 6, "a line that comes sector by sector is complete with the last"),
};
const unsigned tests_cached_miss_count = COUNT_OF(tests_cached_miss);
