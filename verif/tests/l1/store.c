// Stores: who wins, what loads see of them, and what they wait for.
#include "tests/l1/build.h"

// Conflicts of stores take as many passes as those of loads, and each lane's word is written or loses to a higher lane's.
static void store_conflicts(struct build *b, unsigned unused)
{
    (void)unused;
    build_part(b);
    for (unsigned d = 1; d <= LANES; d *= 2) {
        struct instr *i = build_store(b, d); // different words, d in a bank
        strided(i, 64, 4 * d);
        i->passes = d;
        i = build_store(b, d + 1); // d words of one bank, each stored by LANES/d lanes: the lanes on a word ride along
        for (unsigned lane = 0; lane < LANES; lane++)
            i->addr[lane] = 4 * (lane % d * LANES + 3);
        i->passes = d;
        i = build_store(b, d + 2); // the same byte from d neighbours
        i->width = UL1_WIDTH_B8;
        for (unsigned lane = 0; lane < LANES; lane++)
            i->addr[lane] = 4 * (lane / d) + 1;
    }
    build_expect_busy(b);
}

// A warp loads what it has just stored, in the cycle after, in another order and another width. The load is served by the
// write data buffer. No cycle is lost.
static void store_then_load(struct build *b, unsigned unused)
{
    (void)unused;
    build_part(b);
    for (unsigned n = 0; n < 40; n++) {
        struct instr *i = build_store(b, n);
        i->width = (uint8_t)(n % 3);
        strided(i, 4 * LANES * (n % 5), 4);
        i = build_load(b, n);
        i->width = (uint8_t)(n / 3 % 3);
        i->sign = n % 2;
        for (unsigned lane = 0; lane < LANES; lane++)
            i->addr[lane] = 4 * (LANES * (n % 5) + LANES - 1 - lane);
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
            strided(i, 4 * n, 4 * LANES / 2); // two banks
            i->passes = LANES / 2;
        }
    build_expect_busy(b);
}

// Rows that differ in a single bit, whichever it is, are different rows. Two of them meet in each bank: two passes. And a load
// of the one right behind a store to the other is not served by it.
static void row_bits(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < 3; k++) { // loads, stores; a store and a load in turn
        build_part(b);
        for (unsigned n = 0; 1u << n < UL1_ROWS; n++) {
            const unsigned other = 4 * LANES << n;
            if (k == 2) {
                strided(build_store(b, 2 * n), 0, 4);
                strided(build_load(b, 2 * n + 1), other, 4);
                continue;
            }
            struct instr *i = build_access(b, k == 1, n);
            for (unsigned lane = 0; lane < LANES; lane++)
                i->addr[lane] = 4 * (lane / 2) + lane % 2 * other;
            i->passes = 2;
        }
        build_expect_busy(b);
    }
}

// A warp stores over what it has just loaded, and the load does not see it. A store has the turn when the load has passed;
// its beat comes in the cycle after that, and its pass in the next. In between, the load of the next warp passes: two loads,
// two stores, and so on. The first load and the last store have no such partner: a cycle is lost behind the one and before the
// other.
static void load_then_store(struct build *b, unsigned unused)
{
    (void)unused;
    enum { PAIRS = 40 };
    _Static_assert(PAIRS % 2 == 0, "the last store has no partner");
    struct part *part = build_part(b);
    for (unsigned n = 0; n < PAIRS; n++)
        for (unsigned k = 0; k < 2; k++)
            strided(build_access(b, k == 1, n), 4 * LANES * (n % 3), 4);
    part->expected.cycles = busy_from_load(2 * PAIRS) + 2;
}

