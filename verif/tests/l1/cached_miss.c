// Cached loads that miss: merging, deferral and its causes, what goes on meanwhile, and in which order things come back.
#include "tests/l1/cached.h"

static struct shape usual(unsigned latency)
{
    return shape_of(UL1_FETCH_LINE, latency);
}

// ---- merging

// A second load of a line, taken so many cycles behind the first. If its lookup comes before the line is written, or in the
// very cycle, it merges, and is replayed right behind the first. If it comes in the next, that of the first's replay, it
// finds the line locked and hits. Else the replay has gone first, and it hits behind that.
static void second_access(struct build *b, unsigned latency)
{
    const int64_t replay = 1 + REPLAY(latency);
    for (unsigned from = 1; from <= replay + 3; from++) {
        struct part *part = warmed_part(b, usual(latency));
        load_line(b, 1, 10);
        load_line(b, 2, 10)->from = from;
        const bool merges = from + 1 < replay - 1;
        expect(part, .hits = !merges, .misses = 1, .merges = merges);
        if (merges)
            part->expected.cycles = until_pass(replay + 1);
        else if (from + 1 <= replay)
            part->expected.cycles = until_pass(from + 1 < replay ? replay : replay + 1);
        else
            part->expected.cycles = until_pass(from + 1);
    }
}

// The same with another sector, and a fetch of sectors. If it merges, a request of its own follows, without which nobody is
// replayed. In the cycle of the first's replay it finds the entry closed: it is deferred, comes again right behind that
// replay, and opens an entry of its own.
static void other_sector(struct build *b, unsigned latency)
{
    const int64_t replay = 1 + REPLAY(latency);
    for (unsigned from = 1; from <= replay + 3; from++) {
        struct part *part = warmed_part(b, shape_of(UL1_FETCH_SECTOR, latency));
        load_sectors(b, 1, 10, 1);
        load_sectors(b, 2, 10, 2)->from = from;
        const bool merges = from + 1 < replay - 1, closed = from + 1 == replay - 1;
        expect(part, .misses = merges ? 1 : 2, .merges = merges);
        part->expected.reads = part->expected.sectors = 2;
        part->expected.deferrals[UL1_CAUSE_CLOSED] = closed;
        if (merges)
            part->expected.cycles = until_pass(from + 1 + REPLAY(latency) + 1);
        else
            part->expected.cycles = until_pass((from + 1 <= replay ? replay + 1 : from + 1) + REPLAY(latency));
    }
}

// An entry holds MERGE accesses. Those beyond are deferred until the last of these has its replay, right behind which they
// hit.
static void merge_limit(struct build *b, unsigned latency)
{
    for (unsigned beyond = 0; beyond < 4; beyond++) {
        struct part *part = warmed_part(b, usual(latency));
        for (unsigned n = 0; n < UL1_MERGE + beyond; n++)
            load_line(b, n, 10);
        expect(part, .hits = beyond, .misses = 1, .merges = UL1_MERGE - 1);
        part->expected.deferrals[UL1_CAUSE_MERGE] = beyond;
        part->expected.cycles = until_pass(REPLAY(latency) + UL1_MERGE + beyond);
    }
}

// Of an instruction with several lines the second is deferred. The third is presented already when that is known; the others
// wait until the second has hit, though there would be entries for them.
static void deferred_within(struct build *b, unsigned latency)
{
    enum { LINES = 6 };
    const int64_t replay = REPLAY(latency);
    struct part *part = warmed_part(b, usual(latency));
    for (unsigned n = 0; n < UL1_MERGE; n++)
        load_line(b, n, 10);
    struct instr *i = load_line(b, UL1_MERGE, 9); // and 10, 11 and so on
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] += lane % LINES * LINE;
    i->passes = LINES;
    // Passes MERGE + 1 to MERGE + 3 look up its lines 9, 10 and 11. The last access of line 10 is replayed in pass replay +
    // MERGE. Behind it comes the replay of line 9, then the lookup of its line 10, then the replay of line 11, and then the
    // lookups of the LINES - 3 others.
    expect(part, .hits = 1, .misses = LINES, .merges = UL1_MERGE - 1);
    part->expected.deferrals[UL1_CAUSE_MERGE] = 1;
    part->expected.cycles = until_pass(replay + UL1_MERGE + 3 + LINES - 3 + replay);
}

