// Stores among loads, and what they wait for when fills hold the write port.
#include "tests/l1/build.h"

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
    enum { STORES = STORE_PLACES + BEHIND_FILLS };
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
    enum { STORES = STORE_PLACES, LOADS = 8 };
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
    DIRECTED("mixed_stream", mixed_stream, 0, "any mix of loads and stores without conflicts: one a cycle"),
#if BUILD_FILLS_LAST
#if BEHIND_FILLS + UL1_HLAT / UL1_SECTORS + 2 <= UL1_PT
    DIRECTED("fill_port", fill_port, 0, "fills hold the write port: stores wait when the buffer is full"),
#endif
    DIRECTED("fill_loads", fill_loads, 0, "fills hold the write port: shared loads do not wait"),
    DIRECTED("served_by_newest", served_by_newest, 0, "a full write data buffer serves each byte from its newest entry"),
#endif
};
const unsigned tests_store_count = COUNT_OF(tests_store);
