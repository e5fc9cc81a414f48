// Stores: who wins, what loads see of them, and what they wait for.
#include "tests/l1/build.h"

// Conflicts of stores take as many passes as those of loads, and each lane's word is written or loses to a higher lane's.
static void store_conflicts(struct build *b, unsigned unused)
{
    (void)unused;
    build_part(b);
    for (unsigned d = 1; d <= LANES; d *= 2) {
        struct instr *i = build_store(b, d); // different words, d in a bank
        strided(i, WORD * 16, WORD * d);
        i->passes = d;
        i = build_store(b, d + 1); // d words of one bank, each stored by LANES/d lanes: the lanes on a word ride along
        for (unsigned lane = 0; lane < LANES; lane++)
            i->addr[lane] = word_at(lane % d, 3);
        i->passes = d;
        i = build_store(b, d + 2); // the same byte from d neighbours
        i->width = UL1_WIDTH_B8;
        for (unsigned lane = 0; lane < LANES; lane++)
            i->addr[lane] = word_at(0, lane / d) + 1;
    }
    build_expect_busy(b);
}

// A warp loads what it has just stored, in the cycle after, in another order and another width. The load is served by the
// write data buffer. No cycle is lost.
static void store_then_load(struct build *b, unsigned unused)
{
    (void)unused;
    enum { PAIRS = 40, ROWS = 5 };
    static const struct {
        uint8_t stored, loaded;
    } widths[] = {
        { UL1_WIDTH_B8, UL1_WIDTH_B8 },  { UL1_WIDTH_B16, UL1_WIDTH_B8 },  { UL1_WIDTH_B32, UL1_WIDTH_B8 },
        { UL1_WIDTH_B8, UL1_WIDTH_B16 }, { UL1_WIDTH_B16, UL1_WIDTH_B16 }, { UL1_WIDTH_B32, UL1_WIDTH_B16 },
        { UL1_WIDTH_B8, UL1_WIDTH_B32 }, { UL1_WIDTH_B16, UL1_WIDTH_B32 }, { UL1_WIDTH_B32, UL1_WIDTH_B32 },
    };
    build_part(b);
    for (unsigned n = 0; n < PAIRS; n++) {
        struct instr *i = build_store(b, n);
        i->width = widths[n % COUNT_OF(widths)].stored;
        strided(i, word_at(n % ROWS, 0), WORD);
        i = build_load(b, n);
        i->width = widths[n % COUNT_OF(widths)].loaded;
        i->sign = n % 2;
        for (unsigned lane = 0; lane < LANES; lane++)
            i->addr[lane] = word_at(n % ROWS, LANES - 1 - lane);
    }
    build_expect_busy(b);
}

// The same with conflicts: the load waits for the last pass of the store, and no longer.
static void store_load_wait(struct build *b, unsigned unused)
{
    (void)unused;
    build_part(b);
    for (unsigned n = 0; n < 12; n++)
        for (unsigned k = 0; k < 2; k++) {
            struct instr *i = build_access(b, k == 0, n);
            strided(i, WORD * n, ROW / 2); // two banks
            i->passes = LANES / 2;
        }
    build_expect_busy(b);
}

// Rows that differ in a single bit, whichever it is, are different rows. Two of them meet in each bank: two passes.
static void row_bits(struct build *b, unsigned store)
{
    build_part(b);
    for (unsigned n = 0; n < UL1_ROW_W; n++) {
        struct instr *i = build_access(b, store, n);
        for (unsigned lane = 0; lane < LANES; lane++)
            i->addr[lane] = word_at(lane % 2 << n, lane / 2);
        i->passes = 2;
    }
    build_expect_busy(b);
}

// And a load of the one right behind a store to the other is not served by it. Then loads, stores.
static void every_row_bit(struct build *b, unsigned unused)
{
    (void)unused;
    row_bits(b, false);
    row_bits(b, true);
    build_part(b);
    for (unsigned n = 0; n < UL1_ROW_W; n++) {
        strided(build_store(b, 2 * n), word_at(0, 0), WORD);
        strided(build_load(b, 2 * n + 1), word_at(1 << n, 0), WORD);
    }
    build_expect_busy(b);
}

