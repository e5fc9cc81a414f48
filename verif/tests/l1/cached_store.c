// Cached stores: what becomes of each kind, what they cost, and what they wait for. (Dirty lines that are given up: see
// cached_evict.c.)
//
// In a formula, M is the memory's latency. A store that is taken in cycle 0 has its pass in LEAD. One that is written
// through is translated 3 cycles after its pass and offered to the memory a cycle later. One that has its line fetched is
// followed by a bare replay REPLAY(M) cycles after its pass. Each has an entry of the write data buffer until it has been
// written, so with a small buffer stores wait for one another (see last_store_pass in cached.h).
#include "tests/l1/cached.h"

#include <string.h>

// ---- what becomes of them

// Masked stores of each width, written through: to a line that is not there, of which half is, and which is there. Memory
// gets the bytes, no line is allocated, and what is there is updated: it has what is loaded afterwards.
static void masked(struct build *b, unsigned warp, unsigned width, uint32_t mask, unsigned has)
{
    enum { AT = 8 };
    const unsigned bytes = width_bytes(width), words = width_words(width), lanes = LANES / words, lacks = ALL_SECTORS & ~has;
    const struct shape s = shape_of(UL1_FETCH_SECTOR, 2);
    warmed_part(b, s);
    for (unsigned sub = 0; has && sub < words; sub++)
        alone(b, load_sectors(b, sub, AT + sub, has));

    struct part *part = cached_part(b, s);
    struct instr *i = store_line(b, warp, AT);
    i->width = (uint8_t)width;
    i->mask = mask;
    strided(i, AT * LINE, bytes);
    i->passes = 0;
    for (unsigned sub = 0; sub < words; sub++)
        i->passes += (mask >> sub * lanes & (ALL_LANES >> (LANES - lanes))) != 0;
    expect(part, .through = i->passes, .writes = i->passes, .bytes = count_of(mask) * bytes);
    part->expected.data_reads = i->passes;
    part->expected.cycles = until_pass(i->passes ? last_store_pass(i->passes, 1) : 1); // without a lane it needs no beat

    part = cached_part(b, s); // what was there, still is
    for (unsigned sub = 0; has && sub < words; sub++)
        load_sectors(b, sub, AT + sub, has);
    expect(part, .hits = has ? words : 0);
    part = cached_part(b, s); // what was not, is not
    for (unsigned sub = 0; lacks && sub < words; sub++)
        load_sectors(b, sub, AT + sub, lacks);
    expect(part, .misses = lacks ? words : 0);
    part->expected.sectors = words * count_of(lacks);
}

static void masks(struct build *b, unsigned unused)
{
    (void)unused;
    enum { ROUNDS = 4 };    // the first with all lanes, the others with some
    static const unsigned there[] = { 0, 6, ALL_SECTORS };
    struct rng *r = build_rng(b);
    unsigned n = 0;
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned k = 0; k < COUNT_OF(there); k++)
            for (unsigned width = UL1_WIDTH_B8; width <= UL1_WIDTH_B128; width++, n++) {
                uint32_t mask = ALL_LANES;
                if (round)
                    mask &= (uint32_t)rng_next(r);
                masked(b, n, width, mask, there[k]);
            }
}

static bool is_written_back(unsigned policy, unsigned space, unsigned hint)
{
    if (policy == UL1_POLICY_KEPLER && space == UL1_SPACE_GLOBAL)
        return false;
    return hint == UL1_HINT_WB || (space == UL1_SPACE_LOCAL && hint != UL1_HINT_WT && hint != UL1_HINT_CG);
}

static bool is_bypassing(unsigned policy, unsigned space, unsigned hint)
{
    return hint == UL1_HINT_CG || (policy == UL1_POLICY_KEPLER && space == UL1_SPACE_GLOBAL && hint != UL1_HINT_NC);
}

// Every hint, named or reserved, in both spaces, under both policies: a store of a whole line that is there or not, then a
// load of it with some hint. Written back, the line is there and dirty, and serves every load; written through, it is there
// if it was and the store does not bypass, and serves loads that do not.
static void hint_pair(struct build *b, unsigned policy, unsigned space, unsigned hint, unsigned load_hint, bool was)
{
    enum { AT = 10 };
    const struct shape s = shape_of(UL1_FETCH_LINE, 1);
    const bool back = is_written_back(policy, space, hint), purges = was && !back && hint == UL1_HINT_CG;
    holding_part(b, s, AT, was, 1);

    struct part *part = cached_part(b, s);
    part->set.policy = (uint8_t)policy;
    struct instr *i = store_line(b, hint, AT);
    i->hint = (uint8_t)hint;
    i->space = (uint8_t)space;
    expect(part, .through = !back, .dirtied = back && was, .allocated = back && !was);
    part->expected.purged = purges;
    expect_writes(part, .writes = !back, .bytes = back ? 0 : LINE);
    part->expected.cycles = until_pass(LEAD);

    part = cached_part(b, s);
    part->set.policy = (uint8_t)policy;
    i = load_line(b, hint, AT);
    i->hint = (uint8_t)load_hint;
    i->space = (uint8_t)space;
    const bool hit = back || (was && !purges && !is_bypassing(policy, space, load_hint));
    expect(part, .hits = hit, .misses = !hit);
    part->expected.cycles = until_pass(1 + (hit ? 0 : REPLAY(1)));
}

static void hints(struct build *b, unsigned policy)
{
    enum { HINTS = 1 << UL1_HINT_W };
    static const uint8_t load_hints[] = { UL1_HINT_CA, UL1_HINT_CG, UL1_HINT_NC };
    static const uint8_t spaces[] = { UL1_SPACE_GLOBAL, UL1_SPACE_LOCAL };
    for (unsigned k = 0; k < COUNT_OF(load_hints); k++)
        for (unsigned hint = 0; hint < HINTS; hint++)
            for (unsigned space = 0; space < COUNT_OF(spaces); space++)
                for (unsigned was = 0; was < 2; was++)
                    hint_pair(b, policy, spaces[space], hint, load_hints[k], was);
}

