// Dirty lines that give up their way: what that costs, what memory gets, and what may come in between.
//
// The line of a miss is asked for 4 cycles later if its way has a dirty line: behind the write of that, whose words are
// read in a slot of the pipeline of its own.
#include "tests/l1/cached.h"

enum {
    EVICTION = 4,
    SETS = 32, WAYS = 4,    // the cache's, with s48
    LINES = SETS * WAYS,
};

// Lines 0 to LINES - 1 are there, of each these sectors dirty, and the others not there. They were stored in ascending
// order, so a further line of a set takes the way of the first of them.
static struct part *full_part(struct build *b, struct shape s, unsigned sectors)
{
    struct part *before = cached_part(b, s);
    before->fresh = before->prepares = true;
    load_line(b, 0, WARMED);
    for (unsigned n = 0; n < LINES; n++)
        alone(b, local(store_sectors(b, n, n, sectors)));
    return cached_part(b, s);
}

// ---- costs

// A load that misses; a store of a whole line, which gets the way at once; a store of words, which has its line fetched.
// The way has a line with any sectors dirty: these are written, whole. The stores retire as any.
static void cost(struct build *b, unsigned kind)
{
    for (unsigned sectors = 1; sectors < 16; sectors += 2)
        for (unsigned latency = 1; latency < 40; latency += 1 + latency) {
            const struct shape s = shape_of(UL1_FETCH_LINE, latency);
            struct part *part = full_part(b, s, sectors);
            if (kind == 0)
                load_line(b, 1, LINES + 7);
            else
                local(kind == 1 ? store_line(b, 1, LINES + 7) : store_words(b, 1, LINES + 7, 15));
            expect(part, .misses = kind != 1, .allocated = kind == 1, .held = kind == 2);
            part->expected.evictions = 1;
            expect_writes(part, .writes = 1, .bytes = (unsigned)__builtin_popcount(sectors) * SECTOR);
            part->expected.sectors = kind == 1 ? 0 : 4;
            part->expected.cycles = until_pass(kind ? 2 : 1 + EVICTION + REPLAY(latency));

            part = cached_part(b, s); // what was given up, memory has; it takes the way of the next
            load_sectors(b, 2, 7, sectors);
            expect(part, .misses = 1);
            part->expected.evictions = 1;
            expect_writes(part, .writes = 1, .bytes = (unsigned)__builtin_popcount(sectors) * SECTOR);
            part->expected.cycles = until_pass(1 + EVICTION + REPLAY(latency));
        }
}

// A stream of hits with a miss in it, whose way has a dirty line: there is a pass in every cycle but the one in which that
// is read out. The hits are of other sets.
static void slot_cost(struct build *b, unsigned latency)
{
    const unsigned hits = 3 * (unsigned)REPLAY(latency);
    for (unsigned misses = 1; misses <= 3; misses++) {
        struct part *part = full_part(b, shape_of(UL1_FETCH_LINE, latency), 15);
        for (unsigned n = 0; n < misses; n++)
            load_line(b, n, LINES + n);
        for (unsigned n = 0; n < hits; n++)
            load_line(b, 8 + n, 8 + n % (SETS - 8));
        expect(part, .hits = hits, .misses = misses);
        part->expected.evictions = misses;
        expect_writes(part, .writes = misses, .bytes = misses * LINE);
        part->expected.cycles = until_pass(misses + hits + misses + misses); // loads, hits, slots, replays
    }
}

// Misses, one after the other, each of which gives up a dirty line; then loads of these lines, which give up the others.
static void stream(struct build *b, unsigned fetch)
{
    enum { N = 2 * SETS };
    struct part *part = full_part(b, shape_of(fetch, 2), 15);
    for (unsigned n = 0; n < N; n++)
        alone(b, load_line(b, n, LINES + n));
    expect(part, .misses = N);
    part->expected.evictions = N;
    expect_writes(part, .writes = N, .bytes = N * LINE);
    part->expected.cycles = N * until_pass(1 + EVICTION + REPLAY(2));
    part = cached_part(b, shape_of(fetch, 2)); // what memory got
    for (unsigned n = 0; n < N; n++)
        alone(b, load_line(b, n, n));
    expect(part, .misses = N);
    part->expected.evictions = N;
    expect_writes(part, .writes = N, .bytes = N * LINE);
    flushing_part(b, shape_of(fetch, 2), 0, 0);
}