// ---- what runs full

// Hits, one a cycle, from the cycle after a miss up to that before its replay: they cost nothing. One of them is in the
// cycle in which the line is written, in every bank. They are in the same set, and in others.
static void hit_under_miss(struct build *b, unsigned latency)
{
    const unsigned sets = carveout_sets(UL1_CARVEOUT_S48);
    struct part *part = holding_part(b, usual(latency), 10, 3, sets - 1);
    load_line(b, 0, 10 + sets);
    for (unsigned n = 1; n < REPLAY(latency); n++)
        load_line(b, n, 10 + n % 3 * (sets - 1));
    expect(part, .hits = REPLAY(latency) - 1, .misses = 1);
    part->expected.cycles = until_pass(1 + REPLAY(latency));
}

// The same on the very line that is written: one sector of it is there, another arrives.
static void hit_beside_fill(struct build *b, unsigned latency)
{
    for (unsigned there = 0; there < 4; there++)
        for (unsigned comes = 0; comes < 4; comes++) {
            if (there == comes)
                continue;
            struct shape s = shape_of(UL1_FETCH_SECTOR, latency);
            warmed_part(b, s);
            load_sectors(b, 0, 10, 1u << there);
            struct part *part = cached_part(b, s);
            load_sectors(b, 0, 10, 1u << comes);
            for (unsigned n = 1; n < REPLAY(latency); n++)
                load_sectors(b, n, 10, 1u << there);
            expect(part, .hits = REPLAY(latency) - 1, .misses = 1);
            part->expected.sectors = 1;
            part->expected.cycles = until_pass(1 + REPLAY(latency));
        }
}

// As many misses as there are entries, one more, hits up to the cycle before the first replay, and one miss more. Hits pass
// in all their cycles. The two misses are deferred, and looked up when all replays, which go first, are through. They
// changed nothing while they had to wait: of their set, which is full, they displace the lines that the hits found longest
// ago, as the loads after that show.
static void entries_full(struct build *b, unsigned latency)
{
    enum { SET = WARMED % 32, MORE = 2 };
    const unsigned sets = carveout_sets(UL1_CARVEOUT_S48), ways = carveout_ways(UL1_CARVEOUT_S48);
    const unsigned hits = (unsigned)REPLAY(latency) - UL1_PRT - MORE;
    struct part *part = holding_part(b, usual(latency), SET + sets, ways, sets); // in the place of WARMED, too
    for (unsigned n = 0; n < UL1_PRT; n++) // two in each of 16 other sets
        load_line(b, n, 20 * sets + n % 16 + n / 16 * sets);
    load_line(b, UL1_PRT, SET);
    for (unsigned n = 0; n < hits; n++)
        load_line(b, n, SET + (1 + n % ways) * sets);
    load_line(b, UL1_PRT, SET + (1 + ways) * sets);
    expect(part, .hits = hits, .misses = UL1_PRT + MORE);
    part->expected.deferrals[UL1_CAUSE_ENTRY] = MORE;
    part->expected.cycles = until_pass(REPLAY(latency) + UL1_PRT + MORE + REPLAY(latency));

    const unsigned gone[] = { 1 + (hits - ways) % ways, 1 + (hits - ways + 1) % ways };
    part = cached_part(b, usual(latency));
    for (unsigned n = 0; n <= ways + 1; n++)
        if (n != gone[0] && n != gone[1])
            load_line(b, n, SET + n * sets);
    expect(part, .hits = ways);
    part = cached_part(b, usual(latency));
    for (unsigned k = 0; k < 2; k++)
        load_line(b, k, SET + gone[k] * sets);
    expect(part, .misses = 2);
}

