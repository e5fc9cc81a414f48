// Fences: how long each level takes, what it waits for, and who waits for it.
//
// One of level cta is next in the cycle after that in which it is taken, or in which the last of its warp's earlier
// instructions retires, and retires HLAT cycles later. The others have their fence asked for in that cycle instead; it is
// offered to memory two cycles later if no older request is in the way, answered M cycles after that, and the fence is
// next two cycles later. In formulas: it is next FENCE(M) later.
#include "tests/l1/cached.h"

#define FENCE(M) ((int64_t)(M) + 4)

enum { LEVELS = 4, AT = 12 };

static const unsigned latencies[] = { 1, 4, 25, 120 };

static bool fenced(unsigned level)
{
    return level != UL1_LEVEL_CTA;
}

static int64_t fence_time(unsigned level, unsigned latency)
{
    return fenced(level) ? FENCE(latency) : 0;
}

// Nothing is out. What stands on the other pins is not looked at.
static void idle(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < COUNT_OF(latencies); k++)
        for (unsigned level = 0; level < LEVELS; level++) {
            struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, latencies[k]));
            struct instr *i = build_fence(b, level, level);
            i->space = (uint8_t)level;
            i->width = (uint8_t)(level + 1);
            i->mask = level % 2 ? ALL_LANES : 5;
            strided(i, UINT64_C(0xfedcba9871) % ADDRESSES, 3);
            expect(part);
            part->expected.data_reads = 0;
            part->expected.fences = fenced(level);
            part->expected.cycles = until_pass(1) + fence_time(level, latencies[k]);
        }
}

// Stores of whole lines, written through, all on their way to memory: a fence of level cta waits for their retirement, the
// others for memory. Of one warp, a store has its beat and then its pass, and the next store has its turn then: they pass in
// 2, 4, and so on, if there is room for them, and the fence is next when the last has retired. Its request comes behind the
// writes, which have left by then.
static void levels(struct build *b, unsigned unused)
{
    (void)unused;
    enum { STORES = 5 };
    for (unsigned k = 0; k < COUNT_OF(latencies); k++)
        for (unsigned level = 0; level < LEVELS; level++) {
            struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, latencies[k]));
            for (unsigned n = 0; n < STORES; n++)
                store_line(b, 3, AT + n);
            build_fence(b, 3, level);
            const int64_t next = until_pass(2 + build_store_span(STORES, 2, BUILD_THROUGH_HOLDS));
            expect(part, .through = STORES, .writes = STORES, .bytes = STORES * LINE);
            part->expected.fences = fenced(level);
            part->expected.cycles = next + 1 + UL1_HLAT + fence_time(level, latencies[k]);
        }
}

// What is dirty in the cache is not sent by a fence of any level.
static void dirty(struct build *b, unsigned unused)
{
    (void)unused;
    enum { LATENCY = 11 };
    for (unsigned level = 0; level < LEVELS; level++) {
        struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, LATENCY));
        local(store_line(b, 3, AT))->data = 1;
        build_fence(b, 3, level);
        build_pin(local(load_line(b, 3, AT)), 1);
        expect(part, .hits = 1, .allocated = 1);
        part->expected.fences = fenced(level);
        // The store's pass is in 2, the fence is next when it has retired, the load in the cycle after that.
        part->expected.cycles = until_pass(2) + 1 + 1 + UL1_HLAT + fence_time(level, LATENCY);
    }
}

