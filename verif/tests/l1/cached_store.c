// Cached stores: what becomes of each kind, what they cost, and what they wait for. (Dirty lines that are given up: see
// cached_evict.c.)
//
// In a formula, M is the memory's latency. A store that is taken in cycle 0 has its pass in 2. One that is written through
// is translated 3 cycles after its pass and offered to the memory a cycle later. One that has its line fetched is followed
// by a bare replay REPLAY(M) cycles after its pass.
#include "tests/l1/cached.h"

#include <string.h>

// ---- what becomes of them

// Masked stores of each width, written through: to a line that is not there, of which half is, and which is there. Memory
// gets the bytes, no line is allocated, and what is there is updated: it has what is loaded afterwards.
static void masks(struct build *b, unsigned unused)
{
    (void)unused;
    static const unsigned there[] = { 0, 6, 15 };
    struct rng *r = build_rng(b);
    for (unsigned n = 0; n < 60; n++) {
        const unsigned width = n % 5, bytes = width_bytes(width), words = width_words(width), has = there[n / 5 % 3];
        const struct shape s = shape_of(UL1_FETCH_SECTOR, 2);
        const uint32_t mask = n < 15 ? ALL_LANES : (uint32_t)rng_next(r) & ALL_LANES;
        warmed_part(b, s);
        for (unsigned k = 0; has && k < words; k++)
            alone(b, load_sectors(b, k, 8 + k, has));

        struct part *part = cached_part(b, s);
        struct instr *i = store_line(b, n, 8);
        i->width = (uint8_t)width;
        i->mask = mask;
        strided(i, 8 * LINE, bytes);
        i->passes = 0;
        for (unsigned k = 0; k < words; k++)
            i->passes += (mask >> k * (LANES / words) & (ALL_LANES >> (LANES - LANES / words))) != 0;
        expect(part, .through = i->passes, .writes = i->passes, .bytes = count_of(mask) * bytes);
        part->expected.data_reads = i->passes;
        part->expected.cycles = until_pass(i->passes ? LEAD + i->passes - 1 : 1); // without a lane it needs no beat

        part = cached_part(b, s); // what was there, still is
        for (unsigned k = 0; has && k < words; k++)
            load_sectors(b, k, 8 + k, has);
        expect(part, .hits = has ? words : 0);
        part = cached_part(b, s); // what was not, is not
        for (unsigned k = 0; has < 15 && k < words; k++)
            load_sectors(b, k, 8 + k, 15 & ~has);
        expect(part, .misses = has < 15 ? words : 0);
        part->expected.sectors = has < 15 ? words * (4 - count_of(has)) : 0;
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
static void hints(struct build *b, unsigned policy)
{
    static const uint8_t load_hints[] = { UL1_HINT_CA, UL1_HINT_CG, UL1_HINT_NC };
    const struct shape s = shape_of(UL1_FETCH_LINE, 1);
    for (unsigned n = 0; n < 2 * 2 * 8 * COUNT_OF(load_hints); n++) {
        const unsigned was = n % 2, hint = n / 4 % 8, load_hint = load_hints[n / 32];
        const uint8_t space = n / 2 % 2 ? UL1_SPACE_LOCAL : UL1_SPACE_GLOBAL;
        const bool back = is_written_back(policy, space, hint), purges = was && !back && hint == UL1_HINT_CG;
        holding_part(b, s, 10, was, 1);

        struct part *part = cached_part(b, s);
        part->set.policy = (uint8_t)policy;
        struct instr *i = store_line(b, n, 10);
        i->hint = (uint8_t)hint;
        i->space = space;
        expect(part, .through = !back, .dirtied = back && was, .allocated = back && !was);
        part->expected.purged = purges;
        expect_writes(part, .writes = !back, .bytes = back ? 0 : LINE);
        part->expected.cycles = until_pass(LEAD);

        part = cached_part(b, s);
        part->set.policy = (uint8_t)policy;
        i = load_line(b, n, 10);
        i->hint = (uint8_t)load_hint;
        i->space = space;
        const bool hit = back || (was && !purges && !is_bypassing(policy, space, load_hint));
        expect(part, .hits = hit, .misses = !hit);
        part->expected.cycles = until_pass(1 + (hit ? 0 : REPLAY(1)));
    }
}

// A store with `cg` that leaves a copy as it is, but for the bytes stored: it does not cover the line, or is not of whole
// words, or the copy is dirty. Then it is not purged but updated.
static void not_purged(struct build *b, unsigned unused)
{
    (void)unused;
    const struct shape s = shape_of(UL1_FETCH_LINE, 1);
    for (unsigned kind = 0; kind < 4; kind++) { // all but a word, half words, a dirty copy, a copy with a dirty sector
        if (kind == 2)
            dirty_part(b, s, 10, 1, 1);
        else
            holding_part(b, s, 10, 1, 1);
        if (kind == 3)
            local(store_sectors(b, 1, 10, 4));
        struct part *part = cached_part(b, s);
        struct instr *i = store_line(b, 3, 10);
        i->hint = UL1_HINT_CG;
        if (kind == 0)
            i->mask &= ~UINT32_C(4);
        if (kind == 1)
            i->width = UL1_WIDTH_B16;
        expect(part, .through = 1, .writes = 1, .bytes = kind == 0 ? LINE - 4 : kind == 1 ? LINE / 2 : LINE);
        part = cached_part(b, s);
        load_line(b, 3, 10);
        expect(part, .hits = 1);
        flushing_part(b, s, kind >= 2, kind == 2 ? LINE : kind == 3 ? SECTOR : 0);
    }
}

// Stores that are written back, each to a line of its own of which some sectors are there: some sectors they cover, of
// some they store a word. These must be there; what is not, is fetched (or all that the store does not cover), and the
// store held. All retire alike. Later loads of all these sectors hit, and memory gets each of them whole.
static void spills(struct build *b, unsigned fetch)
{
    enum { LATENCY = 2, LINES = 80 };
    static const unsigned there[] = { 0, 1, 6, 15 };
    const struct shape by_sector = shape_of(UL1_FETCH_SECTOR, LATENCY), s = shape_of(fetch, LATENCY);
    for (unsigned k = 0; k < COUNT_OF(there); k++) {
        warmed_part(b, by_sector);
        for (unsigned line = 0; there[k] && line < LINES; line++)
            alone(b, load_sectors(b, line, line, there[k]));
        uint32_t masks[LINES];
        unsigned needs[LINES], n = 0, dirtied = 0, allocated = 0, held = 0, fetched = 0, sectors = 0;
        for (unsigned pair = 1; pair < 256; pair++) {
            const unsigned covered = pair % 16, touched = pair / 16, lacks = touched & ~there[k];
            if (covered & touched)
                continue;
            masks[n] = lanes_of(covered) | first_lanes_of(touched);
            needs[n++] = covered | touched;
            sectors += count_of(covered | touched);
            held += lacks != 0;
            dirtied += !lacks && there[k];
            allocated += !lacks && !there[k];
            if (lacks)
                fetched += count_of(fetch == UL1_FETCH_LINE ? 15 & ~covered & ~there[k] : lacks);
        }
        struct part *part = cached_part(b, s);
        for (unsigned line = 0; line < n; line++)
            local(store_line(b, line, line))->mask = masks[line];
        expect(part, .misses = held, .dirtied = dirtied, .allocated = allocated, .held = held);
        part->expected.sectors = fetched;

        part = cached_part(b, by_sector);
        for (unsigned line = 0; line < n; line++)
            local(load_sectors(b, line, line, needs[line]));
        expect(part, .hits = n);
        build_expect_busy(b);
        flushing_part(b, s, n, sectors * SECTOR);
        part = cached_part(b, by_sector); // what was written back, still is there
        for (unsigned line = 0; line < n; line++)
            load_sectors(b, line, line, needs[line]);
        expect(part, .hits = n);
    }
}

// A store of words that has its line fetched, for every latency: it retires as any; a load of the line right behind finds
// it closed, and hits behind the bare replay, with the store's bytes.
static void fetch_cost(struct build *b, unsigned fetch)
{
    for (unsigned latency = 1; latency <= 60; latency += 1 + latency / 4) {
        struct part *part = warmed_part(b, shape_of(fetch, latency));
        local(store_words(b, 1, 10, 9));
        expect(part, .misses = 1, .held = 1);
        part->expected.sectors = fetch == UL1_FETCH_LINE ? 4 : 2;
        part->expected.cycles = until_pass(LEAD);

        part = warmed_part(b, shape_of(fetch, latency));
        local(store_words(b, 1, 10, 9));
        local(load_sectors(b, 2, 10, 9));
        expect(part, .hits = 1, .misses = 1, .held = 1);
        part->expected.deferrals[UL1_CAUSE_CLOSED] = 1;
        part->expected.sectors = fetch == UL1_FETCH_LINE ? 4 : 2;
        part->expected.cycles = until_pass(LEAD + REPLAY(latency) + 1);
    }
}

// ---- how fast

// Loads and stores that hit, of all widths, spaces and warps, of shared memory stores too: an access in every cycle.
static void rate(struct build *b, unsigned percent)
{
    enum { LINES = 20 };
    struct rng *r = build_rng(b);
    struct part *part = dirty_part(b, shape_of(UL1_FETCH_LINE, 1), 7, LINES, 1);
    unsigned hits = 0, through = 0, dirtied = 0;
    for (unsigned n = 0; n < 400; n++) {
        const bool store = n == 0 || rng_percent(r, percent), cached = !store || rng_percent(r, 80);
        struct instr *i = store ? build_cached_store(b, n * 5) : build_cached(b, n * 5);
        i->space = !cached ? UL1_SPACE_SHARED : rng_percent(r, 50) ? UL1_SPACE_GLOBAL : UL1_SPACE_LOCAL;
        i->width = (uint8_t)rng_below(r, 5);
        strided(i, cached ? (7 + rng_below(r, LINES - 3)) * LINE : rng_below(r, 40) * LINE, width_bytes(i->width));
        i->passes = width_words(i->width);
        hits += store ? 0 : i->passes;
        through += store && i->space == UL1_SPACE_GLOBAL ? i->passes : 0;
        dirtied += store && i->space == UL1_SPACE_LOCAL ? i->passes : 0;
    }
    expect(part, .hits = hits, .through = through, .dirtied = dirtied);
    part->expected.joined = part->expected.writes = part->expected.bytes = -1;
    build_expect_busy(b);
}

// Of one warp: a store has the turn in the cycle after the pass of what is before it, its beat then, and its pass in the
// next; a load has its pass in the cycle after. Loads before the store, or none.
static void rate_warp(struct build *b, unsigned loads)
{
    enum { N = 30 };
    struct part *part = dirty_part(b, shape_of(UL1_FETCH_LINE, 1), 7, 3, 1);
    for (unsigned n = 0; n < N; n++) {
        for (unsigned k = 0; k < loads; k++)
            load_line(b, 5, 7 + (n + k) % 3);
        local(store_line(b, 5, 7 + n % 3));
    }
    expect(part, .hits = N * loads, .dirtied = N);
    part->expected.stalls = -1;
    part->expected.cycles = until_pass(N * (loads + LEAD));
}

// Stores of whole lines, with and without the hint to bypass, with and without a copy of the line, to a memory that takes
// a request in every cycle, or in every n-th. In the first case they have a pass in each cycle. In the other, write k
// (from 0) is taken in cycle 6 + n k, and store k + WDB - 1 has its pass in the next, as that one's place is free then.
static void bandwidth(struct build *b, unsigned copies)
{
    enum { N = 60 };
    for (unsigned apart = 1; apart <= 13; apart += 1 + apart / 2)
        for (unsigned bypass = 0; bypass < 2; bypass++) {
            struct part *part = holding_part(b, shape_of(UL1_FETCH_LINE, 3), 5, copies ? N : 0, 1);
            part->set.memory.apart = apart;
            for (unsigned n = 0; n < N; n++)
                store_line(b, n, 5 + n)->hint = bypass ? UL1_HINT_CG : UL1_HINT_CA;
            expect(part, .through = N);
            part->expected.purged = bypass && copies ? N : 0;
            expect_writes(part, .writes = N, .bytes = N * LINE);
            part->expected.cycles = until_pass(apart == 1 ? LEAD + N - 1 : LEAD + 4 + apart * (N - UL1_WDB) + 1);
        }
}

// ---- merging

// Several stores of one line, of any width and mask, in consecutive cycles, while the memory gets nothing: all but the
// first join it. Memory gets one write, with all bytes; where they meet, the last one's. The line is there, or not.
static void joins(struct build *b, unsigned there)
{
    enum { LATENCY = 20 };
    struct rng *r = build_rng(b);
    for (unsigned n = 0; n < 30; n++) {
        const unsigned count = 2 + n % 6;
        uint8_t stored[LINE] = { 0 };
        struct part *part = holding_part(b, shape_of(UL1_FETCH_LINE, LATENCY), 10, there, 1);
        strided(store_line(b, 0, 0), cold_page(n % 8), 4);
        for (unsigned k = 0; k < count; k++) {
            struct instr *i = store_line(b, 1 + k, 10);
            const unsigned width = n % 4 == 3 ? UL1_WIDTH_B32 : rng_below(r, 3), bytes = width_bytes(width);
            i->width = (uint8_t)width;
            i->mask = (uint32_t)rng_next(r) & ALL_LANES;
            i->mask |= 1u << rng_below(r, LANES);
            for (unsigned lane = 0; lane < LANES; lane++) {
                const unsigned at = rng_below(r, LINE / bytes) * bytes;
                i->addr[lane] = 10 * LINE + at;
                if (i->mask >> lane & 1)
                    memset(&stored[at], 1, bytes);
            }
        }
        unsigned bytes = 0;
        for (unsigned at = 0; at < LINE; at++)
            bytes += stored[at];
        expect(part, .through = 1 + count);
        part->expected.joined = count - 1;
        part->expected.walk_reads = 2;
        expect_writes(part, .writes = 2, .bytes = LINE + bytes);
        part->expected.cycles = until_pass(LEAD + count);
        part = cached_part(b, shape_of(UL1_FETCH_LINE, LATENCY));
        load_line(b, 3, 10);
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
    enum { LATENCY = 10 };
    for (unsigned kind = 0; kind < 4; kind++) // through at once; behind a walk, absent; the same, there; written back
        for (unsigned apart = 1; apart < 9; apart++) {
            const struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
            const bool walk = kind == 1 || kind == 2, back = kind == 3;
            struct part *part = back ? dirty_part(b, s, 10, 1, 1) : holding_part(b, s, 10, kind == 2, 1);
            if (walk)
                strided(store_line(b, 0, 0), cold_page(apart % 8), 4);
            for (unsigned k = 0; k < 2; k++) {
                struct instr *i = store_sectors(b, 1 + k, 10, 3 << k);
                i->space = back ? UL1_SPACE_LOCAL : UL1_SPACE_GLOBAL;
                i->from = walk + k * apart;
            }
            const bool joined = kind == 1 || (kind >= 2 && apart == 1);
            expect(part, .through = back ? 0 : 2 + walk, .dirtied = back ? 2 : 0);
            part->expected.joined = joined;
            part->expected.walk_reads = walk ? 2 : 0;
            if (!back)
                expect_writes(part, .writes = walk + 2 - joined, .bytes = walk * LINE + (joined ? 3 : 4) * SECTOR);
            part->expected.cycles = until_pass(LEAD + walk + apart);
            part = cached_part(b, s);
            load_line(b, 3, 10);
            expect(part, .hits = kind >= 2, .misses = kind < 2);
        }
}

// Stores of a line that go different ways do not join, nor do those behind join one that is not the youngest. Which bytes
// remain, is the last one's.
static void joins_not(struct build *b, unsigned unused)
{
    (void)unused;
    const struct shape s = shape_of(UL1_FETCH_LINE, 10);
    for (unsigned n = 1; n < 31; n++) { // bit k: store k is written back; not all of them, not none
        struct part *part = dirty_part(b, s, 10, 1, 1);
        strided(store_line(b, 0, 0), cold_page(n % 8), 4);
        unsigned back = 0, joined = 0, writes = 1, sectors = 0, open = 0; // of the write that is joined
        for (unsigned k = 0; k < 5; k++) {
            const unsigned stored = 1u << k % 4 | 1, kind = n >> k & 1, alike = k && kind == (n >> (k - 1) & 1);
            struct instr *i = store_sectors(b, 1 + k, 10, stored);
            i->space = kind ? UL1_SPACE_LOCAL : UL1_SPACE_GLOBAL;
            back += kind;
            joined += alike;
            writes += !kind && !alike;
            open = alike ? open : 0;
            sectors += kind ? 0 : count_of(stored & ~open);
            open |= stored;
        }
        expect(part, .through = 1 + 5 - back, .dirtied = back);
        part->expected.joined = joined;
        part->expected.walk_reads = 2;
        expect_writes(part, .writes = writes, .bytes = LINE + sectors * SECTOR);
        part->expected.cycles = until_pass(LEAD + 5);
        part = cached_part(b, s);
        load_line(b, 3, 10);
        expect(part, .hits = 1);
    }
}

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
        struct instr *i = store_words(b, 2, 10, 6);
        i->space = back ? UL1_SPACE_LOCAL : UL1_SPACE_GLOBAL;
        i->from = from;
        const bool held = from + LEAD < replay;
        const int64_t pass = from + LEAD + (from + LEAD == replay); // the replay goes first
        expect(part, .misses = 1, .through = !back, .dirtied = back && !held, .held = held, .writes = !back,
                     .bytes = back ? 0 : 2 * 4);
        part->expected.cycles = until_pass(pass > replay ? pass : replay);
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
        local(store_words(b, 1, 10, 15));
        local(load_line(b, 2, 10))->from = from;
        const int64_t pass = from + (from == 1 ? 2 : 1); // the store goes first
        expect(part, .hits = 1, .misses = 1, .held = 1);
        part->expected.deferrals[UL1_CAUSE_CLOSED] = pass < replay;
        part->expected.cycles = until_pass(pass > replay ? pass : replay + 1);
    }
}

// A store that opens an entry, and four to its line in the cycles behind it, of which some are written back: all are held.
// Those written back join, if the one before is written back; each asks for the sector that it lacks. Those written
// through go to memory. The bare replay comes when the last sector is there; a load of the line right behind it finds
// those sectors.
//
// The store of pass q has its read translated in q + 2, or its write in q + 3, each at least a cycle after the request
// before it. A sector is asked for together with those before it if these have not been translated by q + 1; a write is
// joined if the request before it has not been by then.
static void held(struct build *b, unsigned latency)
{
    enum { STORES = 4 };
    const struct shape s = shape_of(UL1_FETCH_SECTOR, latency);
    for (unsigned n = 0; n < 1u << STORES; n++) {
        struct part *part = warmed_part(b, s);
        local(store_words(b, 0, 10, 1));
        int64_t taken = LEAD + 2, read = taken, before_write = 0;
        unsigned through = 0, joined = 0, reads = 1, writes = 0, valid = 1;
        for (unsigned k = 0; k < STORES; k++) {
            const int64_t q = LEAD + 1 + k;
            const unsigned sector = k == 0 ? 1 : 1u << k, back = n >> k & 1;
            const unsigned alike = k == 0 ? back : back == (n >> (k - 1) & 1);
            store_words(b, 1 + k, 10, sector)->space = back ? UL1_SPACE_LOCAL : UL1_SPACE_GLOBAL;
            through += !back;
            if (back) {
                joined += alike;
                if (sector & ~valid && read <= q + 1) {
                    reads++;
                    read = taken = taken + 1 > q + 2 ? taken + 1 : q + 2;
                }
                valid |= sector;
            } else if (alike && before_write > q) {
                joined++;
                taken = before_write + 1 > q + 3 ? before_write + 1 : q + 3;
            } else {
                writes++;
                before_write = taken;
                taken = taken + 1 > q + 3 ? taken + 1 : q + 3;
            }
        }
        const int64_t replay = read + latency + 3;
        load_sectors(b, 10, 10, 15);
        expect(part, .hits = valid == 15, .misses = 1 + (valid != 15), .through = through, .held = 1 + STORES);
        part->expected.reads = reads + (valid != 15);
        part->expected.sectors = 4;
        part->expected.joined = joined;
        part->expected.deferrals[UL1_CAUSE_CLOSED] = 1;
        expect_writes(part, .writes = writes, .bytes = through * 4);
        part->expected.cycles = until_pass(replay + 1 + (valid == 15 ? 0 : REPLAY(latency)));
        flushing_part(b, s, 1, count_of(valid) * SECTOR);
    }
}

// Eight loads of a sector merge, and a store wants a word of another sector, so many cycles behind. As long as the first
// sector is not there, its own is fetched too, and the replays wait for it. Looked up in the first cycle in which it is,
// beside the first replay, it is written through, and held. Later the replays go first, and it fetches for itself.
static void further_sector(struct build *b, unsigned latency)
{
    const int64_t replay = 1 + REPLAY(latency);
    const struct shape s = shape_of(UL1_FETCH_SECTOR, latency);
    for (unsigned pass = UL1_MERGE + LEAD; pass <= replay + UL1_MERGE + 1; pass++) {
        struct part *part = warmed_part(b, s);
        for (unsigned n = 0; n < UL1_MERGE; n++)
            load_sectors(b, n, 10, 1);
        local(store_words(b, 40, 10, 4))->from = pass - LEAD;
        const bool merges = pass + 1 < replay, through = pass + 1 == replay, late = pass + 1 > replay;
        expect(part, .misses = late ? 2 : 1, .merges = UL1_MERGE - 1, .through = through, .held = 1);
        part->expected.served = UL1_MERGE + late;
        part->expected.reads = part->expected.sectors = through ? 1 : 2;
        expect_writes(part, .writes = through, .bytes = through ? 4 : 0);
        if (merges)
            part->expected.cycles = until_pass(pass + REPLAY(latency) + UL1_MERGE - 1);
        else if (through)
            part->expected.cycles = until_pass(replay + UL1_MERGE - 1);
        else
            part->expected.cycles = until_pass(replay + UL1_MERGE + (pass > replay + UL1_MERGE));
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
    store_words(b, 2, 10, 3)->space = back ? UL1_SPACE_LOCAL : UL1_SPACE_GLOBAL;
    expect(part, .misses = 1, .through = !back, .held = 1, .writes = !back, .bytes = back ? 0 : 2 * 4);
    part->expected.cycles = until_pass(1 + REPLAY(LATENCY));
    part = cached_part(b, s);
    load_line(b, 3, 10);
    expect(part, .hits = back, .misses = !back);
    flushing_part(b, s, back, back ? 2 * SECTOR : 0);
}

// ---- who waits for what

// The memory takes a request in every so many cycles: the write data buffer fills up, and stores wait for room, for as
// long as an entry's write does. Loads of other warps go on, and nothing is refused: those that hit, behind all stores,
// cost nothing.
static void room(struct build *b, unsigned apart)
{
    enum { HITS = 20 };
    for (unsigned stores = UL1_WDB + 1; stores < UL1_WDB + 8; stores++) {
        struct part *part = holding_part(b, shape_of(UL1_FETCH_LINE, 3), 5, 2, 1);
        part->set.memory.apart = apart;
        for (unsigned n = 0; n < stores; n++)
            store_line(b, n, 20 + n);
        for (unsigned n = 0; n < HITS; n++)
            load_line(b, 40 + n, 5 + n % 2);
        expect(part, .hits = HITS, .through = stores, .writes = stores, .bytes = stores * LINE);
        part->expected.stalls = 0;
        part->expected.cycles = until_pass(LEAD + 4 + apart * (stores - UL1_WDB) + 1);
    }
}

// Fills keep the array's port: stores that are written back wait for it in their entries, and when all but one are in use,
// others wait for room, until the cycle after that in which the first entry is written.
static void write_port(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned stores = 1; stores < UL1_WDB + 5; stores++) {
        struct part *part = dirty_part(b, shape_of(UL1_FETCH_LINE, 1), 64, UL1_WDB + 5, 1);
        build_fills(b, part);
        for (unsigned n = 0; n < stores; n++)
            local(store_line(b, 50 + n, 64 + n));
        const bool waits = stores >= UL1_WDB;
        expect(part, .misses = BUILD_FILLS, .dirtied = stores);
        part->expected.cycles = waits ? until_pass(BUILD_LAST_FILL + 2 + stores - UL1_WDB) : until_pass(BUILD_LAST_FILL + 1);
    }
}

// A store's data are late: it waits for its beat, and others do not wait for it.
static void beat(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned late = 1; late < 40; late += 3) { // the first cycle in which there are data
        struct part *part = holding_part(b, shape_of(UL1_FETCH_LINE, 1), 5, 1, 1);
        part->set.late = (struct pattern){ .period = 1000, .on = PART_LEAD + late };
        store_line(b, 1, 20);
        for (unsigned n = 1; n < late; n++)
            load_line(b, 1 + n, 5);
        expect(part, .hits = late - 1, .through = 1, .writes = 1, .bytes = LINE);
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
        store_line(b, 2, 10)->space = back ? UL1_SPACE_LOCAL : UL1_SPACE_GLOBAL;
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
            strided(store_line(b, 1, 10), walk ? cold_page(1) : 10 * LINE, 4);
            load_line(b, 2, 20)->from = from;
            const int64_t sent = LEAD + 3 + (walk ? WALK(2, latency) : 0), pass = from == 1 ? 3 : from + 1;
            expect(part, .misses = 1, .through = 1, .writes = 1, .bytes = LINE);
            part->expected.walk_reads = walk ? 2 : 0;
            part->expected.cycles = until_pass((pass + 2 > sent ? pass + 2 : sent + 1) + 1 + latency + 2);
        }
}