// Several want an entry, and entries become free one at a time, far apart: each goes to the one that has waited longest.
static void entries_in_turn(struct build *b, unsigned latency)
{
    enum { MORE = 5, APART = 6 };
    struct part *part = warmed_part(b, usual(latency));
    part->set.memory.gap = APART;
    for (unsigned n = 0; n < UL1_PRT + MORE; n++)
        load_line(b, n, n * 5);
    expect(part, .misses = UL1_PRT + MORE);
    part->expected.deferrals[UL1_CAUSE_ENTRY] = MORE;
    // The memory is never without a request that is due: a response every APART cycles.
    part->expected.cycles = until_pass(1 + REPLAY(latency) + APART * (UL1_PRT + MORE - 1));
}

// All ways of a set are pending, or the first of them locked, when one more of its lines is wanted. It is looked up in the
// cycle after the replay that frees a way, and takes that way: the other lines stay.
static void ways_full(struct build *b, unsigned carveout)
{
    enum { LATENCY = 24, APART = 4 };
    const unsigned sets = carveout_sets(carveout), ways = carveout_ways(carveout);
    const int64_t replay = 1 + REPLAY(LATENCY);
    for (unsigned locked = 0; locked < 2; locked++) {
        struct shape s = usual(LATENCY);
        s.carveout = (uint8_t)carveout;
        struct part *part = warmed_part(b, s);
        part->set.memory.gap = APART;
        for (unsigned n = 0; n <= ways; n++)
            load_line(b, n, 7 + n * sets)->from = locked && n == ways ? (unsigned)replay - 2 : 0;
        expect(part, .misses = ways + 1);
        part->expected.deferrals[UL1_CAUSE_WAY] = 1;
        part->expected.cycles = until_pass(replay + 1 + REPLAY(LATENCY));

        part = cached_part(b, s);
        for (unsigned n = 1; n <= ways; n++)
            load_line(b, n, 7 + n * sets);
        expect(part, .hits = ways);
        part = cached_part(b, s);
        load_line(b, 0, 7);
        expect(part, .misses = 1);
    }
}

// The same with responses in every cycle: the replays of the other ways go first.
static void ways_full_fast(struct build *b, unsigned carveout)
{
    enum { LATENCY = 8 };
    const unsigned sets = carveout_sets(carveout), ways = carveout_ways(carveout);
    struct shape s = usual(LATENCY);
    s.carveout = (uint8_t)carveout;
    for (unsigned more = 1; more <= ways; more++) {
        struct part *part = warmed_part(b, s);
        for (unsigned n = 0; n < ways + more; n++)
            load_line(b, n, 7 + n * sets);
        expect(part, .misses = ways + more);
        part->expected.deferrals[UL1_CAUSE_WAY] = more;
        part->expected.cycles = until_pass(ways + REPLAY(LATENCY) + more + REPLAY(LATENCY));
    }
}

// The pending table is full of accesses that wait for a few lines. The next is taken when the first has retired, and then
// one with each that retires; hits, they pass behind the replays.
static void table_full(struct build *b, unsigned latency)
{
    enum { LINES = UL1_PT / UL1_MERGE, MORE = 9 };

    const int64_t retired = 1 + REPLAY(latency) + UL1_HLAT;
    struct part *part = holding_part(b, usual(latency), 3, 1, 1);
    for (unsigned n = 0; n < UL1_PT; n++)
        load_line(b, n, 10 + n / UL1_MERGE);
    for (unsigned n = 0; n < MORE; n++)
        load_line(b, n, 3);
    expect(part, .hits = MORE, .misses = LINES, .merges = UL1_PT - LINES);
    part->expected.stalls = retired + 1 - UL1_PT;
    part->expected.cycles = until_pass(REPLAY(latency) + UL1_PT + MORE);
}

// ---- order