// A store with `cg` that leaves a copy as it is, but for the bytes stored: it does not cover the line, or is not of whole
// words, or the copy is dirty, or a sector of it. Then it is not purged but updated.
static void not_purged(struct build *b, unsigned unused)
{
    (void)unused;
    enum { AT = 10 };
    static const struct { unsigned dirty; uint32_t mask; uint8_t width; unsigned bytes; } list[] = {
        { .dirty = 0, .mask = ALL_LANES & ~UINT32_C(4), .width = UL1_WIDTH_B32, .bytes = LINE - UL1_WORD_BYTES },
        { .dirty = 0, .mask = ALL_LANES, .width = UL1_WIDTH_B16, .bytes = LINE / 2 },
        { .dirty = ALL_SECTORS, .mask = ALL_LANES, .width = UL1_WIDTH_B32, .bytes = LINE },
        { .dirty = 4, .mask = ALL_LANES, .width = UL1_WIDTH_B32, .bytes = LINE },
    };
    const struct shape s = shape_of(UL1_FETCH_LINE, 1);
    for (unsigned k = 0; k < COUNT_OF(list); k++) {
        if (list[k].dirty == ALL_SECTORS)
            dirty_part(b, s, AT, 1, 1);
        else
            holding_part(b, s, AT, 1, 1);
        if (list[k].dirty && list[k].dirty < ALL_SECTORS)
            local(store_sectors(b, 1, AT, list[k].dirty));
        struct part *part = cached_part(b, s);
        struct instr *i = store_line(b, 3, AT);
        i->hint = UL1_HINT_CG;
        i->mask = list[k].mask;
        i->width = list[k].width;
        expect(part, .through = 1, .writes = 1, .bytes = list[k].bytes);
        part = cached_part(b, s);
        load_line(b, 3, AT);
        expect(part, .hits = 1);
        flushing_part(b, s, list[k].dirty != 0, count_of(list[k].dirty) * SECTOR);
    }
}

// Stores that are written back, each to a line of its own of which some sectors are there: some sectors they cover, of
// some they store a word. These must be there; what is not, is fetched (or all that the store does not cover), and the
// store held. All retire alike. Later loads of all these sectors hit, and memory gets each of them whole.
//
// (With fewer entries for fetches than for stores, those that find none would be written through; so the stores come one at
// a time then.)
enum { SPILLS = 80 };       // choices of sectors covered and others touched, but none of either

struct spill {
    unsigned covered, touched;
};

static void spill(struct build *b, unsigned fetch, unsigned there, const struct spill *list, unsigned count)
{
    enum { LATENCY = 2 };
    const struct shape by_sector = shape_of(UL1_FETCH_SECTOR, LATENCY), s = shape_of(fetch, LATENCY);
    unsigned dirtied = 0, allocated = 0, held = 0, fetched = 0, sectors = 0;
    warmed_part(b, by_sector);
    for (unsigned line = 0; there && line < count; line++)
        alone(b, load_sectors(b, line, line, there));

    struct part *part = cached_part(b, s);
    for (unsigned line = 0; line < count; line++) {
        const unsigned covered = list[line].covered, touched = list[line].touched, lacks = touched & ~there;
        struct instr *i = local(store_line(b, line, line));
        i->mask = lanes_of(covered) | first_lanes_of(touched);
        if (UL1_PRT < STORE_PLACES)
            alone(b, i);
        sectors += count_of(covered | touched);
        held += lacks != 0;
        dirtied += !lacks && there;
        allocated += !lacks && !there;
        if (lacks)
            fetched += count_of(fetch == UL1_FETCH_LINE ? ALL_SECTORS & ~covered & ~there : lacks);
    }
    expect(part, .misses = held, .dirtied = dirtied, .allocated = allocated, .held = held);
    part->expected.sectors = fetched;

    for (unsigned again = 0; again < 2; again++) { // what was written back, still is there
        part = cached_part(b, by_sector);
        for (unsigned line = 0; line < count; line++)
            local_if(!again, load_sectors(b, line, line, list[line].covered | list[line].touched));
        expect(part, .hits = count);
        if (again)
            continue;
        part->expected.cycles = until_hits(count);
        flushing_part(b, s, count, sectors * SECTOR);
    }
}

// In groups for which the cache has lines.
static void spills(struct build *b, unsigned fetch)
{
    static const unsigned there[] = { 0, 1, 6, ALL_SECTORS };
    struct spill list[SPILLS];
    unsigned spills = 0;
    for (unsigned touched = 0; touched <= ALL_SECTORS; touched++)
        for (unsigned covered = 0; covered <= ALL_SECTORS; covered++)
            if (!(covered & touched) && (covered | touched))
                list[spills++] = (struct spill){ .covered = covered, .touched = touched };
    for (unsigned k = 0; k < COUNT_OF(there); k++)
        for (unsigned first = 0; first < spills; first += S48_LINES)
            spill(b, fetch, there[k], &list[first], (unsigned)least(S48_LINES, spills - first));
}

// A store of words that has its line fetched, for every latency: it retires as any; a load of the line right behind finds
// it closed, and hits behind the bare replay, with the store's bytes.
static void fetch_cost(struct build *b, unsigned fetch)
{
    for (unsigned latency = 1; latency <= 60; latency += 1 + latency / 4) {
        struct part *part = warmed_part(b, shape_of(fetch, latency));
        local(store_words(b, 1, 10, 9));
        expect(part, .misses = 1, .held = 1);
        part->expected.sectors = fetch == UL1_FETCH_LINE ? UL1_SECTORS : 2;
        part->expected.cycles = until_pass(LEAD);

        part = warmed_part(b, shape_of(fetch, latency));
        local(store_words(b, 1, 10, 9));
        local(load_sectors(b, 2, 10, 9));
        expect(part, .hits = 1, .misses = 1, .held = 1);
        part->expected.deferrals[UL1_CAUSE_CLOSED] = 1;
        part->expected.sectors = fetch == UL1_FETCH_LINE ? UL1_SECTORS : 2;
        part->expected.cycles = until_pass(LEAD + REPLAY(latency) + 1);
    }
}