// ---- order

// A store of a warp and a load of the same bytes behind it, 1 to 12 instructions later, whatever the line is like: not
// there, partly there, there, dirty, under fetch for a load, under fetch for a store; the store of whole sectors or of
// words, written through, back, or past the cache; the load with and without `cg`; memory near, or so slow that the write
// data buffer is full. Each load gets what the last store before it stored.
static void order(struct build *b, unsigned apart)
{
    enum { STATES = 6, STORES = 6, DISTANCES = 12 };
    unsigned line = 0;
    for (unsigned fetch = 0; fetch < COUNT_OF(fetches); fetch++)
        for (unsigned distance = 1; distance <= DISTANCES; distance++) {
            struct part *part = warmed_part(b, shape_of(fetches[fetch], 5));
            part->set.memory.apart = apart;
            for (unsigned n = 0; n < STATES * STORES * 2; n++, line = (line + 1) % 300) {
                const unsigned state = n % STATES, store = n / STATES % STORES, hint = n / STATES / STORES;
                const unsigned before = build_instrs(b);
                if (state == 1 || state == 2)
                    load_sectors(b, 1, line, state == 1 ? 5 : 15);
                if (state == 3)
                    local(store_line(b, 1, line));
                struct instr *i;
                if (state == 4)
                    load_sectors(b, 2, line, 2)->after = before;
                if (state == 5)
                    local(store_words(b, 2, line, 2))->after = before;
                i = store % 2 ? store_words(b, 3, line, 15) : store_line(b, 3, line);
                i->space = store / 2 ? UL1_SPACE_GLOBAL : UL1_SPACE_LOCAL;
                i->hint = store / 2 == 2 ? UL1_HINT_CG : UL1_HINT_CA;
                if (state < 4)
                    i->after = build_instrs(b) - 1;
                const uint32_t data = i->data, mask = i->mask;
                for (unsigned k = 1; k < distance; k++)
                    load_line(b, 10 + k, WARMED);
                i = load_line(b, 3, line);
                i->mask = mask;
                i->hint = hint ? UL1_HINT_CG : UL1_HINT_CA;
                build_pin(i, data);
            }
        }
}