// Loads and stores of many warps, in turn, without conflicts, all on four rows: one a cycle.
static void mixed_stream(struct build *b, unsigned unused)
{
    (void)unused;
    build_part(b);
    struct rng *r = build_rng(b);
    for (unsigned n = 0; n < 400; n++) {
        struct instr *i = build_access(b, n == 0 || rng_percent(r, 50), n);
        unsigned order[LANES];
        shuffled(r, order);
        for (unsigned lane = 0; lane < LANES; lane++)
            i->addr[lane] = 4 * (rng_below(r, 4) * LANES + order[lane]);
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
    struct part *part = build_part(b);
    part->set.late = (struct pattern){ .period = EVERY, .on = EVERY - 1 };
    for (unsigned n = 0; n < N; n++) {
        if (n)
            strided(build_load(b, 2 * n), 4 * LANES * (n - 1), 4);
        strided(build_store(b, 2 * n + 1), 4 * LANES * n, 4);
    }
    part->expected.cycles = EVERY + EVERY * (N - 1) + UL1_HLAT + 1;
}

// Lines from memory hold the write port for a long time. The write data buffer takes WDB - 1 stores and no more, as the last
// entry is for a dirty line. When the port has been free for a cycle, the entry of the first is; the store after them passes
// in the next cycle, and from then on one in each. (The last line's replay has entered the cycle before.)
static void fill_port(struct build *b, unsigned unused)
{
    (void)unused;
    enum { N = 24 };
    build_warm_page(b);
    struct part *part = build_part(b);
    build_fills(b, part);
    for (unsigned n = 0; n < N; n++)
        strided(build_store(b, n), 4 * LANES * n, 4);
    part->expected.served = BUILD_FILLS;
    part->expected.cycles = BUILD_LAST_FILL + 2 + (N - UL1_WDB) + UL1_HLAT + 1;
}

// Shared loads need no write port: there is a pass in every cycle, but for those behind the last of the cached loads and
// behind each replay, where a shared load would write its registers in the cycle of the cached one.
static void fill_loads(struct build *b, unsigned unused)
{
    (void)unused;
    enum { N = BUILD_LAST_FILL };
    build_warm_page(b);
    struct part *part = build_part(b);
    build_fills(b, part);
    for (unsigned n = 0; n < N; n++)
        strided(build_load(b, n), 4 * LANES * (n % 384), 4);
    _Static_assert(UL1_HLAT == UL1_LAT + 1, "the slot of the next cycle");
    part->expected.cycles = busy_from_load(BUILD_FILLS + N) + BUILD_FILLS + (BUILD_FILLS + 1);
}

// With the write port held, as many stores as the buffer takes put different bytes in the same words, and every load
// behind them is served each byte by the newest entry that has it, the rest by the array. The last line's replay is the
// last pass.
static void served_by_newest(struct build *b, unsigned unused)
{
    (void)unused;
    build_warm_page(b);
    struct part *part = build_part(b);
    build_fills(b, part);
    for (unsigned n = 0; n < UL1_WDB - 1; n++) {
        struct instr *i = build_store(b, n);
        i->width = (uint8_t)(n % 3);
        for (unsigned lane = 0; lane < LANES; lane++)
            i->addr[lane] = 4 * lane + (n % 3 == 0 ? n % 4 : n % 3 == 1 ? n % 2 * 2 : 0);
        i->mask = (uint32_t)rng_next(build_rng(b)) | 1u << n;
        i->mask &= ALL_LANES;
    }
    for (unsigned n = 0; n < 8; n++) {
        struct instr *i = build_load(b, 8 + n);
        i->width = (uint8_t)(n % 5);
        i->passes = width_words(i->width);
        strided(i, n % 2 * 16, width_bytes(i->width));
    }
    part->expected.cycles = BUILD_LAST_FILL + 1 + UL1_HLAT + 1;
}

const struct test tests_store[] = {
    DIRECTED("store_conflicts", store_conflicts, 0, "conflicts of stores; of lanes on a word or byte the highest wins"),
    DIRECTED("store_then_load", store_then_load, 0, "a load right behind a store of its words sees it; no cycle is lost"),
    DIRECTED("store_load_wait", store_load_wait, 0, "the same with conflicts: the load waits for the last pass"),
    DIRECTED("row_bits", row_bits, 0, "rows that differ in one bit, each in turn: 2 passes, and no load is served by the other"),
    DIRECTED("load_then_store", load_then_store, 0, "a store right behind a load of the same words is not seen by it"),
    DIRECTED("mixed_stream", mixed_stream, 0, "any mix of loads and stores without conflicts: one a cycle"),
    DIRECTED("late_data", late_data, 0, "store data come in every fourth cycle only: so do the stores"),
    DIRECTED("fill_port", fill_port, 0, "fills hold the write port: stores wait when the buffer is full"),
    DIRECTED("fill_loads", fill_loads, 0, "fills hold the write port: shared loads do not wait"),
    DIRECTED("served_by_newest", served_by_newest, 0, "a full write data buffer serves each byte from its newest entry"),
};
const unsigned tests_store_count = COUNT_OF(tests_store);