// ---- how fast

// Loads and stores that hit, of all widths, spaces and warps, of shared memory stores too: an access in every cycle, if the
// pending table and the write data buffer have room for so many.
static void rate(struct build *b, unsigned percent)
{
    enum { MOST = 20, ACCESSES = 400, FIRST = 7, ROWS = 40 };
    const unsigned there = (unsigned)least(MOST, S48_LINES), firsts = there - UL1_WORDS + 1; // the widest have four lines
    struct rng *r = build_rng(b);
    struct part *part = dirty_part(b, shape_of(UL1_FETCH_LINE, 1), FIRST, there, 1);
    unsigned hits = 0, through = 0, dirtied = 0;
    for (unsigned n = 0; n < ACCESSES; n++) {
        const bool store = n == 0 || rng_percent(r, percent);
        const bool cached = !store || rng_percent(r, 80);
        struct instr *i = store ? build_cached_store(b, n * 5) : build_cached(b, n * 5);
        i->space = !cached ? UL1_SPACE_SHARED : rng_percent(r, 50) ? UL1_SPACE_GLOBAL : UL1_SPACE_LOCAL;
        i->width = (uint8_t)rng_below(r, UL1_WIDTH_B128 + 1);
        const unsigned line = cached ? FIRST + rng_below(r, firsts) : rng_below(r, ROWS);
        strided(i, line * LINE, width_bytes(i->width));
        i->passes = width_words(i->width);
        hits += store ? 0 : i->passes;
        through += store && i->space == UL1_SPACE_GLOBAL ? i->passes : 0;
        dirtied += store && i->space == UL1_SPACE_LOCAL ? i->passes : 0;
    }
    expect(part, .hits = hits, .through = through, .dirtied = dirtied);
    part->expected.joined = part->expected.writes = part->expected.bytes = -1;
    if (sustained(0) && STORE_PLACES >= BUILD_THROUGH_HOLDS)
        build_expect_busy(b);
}

// Of one warp: a store has the turn in the cycle after the pass of what is before it, its beat then, and its pass in the
// next; a load has its pass in the cycle after. Loads before the store, or none. (Where the write data buffer has but one
// entry for stores, a store waits for the one before it.)
static void rate_warp(struct build *b, unsigned loads)
{
    enum { ROUNDS = 30, LINES = 3 };
    const int64_t round = most(loads + LEAD, STORE_PLACES == 1 ? BUILD_STORE_HOLDS : 0);
    struct part *part = dirty_part(b, shape_of(UL1_FETCH_LINE, 1), 7, LINES, 1);
    for (unsigned n = 0; n < ROUNDS; n++) {
        for (unsigned k = 0; k < loads; k++)
            load_line(b, 5, 7 + (n + k) % LINES);
        local(store_line(b, 5, 7 + n % LINES));
    }
    expect(part, .hits = ROUNDS * loads, .dirtied = ROUNDS);
    part->expected.stalls = -1;
    if (sustained(0))
        part->expected.cycles = until_pass(loads + LEAD + (ROUNDS - 1) * round);
}

// Stores of whole lines, with and without the hint to bypass, with and without a copy of the line, to a memory that takes
// a request in every cycle, or in every n-th. In the first case they have a pass in each cycle. In the other, write k
// (from 0) is taken in cycle 6 + n k, and store k + WDB - 1 has its pass in the next, as that one's place is free then.
static void bandwidth(struct build *b, unsigned copies)
{
    const unsigned lines = copies ? (unsigned)least(60, S48_LINES) : 60;
    for (unsigned apart = 1; apart <= 13; apart += 1 + apart / 2)
        for (unsigned bypass = 0; bypass < 2; bypass++) {
            struct part *part = holding_part(b, shape_of(UL1_FETCH_LINE, 3), 5, copies ? lines : 0, 1);
            part->set.memory.apart = apart;
            for (unsigned n = 0; n < lines; n++)
                store_line(b, n, 5 + n)->hint = bypass ? UL1_HINT_CG : UL1_HINT_CA;
            expect(part, .through = lines);
            part->expected.purged = bypass && copies ? lines : 0;
            expect_writes(part, .writes = lines, .bytes = lines * LINE);
            if (sustained(STORE_PLACES))
                part->expected.cycles = until_pass(last_store_pass(lines, apart));
        }
}

// ---- merging

#if UL1_WDB >= 5 // room for a store that waits, for one behind it, and for others that join that as they enter one a cycle
// One of the stores: random lanes (one at least) of up to 32 bits, each anywhere in the line. Notes the bytes.
static void store_anywhere(struct build *b, unsigned warp, unsigned line, bool whole_words, uint8_t stored[LINE])
{
    struct rng *r = build_rng(b);
    struct instr *i = store_line(b, warp, line);
    i->width = whole_words ? UL1_WIDTH_B32 : (uint8_t)rng_below(r, UL1_WIDTH_B32 + 1);
    i->mask = (uint32_t)rng_next(r) & ALL_LANES;
    i->mask |= 1u << rng_below(r, LANES);
    const unsigned bytes = width_bytes(i->width);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const unsigned at = rng_below(r, LINE / bytes) * bytes;
        i->addr[lane] = line * LINE + at;
        if (i->mask >> lane & 1)
            memset(&stored[at], 1, bytes);
    }
}