// The memory answers the last request first. Replays come in the order of the lines' being complete: of a full set, the next
// line displaces the one that came first, the last that was asked for.
static void reversed(struct build *b, unsigned carveout)
{
    enum { LATENCY = 1 };
    const unsigned sets = carveout_sets(carveout), ways = carveout_ways(carveout);
    for (unsigned youngest = 0; youngest < 2; youngest++) {
        struct shape s = usual(LATENCY);
        s.carveout = (uint8_t)carveout;
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

// All entries, answered in reverse order. The answers begin in the cycle after the last request is taken, in LINES + 4, and
// the replays two cycles later. Up to then LINES + 5 loads have been looked up, five of lines that had been asked for. The
// others hit when the replays are through: there is a pass in every cycle.
static void reversed_all(struct build *b, unsigned n)
{
    enum { LINES = UL1_PRT, MERGED = 5 };
    struct part *part = warmed_part(b, usual(1));
    part->set.memory.batch = LINES;
    part->set.memory.order = MEMORY_YOUNGEST;
    for (unsigned k = 0; k < n; k++)
        load_line(b, k, 10 + k % LINES);
    expect(part, .hits = n - LINES - MERGED, .misses = LINES, .merges = MERGED);
    part->expected.cycles = until_pass(n + LINES + MERGED);
}

// Hits and shared loads that follow one another. A load of shared memory right behind a hit would write its registers in the
// same cycle, so it waits for one; nothing else does.
static void both_latencies(struct build *b, unsigned unused)
{
    (void)unused;
    enum { N = 200 };

    for (unsigned k = 0; k < 4; k++) { // hit and load in turn, load and hit, two of each, at random
        struct part *part = holding_part(b, usual(1), 3, 2, 1);
        unsigned hits = 0, waits = 0, before = 0;
        for (unsigned n = 0; n < N; n++) {
            const unsigned hit = k == 0 ? n % 2 == 0 : k == 1 ? n % 2 : k == 2 ? n % 4 < 2 : rng_percent(build_rng(b), 50);
            if (hit)
                load_line(b, n, 3 + n % 2);
            else
                strided(build_load(b, n), 4 * LANES * (n % 5), 4);
            hits += hit;
            waits += before && !hit;
            before = hit;
        }
        expect(part, .hits = hits);
        part->expected.cycles = until_pass(N + waits);
    }
}

// A miss has a register write-back booked until its lookup: a shared load right behind it waits for a cycle, as behind a
// hit. Those behind that pass in all cycles up to the replay.
static void loads_under_miss(struct build *b, unsigned latency)
{
    struct part *part = warmed_part(b, usual(latency));
    load_line(b, 0, 3);
    for (unsigned n = 1; n < REPLAY(latency) - 1; n++)
        strided(build_load(b, n), 4 * LANES * n, 4);
    expect(part, .misses = 1);
    part->expected.cycles = until_pass(1 + REPLAY(latency));
}

// An instruction on two lines of a set: the line of its lowest lane is the older one, and is displaced first; also if the
// other has the lower address.
static void line_order(struct build *b, unsigned width)
{
    enum { LATENCY = 2, SET = 5 };
    const unsigned sets = carveout_sets(UL1_CARVEOUT_S48), ways = carveout_ways(UL1_CARVEOUT_S48);
    for (unsigned swapped = 0; swapped < 2; swapped++) {
        warmed_part(b, usual(LATENCY));
        struct instr *i = build_cached(b, 0);
        i->width = (uint8_t)width;
        for (unsigned lane = 0; lane < LANES; lane++)
            i->addr[lane] = (SET + ((lane >= LANES / 2) ^ swapped) * sets) * LINE;
        i->passes = width_words(width) > 1 ? width_words(width) : 2;
        for (unsigned n = 2; n <= ways; n++)
            alone(b, load_line(b, n, SET + n * sets));
        struct part *part = cached_part(b, usual(LATENCY));
        for (unsigned n = 0; n <= ways; n++)
            if (n != swapped)
                alone(b, load_line(b, n, SET + n * sets));
        expect(part, .hits = ways);
    }
}

// All ways of a set are pending, and two more of its lines wanted: the one looked up first gets the first way, be its
// entry of the pending table the lower or the higher one. It is displaced before the other, as later lines show.
static void sleepers_in_turn(struct build *b, unsigned latency)
{
    enum { SET = 7, APART = 4 };
    const unsigned sets = carveout_sets(UL1_CARVEOUT_S48), ways = carveout_ways(UL1_CARVEOUT_S48), second = ways + 1;
    for (unsigned lower = 0; lower < 2; lower++) {
        struct part *part = holding_part(b, usual(latency), 10, 1, 1);
        part->set.memory.gap = APART;
        if (lower)
            load_line(b, 0, 10); // a hit, in the lowest entry; the second has that when it has retired
        for (unsigned n = 0; n <= ways; n++)
            load_line(b, n, SET + n * sets);
        load_line(b, second, SET + second * sets)->from = 8;
        expect(part, .hits = lower, .misses = ways + 2);
        part->expected.deferrals[UL1_CAUSE_WAY] = 2;

        part = cached_part(b, usual(latency)); // displaces those before them, and the first of them
        for (unsigned n = 0; n < ways - 1; n++)
            alone(b, load_line(b, n, SET + (second + 1 + n) * sets));
        alone(b, load_line(b, 0, SET + second * sets));
        expect(part, .hits = 1, .misses = ways - 1);
    }
}

// Three wait for a way, the first two with the same line. The first way goes to the first. The second way wakes the second,
// which merges; so the third gets it, and is looked up right after that has turned out.
static void token_passed_on(struct build *b, unsigned latency)
{
    enum { SET = 7, APART = 4 };
    const unsigned sets = carveout_sets(UL1_CARVEOUT_S48), ways = carveout_ways(UL1_CARVEOUT_S48);
    struct part *part = warmed_part(b, usual(latency));
    part->set.memory.gap = APART;
    for (unsigned n = 0; n <= ways; n++)
        load_line(b, n, SET + n * sets);
    load_line(b, ways + 1, SET + ways * sets);
    load_line(b, ways + 2, SET + (ways + 1) * sets);
    expect(part, .misses = ways + 2, .merges = 1);
    part->expected.deferrals[UL1_CAUSE_WAY] = 3;
    part->expected.cycles = until_pass(1 + REPLAY(latency) + APART + 1 + 2 + REPLAY(latency));
}

// One waits for a way, and hits come behind it: awake, it goes before them, and there is a pass in every cycle.
static void woken_first(struct build *b, unsigned latency)
{
    enum { SET = 7 };
    const unsigned sets = carveout_sets(UL1_CARVEOUT_S48), ways = carveout_ways(UL1_CARVEOUT_S48), hits = 3 * (unsigned)REPLAY(latency);
    struct part *part = holding_part(b, usual(latency), 10, 1, 1);
    for (unsigned n = 0; n <= ways; n++)
        load_line(b, n, SET + n * sets);
    for (unsigned n = 0; n < hits; n++)
        load_line(b, n, 10);
    expect(part, .hits = hits, .misses = ways + 1);
    part->expected.deferrals[UL1_CAUSE_WAY] = 1;
    part->expected.cycles = until_pass(2 * (ways + 1) + 1 + hits);
}

// ---- sectors

// One after the other: any sectors of a line, then any others. What is fetched are those needed and not there, or all.
static void sectors(struct build *b, unsigned fetch)
{
    enum { LATENCY = 2 };
    struct part *part = warmed_part(b, shape_of(fetch, LATENCY));
    unsigned hits = 0, misses = 0, fetched = 0;
    for (unsigned first = 1; first < 16; first++)
        for (unsigned then = 1; then < 16; then++) {
            const unsigned line = first * 16 + then, lacks = fetch == UL1_FETCH_LINE ? 0 : then & ~first;
            alone(b, load_sectors(b, first, line, first));
            alone(b, load_sectors(b, then, line, then));
            alone(b, load_sectors(b, then, line, first | then));
            hits += 1 + !lacks;
            misses += 1 + !!lacks;
            fetched += fetch == UL1_FETCH_LINE ? 4 : (unsigned)__builtin_popcount(first | then);
        }
    expect(part, .hits = hits, .misses = misses);
    part->expected.sectors = fetched;
    part->expected.cycles = hits * until_pass(1) + misses * until_pass(1 + REPLAY(LATENCY));
}

// Two sectors of a line wanted one right behind the other: the second merges. If it is another, and not all are fetched, a
// second request follows the first, and both accesses wait for it.
static void sector_pairs(struct build *b, unsigned fetch)
{
    enum { LATENCY = 5 };
    struct part *part = warmed_part(b, shape_of(fetch, LATENCY));
    unsigned requests = 0, fetched = 0, cycles = 0;
    for (unsigned first = 0; first < 4; first++)
        for (unsigned then = 0; then < 4; then++) {
            const bool more = fetch == UL1_FETCH_SECTOR && first != then;
            const unsigned line = 4 * first + then, before = build_instrs(b);
            load_sectors(b, first, line, 1u << first)->after = before;
            load_sectors(b, then, line, 1u << then)->after = before;
            requests += 1 + more;
            fetched += fetch == UL1_FETCH_LINE ? 4 : 1 + more;
            cycles += (unsigned)until_pass(2 + REPLAY(LATENCY) + more);
        }
    expect(part, .misses = 16, .merges = 16);
    part->expected.reads = requests;
    part->expected.sectors = fetched;
    part->expected.cycles = cycles;
}

// While a walk holds up all requests, those who merge add to the one that waits: one request for all sectors.
static void sectors_gathered(struct build *b, unsigned latency)
{
    struct part *part = cached_part(b, shape_of(UL1_FETCH_SECTOR, latency));
    part->fresh = true;
    for (unsigned n = 0; n < 4; n++)
        load_sectors(b, n, 10, 1u << n);
    expect(part, .misses = 1, .merges = 3);
    part->expected.sectors = 4;
    part->expected.walk_reads = 2;
    part->expected.cycles = until_pass(4 + REPLAY(latency) + WALK(2, latency));
}

// The memory brings a line sector by sector; it is complete with the last.
static void sectors_arrive(struct build *b, unsigned latency)
{
    for (unsigned wanted = 1; wanted < 16; wanted++)
        for (unsigned youngest = 0; youngest < 2; youngest++) {
            struct part *part = warmed_part(b, shape_of(UL1_FETCH_SECTOR, latency));
            part->set.memory.pieces = 100;
            part->set.memory.order = youngest ? MEMORY_YOUNGEST : MEMORY_AS_TAKEN;
            load_sectors(b, 0, 10, wanted);
            expect(part, .misses = 1);
            part->expected.sectors = __builtin_popcount(wanted);
            part->expected.cycles = until_pass(1 + REPLAY(latency) + __builtin_popcount(wanted) - 1);
        }
}

// ---- bypass

// One after the other: with the hint to bypass, a load always misses, and leaves nothing. Codes of the hint other than `cg`
// are like `ca`.
static void bypass(struct build *b, unsigned fetch)
{
    enum { LATENCY = 3 };
    static const struct { uint8_t hint, sectors; bool hit_lines, hit_sectors; } list[] = {
        { UL1_HINT_CG, 15, false, false }, // nothing is there
        { UL1_HINT_CG, 15, false, false }, // nor was it left
        { UL1_HINT_CA, 1, false, false },
        { UL1_HINT_CA, 1, true, true },
        { 2, 1, true, true },
        { 3, 2, true, false },
        { UL1_HINT_CG, 1, false, false },  // it was there, and is invalidated first: for its other sectors as well
        { UL1_HINT_CA, 2, false, false },
        { UL1_HINT_CA, 2, true, true },
        { UL1_HINT_CG, 4, false, false },
        { UL1_HINT_CG, 8, false, false },
        { UL1_HINT_CA, 15, false, false },
        { UL1_HINT_CA, 15, true, true },
    };
    struct part *part = warmed_part(b, shape_of(fetch, LATENCY));
    unsigned hits = 0, fetched = 0;
    for (unsigned n = 0; n < COUNT_OF(list); n++) {
        struct instr *i = load_sectors(b, n, 10, list[n].sectors);
        i->hint = list[n].hint;
        alone(b, i);
        const bool hit = fetch == UL1_FETCH_LINE ? list[n].hit_lines : list[n].hit_sectors;
        hits += hit;
        fetched += hit ? 0 : fetch == UL1_FETCH_LINE ? 4 : (unsigned)__builtin_popcount(list[n].sectors);
    }
    expect(part, .hits = hits, .misses = COUNT_OF(list) - hits);
    part->expected.sectors = fetched;
    part->expected.cycles = hits * until_pass(1) + (COUNT_OF(list) - hits) * until_pass(1 + REPLAY(LATENCY));
}

// Merged: what decides is the hint of the load that opened the entry. The line is dropped at its last replay, not before.
static void bypass_merged(struct build *b, unsigned latency)
{
    for (unsigned opener = 0; opener < 2; opener++)
        for (unsigned more = 1; more < UL1_MERGE; more++) {
            struct part *part = warmed_part(b, usual(latency));
            for (unsigned n = 0; n <= more; n++)
                load_line(b, n, 10)->hint = (n == 0) == opener ? UL1_HINT_CG : UL1_HINT_CA;
            expect(part, .misses = 1, .merges = more);
            part->expected.cycles = until_pass(1 + more + REPLAY(latency));
            part = cached_part(b, usual(latency));
            load_line(b, 0, 10);
            expect(part, .hits = !opener, .misses = opener);
        }
}

// A line that others wait for is not free: a load with the hint hits what is there of it, and does not drop it.
static void bypass_hits(struct build *b, unsigned latency)
{
    struct shape s = shape_of(UL1_FETCH_SECTOR, latency);
    warmed_part(b, s);
    load_sectors(b, 0, 10, 1);
    struct part *part = cached_part(b, s);
    load_sectors(b, 0, 10, 2);
    for (unsigned n = 1; n < REPLAY(latency); n++)
        load_sectors(b, n, 10, 1)->hint = UL1_HINT_CG;
    expect(part, .hits = REPLAY(latency) - 1, .misses = 1);
    part->expected.cycles = until_pass(1 + REPLAY(latency));
    part = cached_part(b, s);
    load_sectors(b, 0, 10, 3);
    expect(part, .hits = 1);
}

// A load of shared memory with a conflict, replays two cycles apart, in a stream of hits: each hit books away the slot of a
// replay that comes a cycle later; so the replay waits for a cycle, in which nothing enters. A second load of its warp comes
// after some hits, and does not wait for it.
static void replay_among_hits(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned hits = 4; hits < 30; hits += 5) {
        struct part *part = holding_part(b, usual(1), 3, 1, 1);
        part->set.interval = 2;
        for (unsigned n = 0; n < 2; n++) {
            struct instr *i = build_load(b, 9);
            strided(i, 0, n ? 4 : 8);
            i->passes = n ? 1 : 2;
            for (unsigned k = 0; k < hits; k++)
                load_line(b, k, 3);
        }
        part->expected.hits = 2 * hits;
        // Pass 1, a hit, nothing, pass 2, the other hits, nothing (behind a hit), the second load, and hits again.
        part->expected.cycles = until_pass(1 + 1 + 1 + 1 + (hits - 1) + 1 + 1 + hits);
    }
}

const struct test tests_cached_miss[] = {
    DIRECTED("miss_second", second_access, 6, "a second load of a line, 1 to M + 9 cycles behind: it merges, or hits"),
    DIRECTED("miss_other_sector", other_sector, 6, "the same with another sector: it merges, is deferred, or misses"),
    DIRECTED("miss_merge_limit", merge_limit, 12, "as many merge as an entry holds; those beyond are deferred, and hit"),
    DIRECTED("miss_deferred_within", deferred_within, 20, "of an instruction one line is deferred: the rest waits for it"),
    DIRECTED("miss_hits_under", hit_under_miss, 30, "hits under a miss: one a cycle, in all cycles"),
    DIRECTED("miss_hits_beside", hit_beside_fill, 6, "hits on one sector of a line while another is written"),
    DIRECTED("miss_entries_full", entries_full, 60, "all entries in use: hits pass, a miss is deferred and ages nothing"),
    DIRECTED("miss_entries_turn", entries_in_turn, 150, "entries become free one by one: each wakes one"),
    DIRECTED("miss_ways_48", ways_full, UL1_CARVEOUT_S48, "all ways of a set pending or locked: one more waits for the first"),
    DIRECTED("miss_ways_16", ways_full, UL1_CARVEOUT_S16, "the same with 6 ways"),
    DIRECTED("miss_ways_fast_48", ways_full_fast, UL1_CARVEOUT_S48, "one to four more, responses in every cycle"),
    DIRECTED("miss_ways_fast_16", ways_full_fast, UL1_CARVEOUT_S16, "the same with 6 ways"),
    DIRECTED("miss_table_full", table_full, 100, "a pending table full of merged loads: none is taken until one retires"),
    DIRECTED("miss_reversed_48", reversed, UL1_CARVEOUT_S48, "responses reversed: so are the replays, and the lines' ages"),
    DIRECTED("miss_reversed_16", reversed, UL1_CARVEOUT_S16, "the same with 6 ways"),
    DIRECTED("miss_reversed_all", reversed_all, 64, "all entries answered in reverse: a pass in every cycle"),
    DIRECTED("miss_order_32", line_order, UL1_WIDTH_B32, "of the lines of a load that of the lowest lane comes first"),
    DIRECTED("miss_order_128", line_order, UL1_WIDTH_B128, "the same in four sub-warps"),
    DIRECTED("miss_sleepers_turn", sleepers_in_turn, 24, "two wait for a way: the one that has waited longer gets it"),
    DIRECTED("miss_token", token_passed_on, 24, "a way that a woken access does not need goes to the next"),
    DIRECTED("miss_woken_first", woken_first, 10, "a woken access goes before new ones: no cycle is lost"),
    DIRECTED("cached_and_shared", both_latencies, 0, "hits and shared loads in turn: no two want the registers in a cycle"),
    DIRECTED("hits_and_replay", replay_among_hits, 0, "a replay in a stream of hits: it waits for one cycle"),
    DIRECTED("miss_loads_under", loads_under_miss, 20, "shared loads under a miss: the first waits as behind a hit"),
    DIRECTED("sectors_line", sectors, UL1_FETCH_LINE, "any sectors of a line, then any others: the line is fetched"),
    DIRECTED("sectors_sector", sectors, UL1_FETCH_SECTOR, "the same: those are fetched that lack"),
    DIRECTED("sectors_pairs_line", sector_pairs, UL1_FETCH_LINE, "each pair of sectors, the second merged: one request"),
    DIRECTED("sectors_pairs_sector", sector_pairs, UL1_FETCH_SECTOR, "the same: a request for each"),
    DIRECTED("sectors_gathered", sectors_gathered, 6, "sectors merged during a walk: one request for all"),
    DIRECTED("sectors_arrive", sectors_arrive, 6, "a line that comes sector by sector is complete with the last"),
    DIRECTED("bypass_line", bypass, UL1_FETCH_LINE, "loads that bypass the cache drop what is there and leave nothing"),
    DIRECTED("bypass_sector", bypass, UL1_FETCH_SECTOR, "the same, fetching sectors"),
    DIRECTED("bypass_merged", bypass_merged, 12, "bypassing and other loads merged: the first decides what stays"),
    DIRECTED("bypass_hits", bypass_hits, 6, "a bypassing load hits a line that others wait for, and leaves it"),
};
const unsigned tests_cached_miss_count = COUNT_OF(tests_cached_miss);
