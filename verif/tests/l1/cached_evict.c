// Dirty lines that give up their way: what that costs, what memory gets, and what may come in between.
//
// The line of a miss is asked for 4 cycles later if its way has a dirty line: behind the write of that, whose words are
// read in a turn of the pipeline of its own. Of a load with its pass in p:
//
//     cycle      p + 2                p + 3     p + 5              p + 6                           p + 7
//     without    request translated   offered
//     with       the turn                       write translated   offered; request translated     offered
//
#include "tests/l1/cached.h"

enum {
    EVICTION = 4,
    SETS = UL1_S48_SETS,
    WAYS = UL1_S48_WAYS,
    LINES = S48_LINES,
    OLD = 7 % SETS,         // a line that is the oldest of its set in a full cache
    ABSENT = 1000,          // a line, and those behind it, that are not there
};

_Static_assert(LINES + 2 * SETS <= ABSENT, "they are behind all others");

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

// A store of a whole line, which gets the way at once; a store of words, which has its line fetched. The way has a line with
// any sectors dirty: these are written, whole. The stores retire as any. (Loads: the program evict_load.)
enum taker { STORE_LINE, STORE_WORDS };

static void cost(struct build *b, unsigned taker)
{
    for (unsigned sectors = 1; sectors <= ALL_SECTORS; sectors += 2)
        for (unsigned latency = 1; latency < 40; latency += 1 + latency) {
            const struct shape s = shape_of(UL1_FETCH_LINE, latency);
            struct part *part = full_part(b, s, sectors);
            local(taker == STORE_LINE ? store_line(b, 1, LINES + OLD) : store_words(b, 1, LINES + OLD, ALL_SECTORS));
            expect(part, .misses = taker == STORE_WORDS, .allocated = taker == STORE_LINE, .held = taker == STORE_WORDS);
            part->expected.evictions = 1;
            expect_writes(part, .writes = 1, .bytes = count_of(sectors) * SECTOR);
            part->expected.sectors = taker == STORE_LINE ? 0 : UL1_SECTORS;
            part->expected.cycles = until_pass(LEAD);

            // What was given up, memory has. It takes the way of the next line of its set, or of the one that took its only
            // way.
            const unsigned next = WAYS > 1 ? sectors : ALL_SECTORS;
            part = cached_part(b, s);
            load_sectors(b, 2, OLD, sectors);
            expect(part, .misses = 1);
            part->expected.evictions = 1;
            expect_writes(part, .writes = 1, .bytes = count_of(next) * SECTOR);
            part->expected.cycles = until_pass(1 + EVICTION + REPLAY(latency));
        }
}

// Misses, one after the other, of half the ways, each of which gives up a dirty line; then loads of these lines, which give
// up the other half, as far as it is dirty. Then what is dirty still is written back.
static void stream(struct build *b, unsigned fetch)
{
    enum { FIRST = SETS * (WAYS > 1 ? WAYS / 2 : 1), THEN = LINES - FIRST < FIRST ? LINES - FIRST : FIRST };
    const struct shape s = shape_of(fetch, 2);
    struct part *part = full_part(b, s, ALL_SECTORS);
    for (unsigned n = 0; n < FIRST; n++)
        alone(b, load_line(b, n, LINES + n));
    expect(part, .misses = FIRST);
    part->expected.evictions = FIRST;
    expect_writes(part, .writes = FIRST, .bytes = FIRST * LINE);
    part->expected.cycles = FIRST * until_pass(1 + EVICTION + REPLAY(2));
    part = cached_part(b, s); // what memory got
    for (unsigned n = 0; n < FIRST; n++)
        alone(b, load_line(b, n, n));
    expect(part, .misses = FIRST);
    part->expected.evictions = THEN;
    expect_writes(part, .writes = THEN, .bytes = THEN * LINE);
    flushing_part(b, s, LINES - FIRST - THEN, (LINES - FIRST - THEN) * LINE);
}

// ---- what comes in between

// Loads of lines that leave one way of a set free, and keep the array's write port busy, sector by sector: eight, or as many
// as have an entry and a way beside one more. Those of the set come last.
#define BUSY_OF_SET (UL1_S48_WAYS - 1)
#define BUSY_WAYS (BUSY_OF_SET + UL1_S48_SETS - 1 < UL1_PRT - 1 ? BUSY_OF_SET + UL1_S48_SETS - 1 : UL1_PRT - 1)
#define BUSY (BUSY_WAYS < 8 ? BUSY_WAYS : 8)
#define KEEPS_BUSY (UL1_S48_WAYS < UL1_PRT)

enum { SET = 10 % SETS, NEW = SET + 20 * SETS };

#if KEEPS_BUSY // entries for the ways of a set, and for a line before them
static void keep_busy(struct build *b, struct part *part)
{
    const unsigned others = BUSY - BUSY_OF_SET;
    part->set.memory = (struct memory_settings){ .batch = BUSY, .pieces = 100 };
    for (unsigned n = 0; n < BUSY; n++)
        load_line(b, n, n < others ? ABSENT / SETS * SETS + SET + 1 + n : SET + (1 + n) * SETS);
}