// Several stores of one line, of any width and mask, in consecutive cycles, while the memory gets nothing, as the store
// before them waits for a walk: all but the first join it. Memory gets one write, with all bytes; where they meet, the last
// one's. The line is there, or not.
static void joins(struct build *b, unsigned there)
{
    enum { LATENCY = 20, RUNS = 30, AT = 10 };
    for (unsigned n = 0; n < RUNS; n++) {
        const unsigned count = 2 + n % 6;
        uint8_t stored[LINE] = { 0 };
        struct part *part = holding_part(b, shape_of(UL1_FETCH_LINE, LATENCY), AT, there, 1);
        strided(store_line(b, 0, 0), cold_page(n % 8), UL1_WORD_BYTES);
        for (unsigned k = 0; k < count; k++)
            store_anywhere(b, 1 + k, AT, n % 4 == 3, stored);
        unsigned bytes = 0;
        for (unsigned at = 0; at < LINE; at++)
            bytes += stored[at];
        expect(part, .through = 1 + count);
        part->expected.joined = count - 1;
        part->expected.walk_reads = levels_of(UL1_PAGE_P2M);
        expect_writes(part, .writes = 2, .bytes = LINE + bytes);
        part->expected.cycles = until_pass(LEAD + count);
        part = cached_part(b, shape_of(UL1_FETCH_LINE, LATENCY));
        load_line(b, 3, AT);
        expect(part, .hits = there, .misses = !there);
    }
}

// Two stores of a line, one so many cycles behind the other. Written through, with nothing before it, the first is the
// first request when the second could join: it never does. Behind a walk it joins as long as that lasts, if the line is
// not there; if it is, in the next cycle alone, as later the first has been offered to the array. The same holds if both
// are written back.
static void joins_in_time(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LATENCY = 10, AT = 10, ALWAYS = 8, LAST = 8 };
    static const struct { bool walk, there, back; unsigned joins_until; } list[] = { // cycles behind
        { .joins_until = 0 },
        { .walk = true, .joins_until = ALWAYS },
        { .walk = true, .there = true, .joins_until = 1 },
        { .there = true, .back = true, .joins_until = 1 },
    };
    const struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
    for (unsigned kind = 0; kind < COUNT_OF(list); kind++)
        for (unsigned apart = 1; apart <= LAST; apart++) {
            const bool walk = list[kind].walk, back = list[kind].back, joined = apart <= list[kind].joins_until;
            struct part *part = back ? dirty_part(b, s, AT, 1, 1) : holding_part(b, s, AT, list[kind].there, 1);
            if (walk)
                strided(store_line(b, 0, 0), cold_page(apart % 8), UL1_WORD_BYTES);
            for (unsigned k = 0; k < 2; k++) // sectors 0 and 1, then 1 and 2
                local_if(back, store_sectors(b, 1 + k, AT, 3 << k))->from = walk + k * apart;
            expect(part, .through = back ? 0 : 2 + walk, .dirtied = back ? 2 : 0);
            part->expected.joined = joined;
            part->expected.walk_reads = walk ? levels_of(UL1_PAGE_P2M) : 0;
            if (!back)
                expect_writes(part, .writes = walk + 2 - joined, .bytes = walk * LINE + (joined ? 3 : 4) * SECTOR);
            part->expected.cycles = until_pass(LEAD + walk + apart);
            part = cached_part(b, s);
            load_line(b, 3, AT);
            expect(part, .hits = list[kind].there, .misses = !list[kind].there);
        }
}

// Stores of a line that go different ways do not join, nor do those behind join one that is not the youngest. Which bytes
// remain, is the last one's. (As many as have an entry each, beside the store that waits for a walk.)
static void joins_not(struct build *b, unsigned unused)
{
    (void)unused;
    enum { AT = 10, STORES = UL1_WDB < 7 ? UL1_WDB - 2 : 5 };
    const struct shape s = shape_of(UL1_FETCH_LINE, 10);
    for (unsigned n = 1; n < (1u << STORES) - 1; n++) { // bit k: store k is written back; not all of them, not none
        struct part *part = dirty_part(b, s, AT, 1, 1);
        strided(store_line(b, 0, 0), cold_page(n % 8), UL1_WORD_BYTES);
        unsigned back = 0, joined = 0, writes = 1, sectors = 0, open = 0; // of the write that is joined
        for (unsigned k = 0; k < STORES; k++) {
            const unsigned stored = 1u << k % UL1_SECTORS | 1, kind = n >> k & 1, alike = k && kind == (n >> (k - 1) & 1);
            local_if(kind, store_sectors(b, 1 + k, AT, stored));
            back += kind;
            joined += alike;
            writes += !kind && !alike;
            open = alike ? open : 0;
            sectors += kind ? 0 : count_of(stored & ~open);
            open |= stored;
        }
        expect(part, .through = 1 + STORES - back, .dirtied = back);
        part->expected.joined = joined;
        part->expected.walk_reads = levels_of(UL1_PAGE_P2M);
        expect_writes(part, .writes = writes, .bytes = LINE + sectors * SECTOR);
        part->expected.cycles = until_pass(LEAD + STORES);
        part = cached_part(b, s);
        load_line(b, 3, AT);
        expect(part, .hits = 1);
    }
}
#endif

// ---- a line under fetch

// A line is being fetched for a load, and a store comes, so many cycles behind. Until the last replay it is held; what is
// written through goes to memory all the same, once. Later it finds the line there.
static void pending(struct build *b, unsigned back)
{
    enum { LATENCY = 6 };
    const int64_t replay = 1 + REPLAY(LATENCY);
    const struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
    for (unsigned from = 1; from <= replay + 3; from++) {
        struct part *part = warmed_part(b, s);
        load_line(b, 1, 10);
        local_if(back, store_words(b, 2, 10, 6))->from = from;
        const bool held = from + LEAD < replay;
        const int64_t pass = from + LEAD + (from + LEAD == replay); // the replay goes first
        expect(part, .misses = 1, .through = !back, .dirtied = back && !held, .held = held, .writes = !back,
                     .bytes = back ? 0 : 2 * UL1_WORD_BYTES);
        part->expected.cycles = until_pass(most(pass, replay));
        part = cached_part(b, s);
        load_line(b, 3, 10);
        expect(part, .hits = 1);
        flushing_part(b, s, back, back ? 2 * SECTOR : 0);
    }
}

