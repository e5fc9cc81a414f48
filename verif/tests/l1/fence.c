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
            strided(i, UINT64_C(0xfedcba9871), 3);
            expect(part);
            part->expected.data_reads = 0;
            part->expected.fences = fenced(level);
            part->expected.cycles = until_pass(1) + fence_time(level, latencies[k]);
        }
}

// Stores of whole lines, written through, all on their way to memory: a fence of level cta waits for their retirement, the
// others for memory. Of one warp, a store has its beat and then its pass, and the next store has its turn then: so the last
// has its pass in 2 STORES, and the fence is next when it has retired. Its request comes behind the writes, which have left
// by then.
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
            const int64_t next = until_pass(2 * STORES);
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
        // The store's pass is in 2, the fence is next in 7, the load in the cycle after that.
        part->expected.cycles = until_pass(2) + 1 + 1 + UL1_HLAT + fence_time(level, LATENCY);
    }
}

// Everything at once is out when the fence comes: a line that a store is held for, a write on its way, a shared store and
// a shared load with conflicts, a load that misses. It waits for the last of them to retire, and the load behind it of its
// warp is looked up in the cycle after it is next. What is held is not waited for: it is in this L1's order.
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
                strided(i, 0, LINE);
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
            part->expected.sectors = 1 + 4;
            part->expected.fences = fenced(level);
            part->expected.cycles = next + 1 + 1 + UL1_HLAT;
        }
}

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

// A store of its warp is held: to this L1 it is done, and memory gets nothing of it; the fence goes behind the read.
static void behind_held(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < COUNT_OF(latencies); k++)
        for (unsigned level = 0; level < LEVELS; level++) {
            struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, latencies[k]));
            local(store_words(b, 3, AT, 15));
            build_fence(b, 3, level);
            expect(part, .misses = 1, .held = 1);
            part->expected.fences = fenced(level);
            part->expected.cycles = until_pass(2) + 1 + UL1_HLAT + fence_time(level, latencies[k]);
        }
}

// Many warps at once: one fence is in the request queue at a time, so one every two cycles leaves.
static void many(struct build *b, unsigned level)
{
    enum { WARPS = 20 };
    for (unsigned k = 0; k < COUNT_OF(latencies); k++) {
        struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, latencies[k]));
        for (unsigned n = 0; n < WARPS; n++)
            build_fence(b, n, level);
        expect(part);
        part->expected.fences = fenced(level) * WARPS;
        part->expected.cycles = fenced(level) ? until_pass(1) + FENCE(latencies[k]) + 2 * (WARPS - 1) : until_pass(WARPS);
    }
}

// One warp waits for memory. The others go on meanwhile: they load and store, one instruction after the other, shared and
// cached, and all of it lies within the time of the fence. The waiting warp's next load is looked up right behind it.
static void others(struct build *b, unsigned unused)
{
    (void)unused;
    enum { CHAIN = 16, LATENCY = 150 };
    _Static_assert(CHAIN * 7 < LATENCY, "the chain ends before memory answers");
    struct part *part = holding_part(b, shape_of(UL1_FETCH_LINE, LATENCY), AT, 1, 1);
    build_fence(b, 0, UL1_LEVEL_SYS);
    load_line(b, 0, AT);
    for (unsigned n = 0; n < CHAIN; n++) {
        struct instr *i = n % 4 == 0 ? load_line(b, n + 1, AT) : n % 4 == 1 ? local(store_line(b, n + 1, AT))
            : build_access(b, n % 4 == 2, n + 1);
        if (n % 4 > 1)
            strided(i, n * LINE, 4);
        i->after = n;
    }
    expect(part, .hits = CHAIN / 4 + 1, .dirtied = CHAIN / 4);
    part->expected.fences = 1;
    part->expected.stalls = 0;
    part->expected.cycles = 1 + FENCE(LATENCY) + 1 + 1 + UL1_HLAT;
}

// Fences in a row of one warp, of each level in turn: each waits for the one before it to have retired.
static void in_a_row(struct build *b, unsigned unused)
{
    (void)unused;
    enum { N = 8, LATENCY = 6 };
    struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, LATENCY));
    for (unsigned n = 0; n < N; n++)
        build_fence(b, 7, n % LEVELS);
    expect(part);
    part->expected.fences = N - N / LEVELS;
    part->expected.cycles = 1 + N * (1 + UL1_HLAT) + (N - N / LEVELS) * FENCE(LATENCY);
}

// A store that fails, before a fence: its write never reaches memory, or is refused there; the fence completes all the
// same, when that is so. A store written through is to be translated in 5.
enum failures { READONLY, ABSENT, REFUSED, UNFETCHED };