// Stores to a line that is there wait for the array, as fills keep its port, and then the line loses its way to another:
// dirty, memory gets what they stored with the rest of it; clean, its row does not get it. The line is the last free one
// of its set. Neither it nor the new line lose or get a byte.
enum { CLEAN, DIRTY_TO_LOAD, DIRTY_TO_STORE };

static void waiting(struct build *b, unsigned kind)
{
    const struct shape s = shape_of(UL1_FETCH_LINE, 1);
    const bool dirty = kind != CLEAN, to_store = kind == DIRTY_TO_STORE;
    for (unsigned stores = 1; stores <= 3 && stores + to_store <= STORE_PLACES; stores++)
        for (unsigned apart = 0; apart < 9; apart++) {
            struct part *part = dirty ? dirty_part(b, s, SET, 1, 1) : holding_part(b, s, SET, 1, 1);
            keep_busy(b, part);
            for (unsigned n = 0; n < stores; n++)
                local_if(dirty, store_words(b, 20 + n, SET, 1u << n | 8))->from = BUSY + 3;
            const unsigned behind = BUSY + 3 + stores + apart;
            if (to_store) // the same row is dirty again at once
                local(store_line(b, 30, NEW))->from = behind;
            else
                load_line(b, 30, NEW)->from = behind;
            expect(part, .misses = BUSY + !to_store, .through = dirty ? 0 : stores, .dirtied = dirty ? stores : 0,
                         .allocated = to_store);
            part->expected.joined = -1;
            part->expected.evictions = dirty;
            if (dirty)
                expect_writes(part, .writes = 1, .bytes = LINE);
            else
                part->expected.writes = part->expected.bytes = -1; // those that join are fewer
            part = cached_part(b, s);
            load_line(b, 1, NEW);
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
        local(store_line(b, 30, NEW))->from = BUSY + 4;
        local(store_line(b, 31, SET))->from = BUSY + 5 + apart;
        expect(part, .misses = BUSY, .allocated = 2);
        part->expected.evictions = 2;
        expect_writes(part, .writes = 2, .bytes = 2 * LINE);

        part = cached_part(b, s);
        load_line(b, 1, SET);
        expect(part, .hits = 1);
    }
}
#endif

// ---- no room

enum { FREED = 8 };         // the first store's entry is free for others that are offered from then on

// The memory takes a request in every so many cycles. Stores fill the write data buffer but for the entry that is kept for
// dirty lines; a load gets that one. Each further load that wants one sleeps until an entry is free; each entry that
// becomes free wakes one, in the order in which they came. Hits go on.
//
// Requests leave in order: those of the stores (the first is taken in cycle 6), then a write and a read for each load.
static void no_room(struct build *b, unsigned apart)
{
    enum { LATENCY = 3, STORES = UL1_WDB, HITS = 10, MOST = UL1_WDB + 2 < SETS ? UL1_WDB + 2 : SETS - 1 };
    for (unsigned loads = 1; loads <= MOST && loads < UL1_PT; loads++) {
        struct part *part = full_part(b, shape_of(UL1_FETCH_LINE, LATENCY), ALL_SECTORS);
        part->set.memory.apart = apart;
        for (unsigned n = 0; n < STORES; n++)
            store_line(b, n, ABSENT + n);
        for (unsigned n = 0; n < loads; n++)
            load_line(b, 10 + n, LINES + n)->from = FREED;
        for (unsigned n = 0; n < HITS; n++)
            load_line(b, 40 + n, SETS - 1);
        expect(part, .hits = HITS, .misses = loads, .through = STORES);
        part->expected.deferrals[UL1_CAUSE_ROOM] = loads - 1;
        part->expected.evictions = loads;
        expect_writes(part, .writes = STORES + loads, .bytes = (STORES + loads) * LINE);
        part->expected.cycles = until_pass(LEAD + 4 + (int64_t)apart * (STORES + 2 * loads - 1) + LATENCY + 2);
    }
}

#if UL1_WDB >= 8 // the first store's entry is free when the last has its pass
// A store that wants a way, or has its line fetched, comes right behind a load that gets the last entry for dirty lines:
// there was room for the store itself, but there is none for the dirty line. It does not wait: it is written through, and
// its way's line is not given up.
//
// Of the stores before them the first is sent in cycle 6; so when the load is looked up, two entries are free, of which it
// takes one and the store the other.
static void no_room_store(struct build *b, unsigned words)
{
    enum { APART = 40, STORES = STORE_PLACES, LATENCY = 3, TAKEN = 1, KEPT = 3 };
    const struct shape s = shape_of(UL1_FETCH_LINE, LATENCY);
    struct part *part = full_part(b, s, ALL_SECTORS);
    part->set.memory.apart = APART;
    for (unsigned n = 0; n < STORES; n++)
        store_line(b, n, ABSENT + n);
    load_line(b, 10, LINES + TAKEN);
    local(words ? store_words(b, 12, LINES + KEPT, ALL_SECTORS) : store_line(b, 12, LINES + KEPT));
    expect(part, .misses = 1, .through = STORES + 1);
    part->expected.evictions = 1;
    expect_writes(part, .writes = STORES + 2,
                  .bytes = (STORES + 1) * LINE + (words ? UL1_SECTORS * UL1_WORD_BYTES : LINE));
    part->expected.cycles = until_pass(LEAD + 4 + APART * (STORES + 1) + LATENCY + 2);
    part = cached_part(b, s);
    load_line(b, 1, KEPT);
    alone(b, load_line(b, 2, LINES + KEPT));
    expect(part, .hits = 1, .misses = 1);
    part->expected.evictions = 1;
    expect_writes(part, .writes = 1, .bytes = LINE);
}
#endif