// A store of words is held, and a load of its line comes, so many cycles behind: until the bare replay it is deferred, and
// then hits right behind that.
static void closed(struct build *b, unsigned latency)
{
    const int64_t replay = LEAD + REPLAY(latency);
    for (unsigned from = 1; from <= replay + 3; from++) {
        struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, latency));
        local(store_words(b, 1, 10, ALL_SECTORS));
        local(load_line(b, 2, 10))->from = from;
        const int64_t pass = from + (from == 1 ? 2 : 1); // the store goes first
        expect(part, .hits = 1, .misses = 1, .held = 1);
        part->expected.deferrals[UL1_CAUSE_CLOSED] = pass < replay;
        part->expected.cycles = until_pass(pass > replay ? pass : replay + 1);
    }
}

// A store that opens an entry, and four to its line in the cycles behind it (or as many as have an entry of the write data
// buffer each), of which some are written back: all are held.
// Those written back join, if the one before is written back; each asks for the sector that it lacks. Those written
// through go to memory. The bare replay comes when the last sector is there; a load of the line right behind it finds
// those sectors.
//
// The store of pass q has its read translated in q + 2, or its write in q + 3, each at least a cycle after the request
// before it. A sector is asked for together with those before it if these have not been translated by q + 1; a write is
// joined if the request before it has not been by then.
static void held(struct build *b, unsigned latency)
{
    const unsigned stores = (unsigned)least(4, UL1_WDB - 2);
    const struct shape s = shape_of(UL1_FETCH_SECTOR, latency);
    for (unsigned n = 0; n < 1u << stores; n++) {
        struct part *part = warmed_part(b, s);
        local(store_words(b, 0, 10, 1));
        int64_t taken = LEAD + 2, read = taken, before_write = 0;
        unsigned through = 0, joined = 0, reads = 1, writes = 0, valid = 1;
        for (unsigned k = 0; k < stores; k++) {
            const int64_t q = LEAD + 1 + k;
            const unsigned sector = k == 0 ? 1 : 1u << k, back = n >> k & 1;
            const unsigned alike = k == 0 ? back : back == (n >> (k - 1) & 1);
            local_if(back, store_words(b, 1 + k, 10, sector));
            through += !back;
            if (back) {
                joined += alike;
                if (sector & ~valid && read <= q + 1) {
                    reads++;
                    read = taken = most(taken + 1, q + 2);
                }
                valid |= sector;
            } else if (alike && before_write > q) {
                joined++;
                taken = most(before_write + 1, q + 3);
            } else {
                writes++;
                before_write = taken;
                taken = most(taken + 1, q + 3);
            }
        }
        const int64_t replay = read + latency + 3;
        const bool whole = valid == ALL_SECTORS;
        load_sectors(b, 10, 10, ALL_SECTORS);
        expect(part, .hits = whole, .misses = 1 + !whole, .through = through, .held = 1 + stores);
        part->expected.reads = reads + !whole;
        part->expected.sectors = UL1_SECTORS;
        part->expected.joined = joined;
        part->expected.deferrals[UL1_CAUSE_CLOSED] = 1;
        expect_writes(part, .writes = writes, .bytes = through * UL1_WORD_BYTES);
        part->expected.cycles = until_pass(replay + 1 + (whole ? 0 : REPLAY(latency)));
        flushing_part(b, s, 1, count_of(valid) * SECTOR);
    }
}

// As many loads of a sector as merge, and a store wants a word of another sector, so many cycles behind. As long as the
// first sector is not there, its own is fetched too, and the replays wait for it. Looked up in the first cycle in which it
// is, beside the first replay, it is written through, and held. Later the replays go first, and it fetches for itself.
//
//     pass of the store   up to R - 2           R - 1             R ..           R: pass of the first replay
//     it                  asks for its sector   goes through      opens an entry behind the last replay
//
static void further_sector(struct build *b, unsigned latency)
{
    enum { LOADS = UL1_MERGE < UL1_PT ? UL1_MERGE : UL1_PT - 1 };
    const int64_t replay = 1 + REPLAY(latency);
    const struct shape s = shape_of(UL1_FETCH_SECTOR, latency);
    for (unsigned pass = LOADS + LEAD; pass <= replay + LOADS + 1; pass++) {
        struct part *part = warmed_part(b, s);
        for (unsigned n = 0; n < LOADS; n++)
            load_sectors(b, n, 10, 1);
        local(store_words(b, 40, 10, 4))->from = pass - LEAD;
        const bool merges = pass + 1 < replay, through = pass + 1 == replay, late = pass + 1 > replay;
        expect(part, .misses = late ? 2 : 1, .merges = LOADS - 1, .through = through, .held = 1);
        part->expected.served = LOADS + late;
        part->expected.reads = part->expected.sectors = through ? 1 : 2;
        expect_writes(part, .writes = through, .bytes = through ? UL1_WORD_BYTES : 0);
        if (merges)
            part->expected.cycles = until_pass(pass + REPLAY(latency) + LOADS - 1);
        else if (through)
            part->expected.cycles = until_pass(replay + LOADS - 1);
        else
            part->expected.cycles = until_pass(most(pass, replay + LOADS));
        part = cached_part(b, s);
        load_sectors(b, 3, 10, through ? 1 : 5);
        expect(part, .hits = 1);
    }
}

// A store of part of a line that loads with `cg` are waiting for: written through, its bytes go with the line; written
// back, the line stays, as dirty sectors may not be dropped.
static void bypassed_line(struct build *b, unsigned back)
{
    enum { LATENCY = 6 };
    const struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
    struct part *part = warmed_part(b, s);
    load_line(b, 1, 10)->hint = UL1_HINT_CG;
    local_if(back, store_words(b, 2, 10, 3));
    expect(part, .misses = 1, .through = !back, .held = 1, .writes = !back, .bytes = back ? 0 : 2 * UL1_WORD_BYTES);
    part->expected.cycles = until_pass(1 + REPLAY(LATENCY));
    part = cached_part(b, s);
    load_line(b, 3, 10);
    expect(part, .hits = back, .misses = !back);
    flushing_part(b, s, back, back ? 2 * SECTOR : 0);
}

// ---- who waits for what

enum { HALF = WARPS / 2 };  // warps that store, and as many that load