static void failing(struct build *b, unsigned how)
{
    for (unsigned k = 0; k < COUNT_OF(latencies); k++)
        for (unsigned level = 0; level < LEVELS; level++) {
            enum { PAGE = 4096 / LINE, WALKED = 3 };
            const unsigned m = latencies[k], line = how == REFUSED || how == UNFETCHED ? AT : PAGE + AT;
            struct shape s = shape_of(UL1_FETCH_LINE, m);
            s.page = UL1_PAGE_P4K;
            struct part *part = holding_part(b, s, 1, 1, 1);
            struct instr *i = how == UNFETCHED ? local(store_words(b, 3, line, 15)) : store_line(b, 3, line);
            build_fence(b, 3, level);
            expect(part, .misses = how == UNFETCHED, .through = how != UNFETCHED, .held = how == UNFETCHED);
            int64_t late = 0; // by which the fence is, behind the write in the request queue: it could be translated in 8
            switch (how) {
            case READONLY:
                build_readonly(b, i->addr[0]);
                build_report(b, LOST_LEAVING, UL1_ERR_READONLY, i->addr[0]);
                late = 5 + WALK(WALKED, m) + 1 - 8;
                break;
            case ABSENT:
                build_absent(b, i->addr[0]);
                build_report(b, LOST_LEAVING, UL1_ERR_PAGE, i->addr[0]);
                late = 5 + WALKED * (m + 3) + 1 + 1 - 8;
                break;
            case REFUSED:
                build_failing_kinds(b, i->addr[0], MEMORY_STORES);
                build_report(b, LOST_REFUSED, UL1_ERR_BUS, i->addr[0]);
                expect_writes(part, .writes = 1, .bytes = LINE);
                break;
            default:
                build_failing_kinds(b, i->addr[0], MEMORY_LOADS);
                build_report(b, LOST_HELD, UL1_ERR_BUS, i->addr[0]);
            }
            part->expected.walk_reads = late ? WALKED : 0;
            part->expected.fences = fenced(level);
            part->expected.cycles = until_pass(2) + 1 + UL1_HLAT + fence_time(level, m) + (fenced(level) ? late : 0);
        }
}

// A command that is taken while a fence waits for memory waits for it, and is complete as long after that as ever.
// (Nothing is dirty: a sweep of all sets, settle, a fence.)
static void command_behind(struct build *b, unsigned level)
{
    for (unsigned k = 0; k < COUNT_OF(latencies); k++) {
        const struct shape s = shape_of(UL1_FETCH_LINE, latencies[k]);
        struct part *part = warmed_part(b, s);
        build_command(b, UL1_CMD_FLUSH, 0)->from = 1;
        build_fence(b, 0, level);
        build_fence(b, 0, UL1_LEVEL_CTA)->from = 2;
        const int64_t drained = until_pass(1) + fence_time(level, s.latency);
        const int64_t ready = drained + 1 + carveout_sets(s.carveout) + 1 + FENCE(s.latency) + 1;
        expect(part);
        part->expected.fences = 1 + fenced(level);
        part->expected.stalls = ready - 2;
        part->expected.cycles = ready + until_pass(1);
    }
}

// Shared stores of many warps and fences of level cta between them: what was stored before is there for the loads behind,
// of the same warp.
static void shared(struct build *b, unsigned unused)
{
    (void)unused;
    enum { WARPS = 16, LATENCY = 3 };
    struct part *part = warmed_part(b, shape_of(UL1_FETCH_LINE, LATENCY));
    for (unsigned n = 0; n < WARPS; n++) {
        struct instr *i = build_store(b, n);
        strided(i, n * LINE, 4);
        i->data = n;
    }
    for (unsigned n = 0; n < WARPS; n++)
        build_fence(b, n, UL1_LEVEL_CTA);
    for (unsigned n = 0; n < WARPS; n++) {
        struct instr *i = build_load(b, n);
        strided(i, n * LINE, 4);
        build_pin(i, n);
    }
    // The stores' passes are in 2 to WARPS+1, so the first has retired when the fences are there; one of each a cycle.
    expect(part);
    part->expected.fences = 0;
    part->expected.cycles = 1 + 3 * WARPS + 1 + UL1_HLAT;
}

const struct test tests_fence[] = {
    DIRECTED("fence_idle", idle, 0, "each level with nothing out: gpu and sys take M + 4 cycles more than cta"),
    DIRECTED("fence_levels", levels, 0, "behind the same stores: cta ends with them, gpu and sys with memory's answer"),
    DIRECTED("fence_dirty", dirty, 0, "behind dirty data: nothing of them is sent, a load behind finds them"),
    DIRECTED("fence_everything", everything, 0, "everything out at once: the last to retire counts"),
    DIRECTED("fence_miss", behind_miss, 0, "behind a load that misses"),
    DIRECTED("fence_held", behind_held, 0, "behind a store that is held for its line: it has retired"),
    DIRECTED("fence_many_cta", many, UL1_LEVEL_CTA, "of many warps at once: one a cycle"),
    DIRECTED("fence_many_gpu", many, UL1_LEVEL_GPU, "of many warps at once: one every two cycles"),
    DIRECTED("fence_many_sys", many, UL1_LEVEL_SYS, "the same for the system"),
    DIRECTED("fence_others", others, 0, "one warp waits for memory, the others go on"),
    DIRECTED("fence_row", in_a_row, 0, "fences one behind the other, of one warp"),
    DIRECTED("fence_readonly", failing, READONLY, "behind a store to a read-only page"),
    DIRECTED("fence_absent", failing, ABSENT, "behind a store to an absent page"),
    DIRECTED("fence_refused", failing, REFUSED, "behind a store that memory refuses"),
    DIRECTED("fence_unfetched", failing, UNFETCHED, "behind a store whose line cannot be fetched"),
    DIRECTED("fence_command_cta", command_behind, UL1_LEVEL_CTA, "a flush behind a fence"),
    DIRECTED("fence_command_gpu", command_behind, UL1_LEVEL_GPU, "a flush behind a fence that waits for memory"),
    DIRECTED("fence_shared", shared, 0, "shared stores, a fence and loads of each warp: one a cycle"),
};
const unsigned tests_fence_count = COUNT_OF(tests_fence);