// ---- errors

enum { ERROR_LATENCY = 4 };

// A store that cannot leave: its page is absent, or may not be written, or the memory refuses it. It retires as any, and is
// reported. Another, behind it, is not concerned; nor is what the cache has of the line.
static void lost(struct build *b, unsigned unused)
{
    (void)unused;
    const struct shape s = shape_of(UL1_FETCH_LINE, ERROR_LATENCY);
    for (unsigned kind = 0; kind < 3; kind++)
        for (unsigned back = 0; back < 2; back++) { // written through; or written back and flushed
            const uint64_t addr = cold_page(2) + 10 * LINE;
            struct part *part = warmed_part(b, s);
            if (kind == 0)
                build_absent(b, addr);
            else if (kind == 1)
                build_readonly(b, addr);
            else
                build_failing_kinds(b, addr, MEMORY_STORES);
            for (unsigned n = 0; n < 3; n++) { // one before, and one behind it
                struct instr *i = store_line(b, n, 20 + n);
                i->space = back ? UL1_SPACE_LOCAL : UL1_SPACE_GLOBAL;
                if (n == 1)
                    strided(i, addr, 4);
            }
            build_report(b, kind == 2 ? LOST_REFUSED : LOST_LEAVING,
                         kind == 0 ? UL1_ERR_PAGE : kind == 1 ? UL1_ERR_READONLY : UL1_ERR_BUS, addr);
            expect(part, .through = back ? 0 : 3, .allocated = back ? 3 : 0);
            if (back) {
                build_command(b, UL1_CMD_FLUSH, 0)->after = 3;
                part->expected.evictions = 3;
                part->expected.fences = 1;
            }
            part->expected.walk_reads = kind == 0 ? -1 : 2;
            expect_writes(part, .writes = kind == 2 ? 3 : 2, .bytes = (kind == 2 ? 3 : 2) * LINE);
            part->expected.cycles = until_pass(LEAD + 2);
            part = cached_part(b, s);
            load_line(b, 5, 20);
            load_line(b, 6, 22);
            expect(part, .hits = back ? 2 : 0, .misses = back ? 0 : 2);
        }
}