// A load sleeps for room; a store of its warp to the bytes that it loads comes behind, and waits: the load does not see
// it.
static void behind_sleeper(struct build *b, unsigned back)
{
    enum { APART = 30, STORES = UL1_WDB };
    const struct shape s = shape_of(UL1_FETCH_LINE, 3);
    struct part *part = full_part(b, s, ALL_SECTORS);
    part->set.memory.apart = APART;
    for (unsigned n = 0; n < STORES; n++)
        store_line(b, n, ABSENT + n);
    load_line(b, 10, LINES + 1)->from = FREED;
    load_line(b, 11, LINES + 2);
    local_if(back, store_words(b, 11, LINES + 2, ALL_SECTORS));
    expect(part, .misses = 2, .through = STORES + !back, .held = 1);
    part->expected.deferrals[UL1_CAUSE_ROOM] = 1;
    part->expected.evictions = 2;
    expect_writes(part, .writes = STORES + 2 + !back,
                  .bytes = (STORES + 2) * LINE + (back ? 0 : UL1_SECTORS * UL1_WORD_BYTES));
    part = cached_part(b, s);
    load_line(b, 1, LINES + 2);
    expect(part, .hits = 1);
}

// ---- errors

// A dirty line that gives up its way cannot be written: its page is absent, or may not be written, or the memory refuses
// it. It is reported, with its line; the load that took the way gets its words, and other dirty lines are written.
static void lost(struct build *b, unsigned why)
{
    const struct shape s = shape_of(UL1_FETCH_LINE, 4);
    const uint64_t addr = cold_page(2) + OLD * LINE;
    struct part *part = dirty_part(b, s, OLD + 1, 1, 1);
    strided(local(store_line(b, 1, OLD)), addr, UL1_WORD_BYTES);
    for (unsigned n = 1; n <= WAYS; n++)
        alone(b, load_line(b, n, OLD + n * SETS));
    lose_stores(b, why, addr);
    expect(part, .misses = WAYS, .allocated = 1);
    part->expected.evictions = 1;
    part->expected.walk_reads = why == LOSS_ABSENT ? -1 : (int64_t)levels_of(UL1_PAGE_P2M);
    expect_writes(part, .writes = why == LOSS_REFUSED, .bytes = why == LOSS_REFUSED ? LINE : 0);
    flushing_part(b, s, 1, LINE);
}

const struct test tests_cached_evict[] = {
    DIRECTED("evict_store", cost, STORE_LINE, "a store of a whole line does: it costs nothing"),
    DIRECTED("evict_spill", cost, STORE_WORDS, "a store of words does, and has its line fetched"),
    DIRECTED("evict_stream_line", stream, UL1_FETCH_LINE, "misses, one after the other, each with a dirty line to give up"),
    DIRECTED("evict_stream_sector", stream, UL1_FETCH_SECTOR, "the same, fetching sectors"),
#if KEEPS_BUSY
    DIRECTED("evict_waiting_clean", waiting, CLEAN, "a line is given up while stores to it wait for the array: clean"),
    DIRECTED("evict_waiting_dirty", waiting, DIRTY_TO_LOAD, "dirty: memory gets what they stored"),
#endif
#if KEEPS_BUSY && UL1_WDB >= 3
    DIRECTED("evict_waiting_store", waiting, DIRTY_TO_STORE, "and the row is a store's again at once"),
    DIRECTED("evict_stored_anew", stored_anew, 0, "and the line that was given up is stored anew in it right behind"),
#endif
    DIRECTED("evict_no_room", no_room, 40, "no room for dirty lines: loads sleep, and get one in turn"),
#if UL1_WDB >= 8
    DIRECTED("evict_no_room_line", no_room_store, 0, "a store that finds no room for its victim is written through"),
    DIRECTED("evict_no_room_words", no_room_store, 1, "the same of words"),
#endif
    DIRECTED("evict_sleeper", behind_sleeper, 0, "a store behind a load of its warp that sleeps for room"),
    DIRECTED("evict_sleeper_back", behind_sleeper, 1, "the same, written back"),
    DIRECTED("evict_lost_page", lost, LOSS_ABSENT, "a dirty line whose page is absent is reported"),
    DIRECTED("evict_lost_readonly", lost, LOSS_READONLY, "one whose page may not be written"),
    DIRECTED("evict_lost_bus", lost, LOSS_REFUSED, "one that the memory refuses"),
};
const unsigned tests_cached_evict_count = COUNT_OF(tests_cached_evict);