// ---- what comes in between

// A load takes the way of a dirty line, and a load of that line comes right behind, in every distance: it misses, and is
// asked for behind the write. Its own way has a dirty line too, or not.
//
// The first has its pass in 1, its slot in 3, its write translated in 6, its request in 7. Of the second with its pass in
// q, the request is translated in q + 2, or with a dirty line in q + 6 behind a write in q + 5, each behind those.
static void reload(struct build *b, unsigned dirty)
{
    for (unsigned latency = 1; latency < 12; latency += 5)
        for (unsigned from = 1; from <= 9; from++) {
            const struct shape s = shape_of(UL1_FETCH_LINE, latency);
            struct part *part = dirty ? full_part(b, s, 15) : dirty_part(b, s, 7, 1, 1);
            if (!dirty) { // the other ways of the set have lines that are clean, and younger
                part->prepares = true;
                for (unsigned n = 1; n < WAYS; n++)
                    alone(b, load_line(b, n, 7 + n * SETS));
                part = cached_part(b, s);
            }
            load_line(b, 1, 7 + 9 * SETS);
            load_line(b, 2, 7)->from = from;
            const int64_t q = from == 2 ? 4 : from + 1; // the slot of the first goes first
            const int64_t sent = dirty ? (q + 5 > 8 ? q + 6 : 9) : q + 2 > 8 ? q + 2 : 8;
            expect(part, .misses = 2);
            part->expected.evictions = 1 + dirty;
            expect_writes(part, .writes = 1 + dirty, .bytes = (1 + dirty) * LINE);
            part->expected.cycles = until_pass(sent + 1 + (int64_t)latency + 2);
        }
}

// Loads of lines that leave one way of set 10 free, and keep the array's write port busy, sector by sector: BUSY of them,
// those of the set last.
enum { BUSY = 8, FIRST_FILL = BUSY + 4 + 1, SET = 10 };

static void keep_busy(struct build *b, struct part *part)
{
    part->set.memory = (struct memory_settings){ .batch = BUSY, .pieces = 100 };
    for (unsigned n = 0; n < BUSY; n++)
        load_line(b, n, n < BUSY - (WAYS - 1) ? 20 + n : SET + (1 + n) * SETS);
}

// Stores to a line that is there wait for the array, as fills keep its port, and then the line loses its way to another:
// dirty, memory gets what they stored with the rest of it; clean, its row does not get it. The line is the last free one
// of its set. Neither it nor the new line lose or get a byte.
static void waiting(struct build *b, unsigned kind)
{
    const struct shape s = shape_of(UL1_FETCH_LINE, 1);
    for (unsigned stores = 1; stores <= 3; stores++)
        for (unsigned apart = 0; apart < 9; apart++) {
            const bool dirty = kind != 0;
            struct part *part = dirty ? dirty_part(b, s, SET, 1, 1) : holding_part(b, s, SET, 1, 1);
            keep_busy(b, part);
            for (unsigned n = 0; n < stores; n++) {
                struct instr *i = store_words(b, 20 + n, SET, 1u << n | 8);
                i->space = dirty ? UL1_SPACE_LOCAL : UL1_SPACE_GLOBAL;
                i->from = BUSY + 3;
            }
            const unsigned behind = BUSY + 3 + stores + apart;
            if (kind == 2) // another store takes the way, without a fetch: the same row is dirty again at once
                local(store_line(b, 30, SET + 20 * SETS))->from = behind;
            else
                load_line(b, 30, SET + 20 * SETS)->from = behind;
            expect(part, .misses = BUSY + (kind != 2), .through = dirty ? 0 : stores, .dirtied = dirty ? stores : 0,
                         .allocated = kind == 2);
            part->expected.joined = -1;
            part->expected.evictions = dirty;
            if (dirty)
                expect_writes(part, .writes = 1, .bytes = LINE);
            else
                part->expected.writes = part->expected.bytes = -1; // those that join are fewer
            part = cached_part(b, s);
            load_line(b, 1, SET + 20 * SETS);
            alone(b, load_line(b, 2, SET));
            expect(part, .hits = 1, .misses = 1);
            part->expected.evictions = part->expected.writes = part->expected.bytes = -1;
        }
}