// Stores are held for a line that cannot be fetched: its page is absent, or the memory does not deliver it. Those written
// back are reported, once for all; those written through go their own way. A load behind fails for itself.
static void lost_held(struct build *b, unsigned absent)
{
    const struct shape s = shape_of(UL1_FETCH_LINE, ERROR_LATENCY);
    const uint64_t addr = absent ? cold_page(2) + 10 * LINE : 10 * LINE;
    const unsigned err = absent ? UL1_ERR_PAGE : UL1_ERR_BUS;
    for (unsigned n = 0; n < 4; n++) { // further stores: written back, through
        struct part *part = warmed_part(b, s);
        if (absent)
            build_absent(b, addr);
        else
            build_failing_kinds(b, addr, MEMORY_LOADS);
        strided(local(store_words(b, 1, 10, 1)), addr, 4);
        if (n & 1)
            strided(local(store_words(b, 2, 10, 2)), addr, 4);
        if (n & 2)
            strided(store_words(b, 3, 10, 4), addr, 4);
        struct instr *i = load_line(b, 4, 10);
        strided(i, addr, 4);
        i->err = (uint8_t)err;
        i->err_mask = ALL_LANES;
        local(store_line(b, 5, 20)); // not concerned
        build_report(b, LOST_HELD, err, addr);
        if (absent && n & 2)
            build_report(b, LOST_LEAVING, err, addr);
        expect(part, .misses = 2, .through = n >> 1, .allocated = 1, .held = 1 + (n & 1) + (n >> 1));
        part->expected.joined = n & 1;
        part->expected.deferrals[UL1_CAUSE_CLOSED] = 1;
        part->expected.reads = absent ? 0 : 2;
        part->expected.walk_reads = absent ? -1 : 0;
        expect_writes(part, .writes = !absent && n & 2, .bytes = !absent && n & 2 ? 4 : 0);
        flushing_part(b, s, 1, LINE);
    }
}