// Everything at once is out when the fence comes: a line that a store is held for, a write on its way, a shared store and
// a shared load with conflicts, a load that misses. It waits for the last of them to retire, and the load behind it of its
// warp is looked up in the cycle after it is next. What is held is not waited for: it is in this L1's order.
//
// The held store keeps its entry of the write data buffer all the while. Beside it there are three stores' at most when a
// store of the conflict passes, and one entry is for a dirty line: with fewer it would wait for room.
#if UL1_WDB > 1 + 3 + 1
static void everything(struct build *b, unsigned unused)
{
    (void)unused;
    enum { DEGREE = 4 };
    for (unsigned k = 0; k < COUNT_OF(latencies); k++)
        for (unsigned level = 0; level < LEVELS; level++) {
            const unsigned m = latencies[k];
            struct part *part = holding_part(b, shape_of(UL1_FETCH_SECTOR, m), AT, 1, 1);
            local(store_words(b, 3, AT + 1, 1));
            store_line(b, 3, AT + 2);
            for (unsigned store = 1; store < 2; store--) {
                struct instr *i = build_access(b, store, 3);
                strided(i, 0, ROW);
                i->mask = (1u << DEGREE) - 1;
                i->passes = DEGREE;
            }
            load_line(b, 3, AT + 3);
            build_fence(b, 3, level);
            load_line(b, 3, AT);
            // Passes: a store's in 2, 4, and DEGREE of them from 6 on, a load's behind them, the miss. The replay for the
            // store that is held takes a cycle; if it comes amid those, the miss is a cycle later.
            const int64_t first = 6 + 2 * DEGREE, miss = first + (2 + REPLAY(m) <= first);
            const int64_t next = until_pass(miss + REPLAY(m)) + fence_time(level, m);
            expect(part, .hits = 1, .misses = 2, .through = 1, .held = 1, .writes = 1, .bytes = LINE);
            part->expected.sectors = 1 + UL1_SECTORS;
            part->expected.fences = fenced(level);
            part->expected.cycles = next + 1 + 1 + UL1_HLAT;
        }
}
#endif

// A load that misses is all that is out: the fence waits for its replay.
static void behind_miss(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < COUNT_OF(latencies); k++)
        for (unsigned level = 0; level < LEVELS; level++) {
            struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, latencies[k]));
            load_line(b, 3, AT);
            build_fence(b, 3, level);
            expect(part, .misses = 1);
            part->expected.fences = fenced(level);
            part->expected.cycles = until_pass(1 + REPLAY(latencies[k])) + 1 + UL1_HLAT + fence_time(level, latencies[k]);
        }
}

// The cycle in which the fence behind a store that has its line fetched is next: when that has retired; but it takes the
// place of a pass, and waits if the bare replay is in that cycle.
static int64_t next_behind_held(unsigned level, unsigned latency)
{
    const int64_t next = until_pass(2) + fence_time(level, latency);
    return next + (next == 2 + REPLAY(latency));
}

// A store of its warp is held: to this L1 it is done, and memory gets nothing of it; the fence goes behind the read.
static void behind_held(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < COUNT_OF(latencies); k++)
        for (unsigned level = 0; level < LEVELS; level++) {
            struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, latencies[k]));
            local(store_words(b, 3, AT, ALL_SECTORS));
            build_fence(b, 3, level);
            expect(part, .misses = 1, .held = 1);
            part->expected.fences = fenced(level);
            part->expected.cycles = next_behind_held(level, latencies[k]) + 1 + UL1_HLAT;
        }
}

// Fences in a row of one warp, of each level in turn: each waits for the one before it to have retired.
static void in_a_row(struct build *b, unsigned unused)
{
    (void)unused;
    enum { N = 8, LATENCY = 6, ASK = N - N / LEVELS };
    struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, LATENCY));
    for (unsigned n = 0; n < N; n++)
        build_fence(b, 7, n % LEVELS);
    expect(part);
    part->expected.fences = ASK;
    part->expected.cycles = 1 + N * (1 + UL1_HLAT) + ASK * FENCE(LATENCY);
}

// A store that fails, before a fence: its write never reaches memory, or is refused there; the fence completes all the
// same, when that is so.
enum failures { READONLY, ABSENT, REFUSED, UNFETCHED, FAILURES };