// A warp stores over what it has just loaded, and the load does not see it. A store has the turn when the load has passed;
// its beat comes in the cycle after that, and its pass in the next. In between, the load of the next warp passes: two loads,
// two stores, and so on.
//
//     cycle    1   2   3   4   5   6   7   8   9  10  11  12
//     pass    L0      S0  L1  L2  S1  S2  L3  L4  S3      ...
//
// The first load and the last store have no such partner: a cycle is lost behind the one and before the other.
//
// Two stores pass in four cycles: with two entries, of which one is for a dirty line, they would wait for room.
#if UL1_WDB > 2
static void load_then_store(struct build *b, unsigned unused)
{
    (void)unused;
    enum { ROWS = 3 };
    const unsigned pairs = build_streamed(80) / 4 * 2; // even: the last store has no partner
    struct part *part = build_part(b);
    for (unsigned n = 0; n < pairs; n++)
        for (unsigned store = 0; store < 2; store++)
            strided(build_access(b, store, n), word_at(n % ROWS, 0), WORD);
    part->expected.cycles = busy_from_load(2 * pairs) + 2;
}
#endif

// Loads and stores of many warps, in turn, without conflicts, all on four rows: one a cycle.
static void mixed_stream(struct build *b, unsigned unused)
{
    (void)unused;
    enum { ROWS = 4 };
    build_part(b);
    struct rng *r = build_rng(b);
    for (unsigned n = 0; n < 400; n++) {
        const bool store = n == 0 || rng_percent(r, 50);
        struct instr *i = build_access(b, store, n);
        unsigned order[LANES];
        shuffled(r, order);
        for (unsigned lane = 0; lane < LANES; lane++)
            i->addr[lane] = word_at(rng_below(r, ROWS), order[lane]);
    }
    build_expect_busy(b);
}

// Stores whose data are there in every fourth cycle only. The first is taken in cycle 0 of a multiple of 4, its beat in 3,
// its pass is in 4; the others' follow 4 apart; the last retires HLAT after its pass. The loads between them do not wait,
// and pass in the gaps.
static void late_data(struct build *b, unsigned unused)
{
    (void)unused;
    enum { N = 12, EVERY = 4 };
    _Static_assert(PART_LEAD % EVERY == 0, "the first is taken in such a cycle");
    _Static_assert(EVERY >= BUILD_STORE_HOLDS, "they do not wait for room");
    struct part *part = build_part(b);
    part->set.late = (struct pattern){ .period = EVERY, .on = EVERY - 1 };
    for (unsigned n = 0; n < N; n++) {
        if (n)
            strided(build_load(b, 2 * n), word_at(n - 1, 0), WORD);
        strided(build_store(b, 2 * n + 1), word_at(n, 0), WORD);
    }
    part->expected.cycles = EVERY + EVERY * (N - 1) + UL1_HLAT + 1;
}

#if BUILD_FILLS_LAST

// Lines from memory hold the write port for a long time. The write data buffer takes WDB - 1 stores and no more, as the last
// entry is for a dirty line. When the port has been free for a cycle, the entry of the first is; the store after them passes
// in the next cycle, and the others behind it. (The last line's replay has entered the cycle before.) All of them have been
// taken by then: there is room in the pending table for them and for the loads that have not retired, one in four cycles.
#define BEHIND_FILLS (UL1_WDB + 9) // the stores that do not get into the buffer at once
#if BEHIND_FILLS + UL1_HLAT / UL1_SECTORS + 2 <= UL1_PT
static void fill_port(struct build *b, unsigned unused)
{
    (void)unused;
    enum { STORES = UL1_WDB - 1 + BEHIND_FILLS };
    build_warm_page(b);
    struct part *part = build_part(b);
    build_fills(b, part);
    for (unsigned n = 0; n < STORES; n++)
        strided(build_store(b, n), word_at(n, 0), WORD);
    part->expected.served = BUILD_FILLS;
    part->expected.cycles = BUILD_LAST_FILL + 2 + build_store_span(BEHIND_FILLS, 1, BUILD_STORE_HOLDS) + UL1_HLAT + 1;
}
#endif