#if UL1_WDB + 1 < UL1_PT
// The memory takes a request in every so many cycles: the write data buffer fills up, and stores wait for room, for as
// long as an entry's write does. Loads of other warps go on, and nothing is refused, as the pending table has room for all:
// those that hit, behind all stores, cost nothing, as they have passed before the first store that waits.
static void room(struct build *b, unsigned unused)
{
    (void)unused;
    enum { HITS = 20, APART = UL1_WDB + HITS + 2 };
    for (unsigned stores = UL1_WDB + 1; stores < UL1_WDB + 8 && stores < UL1_PT; stores++) {
        const unsigned hits = (unsigned)least(HITS, UL1_PT - stores);
        struct part *part = holding_part(b, shape_of(UL1_FETCH_LINE, 3), 5, 2, 1);
        part->set.memory.apart = APART;
        for (unsigned n = 0; n < stores; n++)
            store_line(b, n % HALF, 20 + n);
        for (unsigned n = 0; n < hits; n++)
            load_line(b, HALF + n % HALF, 5 + n % 2);
        expect(part, .hits = hits, .through = stores, .writes = stores, .bytes = stores * LINE);
        part->expected.stalls = 0;
        part->expected.cycles = until_pass(last_store_pass(stores, APART));
    }
}
#endif

#define DIRTY_BESIDE_FILLS (UL1_WDB + 5) // lines
#define FILLS_FIT (UL1_PRT + DIRTY_BESIDE_FILLS <= UL1_S48_SETS * UL1_S48_WAYS && UL1_PRT < UL1_PT)

#if FILLS_FIT // lines that are filled and dirty ones have ways at the same time, and all loads an entry of the pending table
// Fills keep the array's port: stores that are written back wait for it in their entries, and when all but one are in use,
// others wait for room, until the cycle after that in which the first entry is written. (As many stores as the pending table
// has room for.)
static void write_port(struct build *b, unsigned unused)
{
    (void)unused;
    enum { FIRST = UL1_PRT };
    for (unsigned stores = 1; stores < DIRTY_BESIDE_FILLS && BUILD_FILLS + stores <= UL1_PT; stores++) {
        struct part *part = dirty_part(b, shape_of(UL1_FETCH_LINE, 1), FIRST, DIRTY_BESIDE_FILLS, 1);
        build_fills(b, part);
        for (unsigned n = 0; n < stores; n++)
            local(store_line(b, 50 + n, FIRST + n));
        expect(part, .misses = BUILD_FILLS, .dirtied = stores);
        const bool waits = stores > STORE_PLACES;
        const int64_t last = waits ? 1 + turn(stores - UL1_WDB, STORE_PLACES, BUILD_STORE_HOLDS) : 0;
        part->expected.cycles = until_pass(BUILD_LAST_FILL + 1 + last);
    }
}
#endif

// A store's data are late: it waits for its beat, and others (as many as the pending table has room for) do not wait for it.
static void beat(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned late = 1; late < 40; late += 3) { // the first cycle in which there are data
        const unsigned hits = hits_beside(1, late - 1);
        struct part *part = holding_part(b, shape_of(UL1_FETCH_LINE, 1), 5, 1, 1);
        part->set.late = (struct pattern){ .period = 1000, .on = PART_LEAD + late };
        store_line(b, 1, 20);
        for (unsigned n = 0; n < hits; n++)
            load_line(b, 2 + n % (WARPS - 2), 5);
        expect(part, .hits = hits, .through = 1, .writes = 1, .bytes = LINE);
        part->expected.cycles = until_pass(late + 1);
    }
}

// A load that is deferred, and a store of its warp to the same bytes behind it: the store waits until the load has hit,
// and is not seen by it. Its pass is in the second cycle after that of the load, when its outcome is known.
static void behind_sleeper(struct build *b, unsigned back)
{
    for (unsigned latency = 1; latency < 20; latency += 4) {
        struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, latency));
        local(store_words(b, 1, 10, 1));
        load_line(b, 2, 10);
        local_if(back, store_line(b, 2, 10));
        expect(part, .hits = 1, .misses = 1, .through = !back, .dirtied = back, .held = 1, .writes = !back,
                     .bytes = back ? 0 : LINE);
        part->expected.deferrals[UL1_CAUSE_CLOSED] = 1;
        part->expected.cycles = until_pass(LEAD + REPLAY(latency) + 1 + 2);
    }
}

// A load of a line that misses, right behind a store of another: its request waits for the write's words, which are there 3
// cycles after the store's pass, and, if the page of that is not at hand, for the walk.
static void request_behind(struct build *b, unsigned walk)
{
    for (unsigned latency = 1; latency < 12; latency += 3)
        for (unsigned from = 1; from < 5; from++) {
            struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, latency));
            strided(store_line(b, 1, 10), walk ? cold_page(1) : 10 * LINE, UL1_WORD_BYTES);
            load_line(b, 2, 20)->from = from;
            const unsigned levels = walk ? levels_of(UL1_PAGE_P2M) : 0;
            const int64_t sent = LEAD + 3 + (walk ? WALK(levels, latency) : 0), pass = from == 1 ? 3 : from + 1;
            expect(part, .misses = 1, .through = 1, .writes = 1, .bytes = LINE);
            part->expected.walk_reads = levels;
            part->expected.cycles = until_pass(most(pass + 2, sent + 1) + 1 + latency + 2);
        }
}

// ---- order

// A store of a warp and a load of the same bytes behind it, 1 to 12 instructions later, whatever the line is like: not
// there, partly there, there, dirty, under fetch for a load, under fetch for a store; the store of whole sectors or of
// words, written through, back, or past the cache; the load with and without `cg`; memory near, or so slow that the write
// data buffer is full. Each load gets what the last store before it stored.
enum line_state { ABSENT, PARTLY, THERE, DIRTY, FETCHED_FOR_LOAD, FETCHED_FOR_STORE, STATES };