static const struct {
    bool walks, held;           // to another page than that of the line that is there; the line is to be fetched
    uint8_t kinds;              // the memory fails in these
    uint8_t where, err;         // the report
} failures[FAILURES] = {
    [READONLY] = { .walks = true, .where = LOST_LEAVING, .err = UL1_ERR_READONLY },
    [ABSENT] = { .walks = true, .where = LOST_LEAVING, .err = UL1_ERR_PAGE },
    [REFUSED] = { .kinds = MEMORY_STORES, .where = LOST_REFUSED, .err = UL1_ERR_BUS },
    [UNFETCHED] = { .kinds = MEMORY_LOADS, .held = true, .where = LOST_HELD, .err = UL1_ERR_BUS },
};

static void fail(struct build *b, unsigned how, uint64_t addr)
{
    if (how == READONLY)
        build_readonly(b, addr);
    if (how == ABSENT)
        build_absent(b, addr);
    if (failures[how].kinds)
        build_failing_kinds(b, addr, failures[how].kinds);
    build_report(b, failures[how].where, failures[how].err, addr);
}

// A store written through is to be translated in 5. If there must be a walk for that, it fails when it would have been
// translated, or in the cycle after the last entry came, which is the same; then the write leaves the request queue. The
// fence could be translated two cycles after the store has retired: by so many cycles it is late.
static int64_t behind_walk(unsigned walked, unsigned latency)
{
    enum { TRANSLATED = 5 };
    const int64_t left = TRANSLATED + WALK(walked, latency) + 1, there = until_pass(2) + 1;
    return GREATER(0, left - there);
}

static void failing(struct build *b, unsigned how)
{
    enum { NEXT_PAGE = (1 << UL1_PAGE_MIN_W) / LINE, WALKED = 3 };
    const bool walks = failures[how].walks, held = failures[how].held;
    for (unsigned k = 0; k < COUNT_OF(latencies); k++)
        for (unsigned level = 0; level < LEVELS; level++) {
            const unsigned m = latencies[k], line = walks ? NEXT_PAGE + AT : AT;
            struct shape s = shape_of(UL1_FETCH_LINE, m);
            s.page = UL1_PAGE_P4K;
            struct part *part = holding_part(b, s, 1, 1, 1);
            struct instr *i = held ? local(store_words(b, 3, line, ALL_SECTORS)) : store_line(b, 3, line);
            const uint64_t addr = i->addr[0];
            build_fence(b, 3, level);
            fail(b, how, addr);
            expect(part, .misses = held, .through = !held, .held = held);
            if (how == REFUSED)
                expect_writes(part, .writes = 1, .bytes = LINE);
            const int64_t late = walks && fenced(level) ? behind_walk(WALKED, m) : 0;
            const int64_t next = held ? next_behind_held(level, m) : until_pass(2) + fence_time(level, m) + late;
            part->expected.walk_reads = walks ? WALKED : 0;
            part->expected.fences = fenced(level);
            part->expected.cycles = next + 1 + UL1_HLAT;
        }
}

const struct test tests_fence[] = {
    DIRECTED("fence_idle", idle, 0, "each level with nothing out: gpu and sys take M + 4 cycles more than cta"),
    DIRECTED("fence_levels", levels, 0, "behind the same stores: cta ends with them, gpu and sys with memory's answer"),
    DIRECTED("fence_dirty", dirty, 0, "behind dirty data: nothing of them is sent, a load behind finds them"),
#if UL1_WDB > 1 + 3 + 1
    DIRECTED("fence_everything", everything, 0, "everything out at once: the last to retire counts"),
#endif
    DIRECTED("fence_miss", behind_miss, 0, "behind a load that misses"),
    DIRECTED("fence_held", behind_held, 0, "behind a store that is held for its line: it has retired"),
    DIRECTED("fence_row", in_a_row, 0, "fences one behind the other, of one warp"),
    DIRECTED("fence_readonly", failing, READONLY, "behind a store to a read-only page"),
    DIRECTED("fence_absent", failing, ABSENT, "behind a store to an absent page"),
    DIRECTED("fence_refused", failing, REFUSED, "behind a store that memory refuses"),
    DIRECTED("fence_unfetched", failing, UNFETCHED, "behind a store whose line cannot be fetched"),
};
const unsigned tests_fence_count = COUNT_OF(tests_fence);