// Shared loads need no write port: there is a pass in every cycle, but for those in which a shared load would write its
// registers in the cycle of a cached one, which is LATER cycles after the pass of that. If that is the next cycle, one is
// lost behind the lookups, which book it until they miss. Each replay costs one too, unless that is the cycle of a later
// replay anyway: they are SECTORS apart.
enum {
    LATER = UL1_HLAT - UL1_LAT,
    LOST_BEHIND_LOOKUPS = LATER == 1,
    REPLAYS_WITHOUT = LATER % UL1_SECTORS ? BUILD_FILLS : LESSER(LATER / UL1_SECTORS, BUILD_FILLS) // a replay in that cycle
};

static void fill_loads(struct build *b, unsigned unused)
{
    (void)unused;
    enum { N = BUILD_LAST_FILL + LATER - 1 }; // so that there are loads until the last such cycle
    build_warm_page(b);
    struct part *part = build_part(b);
    build_fills(b, part);
    for (unsigned n = 0; n < N; n++)
        strided(build_load(b, n), word_at(n % UL1_S48_ROWS, 0), WORD);
    part->expected.cycles = busy_from_load(BUILD_FILLS + N + BUILD_FILLS) + LOST_BEHIND_LOOKUPS + REPLAYS_WITHOUT;
}

// With the write port held, as many stores as the buffer takes put different bytes in the same words, and every load
// behind them is served each byte by the newest entry that has it, the rest by the array. The last line's replay is the
// last pass.
static void served_by_newest(struct build *b, unsigned unused)
{
    (void)unused;
    enum { STORES = UL1_WDB - 1, LOADS = 8 };
    static const uint8_t stored[] = { UL1_WIDTH_B8, UL1_WIDTH_B16, UL1_WIDTH_B32 };
    static const uint8_t loaded[] = { UL1_WIDTH_B8, UL1_WIDTH_B16, UL1_WIDTH_B32, UL1_WIDTH_B64, UL1_WIDTH_B128 };
    build_warm_page(b);
    struct part *part = build_part(b);
    build_fills(b, part);
    for (unsigned n = 0; n < STORES; n++) {
        struct instr *i = build_store(b, n);
        i->width = stored[n % COUNT_OF(stored)];
        strided(i, n * width_bytes(i->width) % WORD, WORD);
        i->mask = ((uint32_t)rng_next(build_rng(b)) | 1u << n % LANES) & ALL_LANES;
    }
    for (unsigned n = 0; n < LOADS; n++) {
        struct instr *i = build_load(b, LOADS + n);
        i->width = loaded[n % COUNT_OF(loaded)];
        i->passes = width_words(i->width);
        strided(i, n % 2 * WIDEST, width_bytes(i->width));
    }
    part->expected.cycles = BUILD_LAST_FILL + 1 + UL1_HLAT + 1;
}

#endif

const struct test tests_store[] = {
    DIRECTED("store_conflicts", store_conflicts, 0, "conflicts of stores; of lanes on a word or byte the highest wins"),
    DIRECTED("store_then_load", store_then_load, 0, "a load right behind a store of its words sees it; no cycle is lost"),
    DIRECTED("store_load_wait", store_load_wait, 0, "the same with conflicts: the load waits for the last pass"),
    DIRECTED("row_bits", every_row_bit, 0, "rows that differ in one bit: 2 passes, and no load is served by the other"),
#if UL1_WDB > 2
    DIRECTED("load_then_store", load_then_store, 0, "a store right behind a load of the same words is not seen by it"),
#endif
    DIRECTED("mixed_stream", mixed_stream, 0, "any mix of loads and stores without conflicts: one a cycle"),
    DIRECTED("late_data", late_data, 0, "store data come in every fourth cycle only: so do the stores"),
#if BUILD_FILLS_LAST
#if BEHIND_FILLS + UL1_HLAT / UL1_SECTORS + 2 <= UL1_PT
    DIRECTED("fill_port", fill_port, 0, "fills hold the write port: stores wait when the buffer is full"),
#endif
    DIRECTED("fill_loads", fill_loads, 0, "fills hold the write port: shared loads do not wait"),
    DIRECTED("served_by_newest", served_by_newest, 0, "a full write data buffer serves each byte from its newest entry"),
#endif
};
const unsigned tests_store_count = COUNT_OF(tests_store);