// A store of a whole line takes the way of a dirty line, the last free one of its set, and right behind it a store of that
// line takes it back: the row is the line's again before what it was has been read out of it. Fills keep the array's port,
// so the second store still waits for it by then; it is written to the row in the end.
static void stored_anew(struct build *b, unsigned unused)
{
    (void)unused;
    const struct shape s = shape_of(UL1_FETCH_LINE, 1);
    for (unsigned apart = 0; apart < 4; apart++) {
        struct part *part = dirty_part(b, s, SET, 1, 1);
        keep_busy(b, part);
        local(store_line(b, 30, SET + 20 * SETS))->from = BUSY + 4;
        local(store_line(b, 31, SET))->from = BUSY + 5 + apart;
        expect(part, .misses = BUSY, .allocated = 2);
        part->expected.evictions = 2;
        expect_writes(part, .writes = 2, .bytes = 2 * LINE);

        part = cached_part(b, s);
        load_line(b, 1, SET);
        expect(part, .hits = 1);
    }
}

// ---- no slot

// The memory takes a request in every so many cycles. Stores fill the write data buffer but for the entry that is kept for
// dirty lines; a load gets that one. Each further load that wants a slot sleeps until an entry is free; each entry that
// becomes free wakes one, in the order in which they came. Hits go on.
//
// Requests leave in order: those of the stores (the first is taken in cycle 6), then a write and a read for each load.
static void no_slot(struct build *b, unsigned apart)
{
    enum { LATENCY = 3, STORES = UL1_WDB };
    for (unsigned loads = 1; loads <= UL1_WDB + 2; loads++) {
        struct part *part = full_part(b, shape_of(UL1_FETCH_LINE, LATENCY), 15);
        part->set.memory.apart = apart;
        for (unsigned n = 0; n < STORES; n++)
            store_line(b, n, 1000 + n); // of these nothing is there
        for (unsigned n = 0; n < loads; n++)
            load_line(b, 10 + n, LINES + n);
        for (unsigned n = 0; n < 10; n++)
            load_line(b, 40 + n, 25);
        expect(part, .hits = 10, .misses = loads, .through = STORES);
        part->expected.deferrals[UL1_CAUSE_ROOM] = loads - 1;
        part->expected.evictions = loads;
        expect_writes(part, .writes = STORES + loads, .bytes = (STORES + loads) * LINE);
        part->expected.cycles = until_pass(6 + (int64_t)apart * (STORES + 2 * loads - 1) + LATENCY + 2);
    }
}

// A store that wants a way, or has its line fetched, comes right behind a load that gets the last slot for dirty lines:
// there was room for it, but there is no slot. It does not wait: it is written through, and its way's line is not given
// up.
//
// Of the stores before them the first is sent in cycle 6; so when the load is looked up, two entries are free, of which it
// takes one and the store the other.
static void no_slot_store(struct build *b, unsigned words)
{
    enum { APART = 40, STORES = UL1_WDB - 1, LATENCY = 3 };
    struct part *part = full_part(b, shape_of(UL1_FETCH_LINE, LATENCY), 15);
    part->set.memory.apart = APART;
    for (unsigned n = 0; n < STORES; n++)
        store_line(b, n, 1000 + n);
    load_line(b, 10, LINES + 1);
    local(words ? store_words(b, 12, LINES + 3, 15) : store_line(b, 12, LINES + 3));
    expect(part, .misses = 1, .through = STORES + 1);
    part->expected.evictions = 1;
    expect_writes(part, .writes = STORES + 2, .bytes = (STORES + 1) * LINE + (words ? 4 * 4 : LINE));
    part->expected.cycles = until_pass(6 + APART * (STORES + 1) + LATENCY + 2);
    part = cached_part(b, shape_of(UL1_FETCH_LINE, LATENCY));
    load_line(b, 1, 3);
    alone(b, load_line(b, 2, LINES + 3));
    expect(part, .hits = 1, .misses = 1);
    part->expected.evictions = 1;
    expect_writes(part, .writes = 1, .bytes = LINE);
}