static void store_and_load(struct build *b, unsigned line, unsigned state, bool words, unsigned kind, bool load_past,
                           unsigned distance)
{
    enum { BACK, THROUGH, PAST }; // kinds of stores
    const unsigned before = build_instrs(b);
    switch ((enum line_state)state) {
    case ABSENT: case STATES: break;
    case PARTLY: load_sectors(b, 1, line, 5); break;
    case THERE: load_sectors(b, 1, line, ALL_SECTORS); break;
    case DIRTY: local(store_line(b, 1, line)); break;
    case FETCHED_FOR_LOAD: load_sectors(b, 2, line, 2)->after = before; break;
    case FETCHED_FOR_STORE: local(store_words(b, 2, line, 2))->after = before; break;
    }
    struct instr *i = local_if(kind == BACK, words ? store_words(b, 3, line, ALL_SECTORS) : store_line(b, 3, line));
    i->hint = kind == PAST ? UL1_HINT_CG : UL1_HINT_CA;
    if (state < FETCHED_FOR_LOAD)
        alone(b, i);
    const uint32_t data = i->data, mask = i->mask;
    for (unsigned k = 1; k < distance; k++)
        load_line(b, 10 + k, WARMED);
    i = load_line(b, 3, line);
    i->mask = mask;
    i->hint = load_past ? UL1_HINT_CG : UL1_HINT_CA;
    build_pin(i, data);
}

static void order(struct build *b, unsigned apart)
{
    enum { KINDS = 3, DISTANCES = 12, LINES = 300 };
    unsigned n = 0;
    for (unsigned fetch = 0; fetch < COUNT_OF(fetches); fetch++)
        for (unsigned distance = 1; distance <= DISTANCES; distance++) {
            struct part *part = warmed_part(b, shape_of(fetches[fetch], 5));
            part->set.memory.apart = apart;
            for (unsigned load_past = 0; load_past < 2; load_past++)
                for (unsigned kind = 0; kind < KINDS; kind++)
                    for (unsigned words = 0; words < 2; words++)
                        for (unsigned state = 0; state < STATES; state++, n++)
                            store_and_load(b, n % LINES, state, words, kind, load_past, distance);
        }
}

// ---- errors

enum { ERROR_LATENCY = 4 };

// A store that cannot leave: its page is absent, or may not be written, or the memory refuses it. It retires as any, and is
// reported. Another, behind it, is not concerned; nor is what the cache has of the line. (Their cycles are those of any
// three stores, unless the last must wait for an entry that waits for a walk.)
static void lost(struct build *b, unsigned unused)
{
    (void)unused;
    enum { STORES = 3, FIRST = 20 };
    const struct shape s = shape_of(UL1_FETCH_LINE, ERROR_LATENCY);
    const uint64_t addr = cold_page(2) + 10 * LINE;
    for (unsigned why = 0; why < LOSSES; why++)
        for (unsigned back = 0; back < 2; back++) { // written through; or written back and flushed
            const unsigned sent = why == LOSS_REFUSED ? STORES : STORES - 1;
            struct part *part = warmed_part(b, s);
            for (unsigned n = 0; n < STORES; n++) { // one before, and one behind it
                struct instr *i = local_if(back, store_line(b, n, FIRST + n));
                if (n == 1)
                    strided(i, addr, UL1_WORD_BYTES);
            }
            lose_stores(b, why, addr);
            expect(part, .through = back ? 0 : STORES, .allocated = back ? STORES : 0);
            if (back) {
                build_command(b, UL1_CMD_FLUSH, 0)->after = STORES;
                part->expected.evictions = STORES;
                part->expected.fences = 1;
            }
            part->expected.walk_reads = why == LOSS_ABSENT ? -1 : (int64_t)levels_of(UL1_PAGE_P2M);
            expect_writes(part, .writes = sent, .bytes = sent * LINE);
            if (STORE_PLACES >= (unsigned)STORES)
                part->expected.cycles = until_pass(LEAD + STORES - 1);
            part = cached_part(b, s);
            load_line(b, 5, FIRST);
            load_line(b, 6, FIRST + 2);
            expect(part, .hits = back ? 2 : 0, .misses = back ? 0 : 2);
        }
}

// Stores are held for a line that cannot be fetched: its page is absent, or the memory does not deliver it. Those written
// back are reported, once for all; those written through go their own way. A load behind fails for itself. (Where the write
// data buffer has too few entries for further stores to be held, the first is alone.)
static void lost_held(struct build *b, unsigned absent)
{
    static const struct { bool back, through; } further[] = {
        { .back = false }, { .back = true }, { .through = true }, { .back = true, .through = true },
    };
    const struct shape s = shape_of(UL1_FETCH_LINE, ERROR_LATENCY);
    const uint64_t addr = absent ? cold_page(2) + 10 * LINE : 10 * LINE;
    const unsigned err = absent ? UL1_ERR_PAGE : UL1_ERR_BUS;
    for (unsigned k = 0; k < (STORE_PLACES < 4 ? 1 : COUNT_OF(further)); k++) {
        const bool back = further[k].back, through = further[k].through, sent = through && !absent;
        struct part *part = warmed_part(b, s);
        if (absent)
            build_absent(b, addr);
        else
            build_failing_kinds(b, addr, MEMORY_LOADS);
        strided(local(store_words(b, 1, 10, 1)), addr, UL1_WORD_BYTES);
        if (back)
            strided(local(store_words(b, 2, 10, 2)), addr, UL1_WORD_BYTES);
        if (through)
            strided(store_words(b, 3, 10, 4), addr, UL1_WORD_BYTES);
        struct instr *i = load_line(b, 4, 10);
        strided(i, addr, UL1_WORD_BYTES);
        expect_failing(i, err, i->mask);
        local(store_line(b, 5, 20)); // not concerned
        build_report(b, LOST_HELD, err, addr);
        if (through && absent)
            build_report(b, LOST_LEAVING, err, addr);
        expect(part, .misses = 2, .through = through, .allocated = 1, .held = 1 + back + through);
        part->expected.joined = back;
        part->expected.deferrals[UL1_CAUSE_CLOSED] = 1;
        part->expected.reads = absent ? 0 : 2;
        part->expected.walk_reads = absent ? -1 : 0;
        expect_writes(part, .writes = sent, .bytes = sent ? UL1_WORD_BYTES : 0);
        flushing_part(b, s, 1, LINE);
    }
}