// The same for a line that has a dirty sector already: that stays, is loaded and written back; what was held is lost.
static void lost_beside(struct build *b, unsigned unused)
{
    (void)unused;
    const struct shape s = shape_of(UL1_FETCH_LINE, ERROR_LATENCY);
    for (unsigned sector = 1; sector < 4; sector++) {
        struct part *part = warmed_part(b, s);
        build_failing_kinds(b, 10 * LINE, MEMORY_LOADS);
        local(store_sectors(b, 1, 10, 1));
        local(store_words(b, 2, 10, 1u << sector));
        build_report(b, LOST_HELD, UL1_ERR_BUS, 10 * LINE);
        expect(part, .misses = 1, .allocated = 1, .held = 1);
        part->expected.cycles = until_pass(LEAD + 1);
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
    DIRECTED("cstore_joins", joins, 0, "stores of one line that wait join: one write of all bytes"),
    DIRECTED("cstore_joins_there", joins, 1, "the same, the line being there"),
    DIRECTED("cstore_joins_in_time", joins_in_time, 0, "how long a store may come behind another to join it"),
    DIRECTED("cstore_joins_not", joins_not, 0, "stores that go different ways do not join"),
    DIRECTED("cstore_pending_through", pending, 0, "a store to a line that is fetched for a load, 1 to M + 9 cycles behind"),
    DIRECTED("cstore_pending_back", pending, 1, "the same, written back"),
    DIRECTED("cstore_closed", closed, 6, "a load of a line that a store waits for, 1 to M + 10 cycles behind"),
    DIRECTED("cstore_held", held, 12, "stores of both kinds held for one line: requests, joins, what stays"),
    DIRECTED("cstore_further_sector", further_sector, 12, "a store wants a sector more of a line on its way, or just there"),
    DIRECTED("cstore_bypassed", bypassed_line, 0, "a store held for a line that is to be dropped: it is"),
    DIRECTED("cstore_bypassed_back", bypassed_line, 1, "written back: it stays"),
    DIRECTED("cstore_room", room, 30, "the write data buffer full: stores wait for memory, loads hit"),
    DIRECTED("cstore_write_port", write_port, 0, "fills keep the array's port: stores wait until they are through"),
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