// A load sleeps for a slot; a store of its warp to the bytes that it loads comes behind, and waits: the load does not see
// it.
static void behind_sleeper(struct build *b, unsigned back)
{
    enum { APART = 30, STORES = UL1_WDB };
    struct part *part = full_part(b, shape_of(UL1_FETCH_LINE, 3), 15);
    part->set.memory.apart = APART;
    for (unsigned n = 0; n < STORES; n++)
        store_line(b, n, 1000 + n);
    load_line(b, 10, LINES + 1);
    load_line(b, 11, LINES + 2);
    store_words(b, 11, LINES + 2, 15)->space = back ? UL1_SPACE_LOCAL : UL1_SPACE_GLOBAL;
    expect(part, .misses = 2, .through = STORES + !back, .held = 1);
    part->expected.deferrals[UL1_CAUSE_ROOM] = 1;
    part->expected.evictions = 2;
    expect_writes(part, .writes = STORES + 2 + !back, .bytes = (STORES + 2) * LINE + (back ? 0 : 4 * 4));
    part = cached_part(b, shape_of(UL1_FETCH_LINE, 3));
    load_line(b, 1, LINES + 2);
    expect(part, .hits = 1);
}

// ---- errors

// A dirty line that gives up its way cannot be written: its page is absent, or may not be written, or the memory refuses
// it. It is reported, with its line; the load that took the way gets its words, and other dirty lines are written.
static void lost(struct build *b, unsigned kind)
{
    const struct shape s = shape_of(UL1_FETCH_LINE, 4);
    const uint64_t page = UINT64_C(3) << page_bits(UL1_PAGE_P2M);
    struct part *part = dirty_part(b, s, 8, 1, 1);
    if (kind == 0)
        build_absent(b, page);
    else if (kind == 1)
        build_readonly(b, page);
    else
        build_failing_kinds(b, page + 7 * LINE, MEMORY_STORES);
    strided(local(store_line(b, 1, 7)), page + 7 * LINE, 4);
    for (unsigned n = 1; n <= WAYS; n++)
        alone(b, load_line(b, n, 7 + n * SETS));
    build_report(b, kind == 2 ? LOST_REFUSED : LOST_LEAVING,
                 kind == 0 ? UL1_ERR_PAGE : kind == 1 ? UL1_ERR_READONLY : UL1_ERR_BUS, page + 7 * LINE);
    expect(part, .misses = WAYS, .allocated = 1);
    part->expected.evictions = 1;
    part->expected.walk_reads = kind ? 2 : -1;
    expect_writes(part, .writes = kind == 2, .bytes = kind == 2 ? LINE : 0);
    flushing_part(b, s, 1, LINE);
}

const struct test tests_cached_evict[] = {
    DIRECTED("evict_load", cost, 0, "a load takes the way of a dirty line: cycles and traffic"),
    DIRECTED("evict_store", cost, 1, "a store of a whole line does: it costs nothing"),
    DIRECTED("evict_spill", cost, 2, "a store of words does, and has its line fetched"),
    DIRECTED("evict_slot", slot_cost, 12, "hits while dirty lines are read out: a cycle for each"),
    DIRECTED("evict_stream_line", stream, UL1_FETCH_LINE, "misses, one after the other, each with a dirty line to give up"),
    DIRECTED("evict_stream_sector", stream, UL1_FETCH_SECTOR, "the same, fetching sectors"),
    DIRECTED("evict_reload", reload, 0, "a load of a line that is given up, 1 to 9 cycles behind"),
    DIRECTED("evict_reload_dirty", reload, 1, "the same, with another dirty line to give up"),
    DIRECTED("evict_waiting_clean", waiting, 0, "a line is given up while stores to it wait for the array: clean"),
    DIRECTED("evict_waiting_dirty", waiting, 1, "dirty: memory gets what they stored"),
    DIRECTED("evict_waiting_store", waiting, 2, "and the row is a store's again at once"),
    DIRECTED("evict_stored_anew", stored_anew, 0, "and the line that was given up is stored anew in it right behind"),
    DIRECTED("evict_no_slot", no_slot, 40, "no slot for dirty lines: loads sleep, and get one in turn"),
    DIRECTED("evict_no_slot_line", no_slot_store, 0, "a store that finds no slot is written through"),
    DIRECTED("evict_no_slot_words", no_slot_store, 1, "the same of words"),
    DIRECTED("evict_sleeper", behind_sleeper, 0, "a store behind a load of its warp that sleeps for a slot"),
    DIRECTED("evict_sleeper_back", behind_sleeper, 1, "the same, written back"),
    DIRECTED("evict_lost_page", lost, 0, "a dirty line whose page is absent is reported"),
    DIRECTED("evict_lost_readonly", lost, 1, "one whose page may not be written"),
    DIRECTED("evict_lost_bus", lost, 2, "one that the memory refuses"),
};
const unsigned tests_cached_evict_count = COUNT_OF(tests_cached_evict);