// The same for a line that has a dirty sector already: that stays, is loaded and written back; what was held is lost.
static void lost_beside(struct build *b, unsigned unused)
{
    (void)unused;
    const struct shape s = shape_of(UL1_FETCH_LINE, ERROR_LATENCY);
    for (unsigned sector = 1; sector < UL1_SECTORS; sector++) {
        struct part *part = warmed_part(b, s);
        build_failing_kinds(b, 10 * LINE, MEMORY_LOADS);
        local(store_sectors(b, 1, 10, 1));
        local(store_words(b, 2, 10, 1u << sector));
        build_report(b, LOST_HELD, UL1_ERR_BUS, 10 * LINE);
        expect(part, .misses = 1, .allocated = 1, .held = 1);
        part->expected.cycles = until_pass(LEAD + turn(1, STORE_PLACES, BUILD_STORE_HOLDS));
        part = cached_part(b, s);
        load_sectors(b, 3, 10, 1);
        expect(part, .hits = 1);
        flushing_part(b, s, 1, SECTOR);
    }
}

const struct test tests_cached_store[] = {
    DIRECTED("cstore_masks", masks, 0, "masked stores of each width to lines there, partly there and not: what memory gets"),
    DIRECTED("cstore_hints_fermi", hints, UL1_POLICY_FERMI, "stores and loads with each hint, in each space"),
    DIRECTED("cstore_hints_kepler", hints, UL1_POLICY_KEPLER, "the same, where global data are not cached"),
    DIRECTED("cstore_not_purged", not_purged, 0, "stores with `cg` that must not drop the line update it"),
    DIRECTED("cstore_spills_line", spills, UL1_FETCH_LINE, "any sectors covered and touched, written back: what is fetched"),
    DIRECTED("cstore_spills_sector", spills, UL1_FETCH_SECTOR, "the same, fetching sectors"),
    DIRECTED("cstore_fetch_line", fetch_cost, UL1_FETCH_LINE, "a store that has its line fetched: when a load behind hits"),
    DIRECTED("cstore_fetch_sector", fetch_cost, UL1_FETCH_SECTOR, "the same, fetching sectors"),
    DIRECTED("cstore_rate_half", rate, 50, "loads and stores that hit, at random: one a cycle"),
    DIRECTED("cstore_rate_most", rate, 90, "the same, mostly stores"),
    DIRECTED("cstore_rate_all", rate, 100, "stores alone"),
    DIRECTED("cstore_warp", rate_warp, 0, "stores of one warp: every other cycle"),
    DIRECTED("cstore_warp_load", rate_warp, 1, "loads and stores of one warp in turn"),
    DIRECTED("cstore_warp_loads", rate_warp, 3, "a store behind three loads"),
    DIRECTED("cstore_bandwidth", bandwidth, 0, "stores of whole lines as fast as memory takes them"),
    DIRECTED("cstore_bandwidth_copies", bandwidth, 1, "the same, the lines being there"),
#if UL1_WDB >= 5
    DIRECTED("cstore_joins", joins, 0, "stores of one line that wait join: one write of all bytes"),
    DIRECTED("cstore_joins_there", joins, 1, "the same, the line being there"),
    DIRECTED("cstore_joins_in_time", joins_in_time, 0, "how long a store may come behind another to join it"),
    DIRECTED("cstore_joins_not", joins_not, 0, "stores that go different ways do not join"),
#endif
    DIRECTED("cstore_pending_through", pending, 0, "a store to a line that is fetched for a load, 1 to M + 9 cycles behind"),
    DIRECTED("cstore_pending_back", pending, 1, "the same, written back"),
    DIRECTED("cstore_closed", closed, 6, "a load of a line that a store waits for, 1 to M + 10 cycles behind"),
    DIRECTED("cstore_held", held, 12, "stores of both kinds held for one line: requests, joins, what stays"),
    DIRECTED("cstore_further_sector", further_sector, 12, "a store wants a sector more of a line on its way, or just there"),
    DIRECTED("cstore_bypassed", bypassed_line, 0, "a store held for a line that is to be dropped: it is"),
    DIRECTED("cstore_bypassed_back", bypassed_line, 1, "written back: it stays"),
#if UL1_WDB + 1 < UL1_PT
    DIRECTED("cstore_room", room, 0, "the write data buffer full: stores wait for memory, loads hit"),
#endif
#if FILLS_FIT
    DIRECTED("cstore_write_port", write_port, 0, "fills keep the array's port: stores wait until they are through"),
#endif
    DIRECTED("cstore_beat", beat, 0, "a store's data are late: others pass it"),
    DIRECTED("cstore_sleeper", behind_sleeper, 0, "a store behind a load of its warp that sleeps: it waits, unseen by it"),
    DIRECTED("cstore_sleeper_back", behind_sleeper, 1, "the same, written back"),
    DIRECTED("cstore_request_behind", request_behind, 0, "a read behind a write: it waits for the write's words"),
    DIRECTED("cstore_request_walk", request_behind, 1, "and for its walk"),
    DIRECTED("cstore_order", order, 0, "a load 1 to 12 instructions behind a store, lines in every state: it sees it"),
    DIRECTED("cstore_order_full", order, 20, "the same, the memory being slow to take requests"),
    DIRECTED("cstore_lost", lost, 0, "stores that memory cannot get: reported, nothing else lost"),
    DIRECTED("cstore_lost_page", lost_held, 1, "stores held for a line whose page is absent: reported once"),
    DIRECTED("cstore_lost_bus", lost_held, 0, "the same, of a line that the memory does not deliver"),
    DIRECTED("cstore_lost_beside", lost_beside, 0, "the same beside a dirty sector, which stays"),
};
const unsigned tests_cached_store_count = COUNT_OF(tests_cached_store);
