// Compares the machine's performance counters with those of the library and with completions, also when
// cycles are skipped.
#include "common_test.h"

enum { GLOBAL = UL1_SPACE_GLOBAL, LOCAL = UL1_SPACE_LOCAL, SHARED = UL1_SPACE_SHARED, LONG = 1000 };

static uint32_t perf(struct ul1_sim *s, unsigned counter)
{
    uint32_t value = 0;
    CHECK(ul1_sim_perf(s, counter, &value) == UL1_SIM_OK);
    return value;
}

static uint32_t cut(uint64_t count)
{
    return (uint32_t)(count & (UINT64_MAX >> (64 - UL1_PERF_W)));
}

// Counters of both under one name, except walks without translation, which the library does not count, and
// misses, which for the machine are of loads and stores.
static void agrees(struct ul1_sim *s)
{
    struct ul1_sim_counters n;
    CHECK(ul1_sim_counters(s, &n) == UL1_SIM_OK);
    const struct {
        unsigned counter;
        uint64_t count;
    } list[] = {
        { UL1_COUNTER_RETIRED, n.retired },
        { UL1_COUNTER_FAILED, n.failed },
        { UL1_COUNTER_PASSES, n.shared_passes },
        { UL1_COUNTER_REMAINDERS, n.conflicts },
        { UL1_COUNTER_HITS, n.hits },
        { UL1_COUNTER_MISSES, n.misses + n.store_fetches },
        { UL1_COUNTER_MERGES, n.merges },
        { UL1_COUNTER_NO_ENTRY, n.deferrals[UL1_CAUSE_ENTRY] },
        { UL1_COUNTER_NO_WAY, n.deferrals[UL1_CAUSE_WAY] },
        { UL1_COUNTER_NO_MERGE, n.deferrals[UL1_CAUSE_MERGE] },
        { UL1_COUNTER_CLOSED, n.deferrals[UL1_CAUSE_CLOSED] },
        { UL1_COUNTER_NO_CREDIT, n.deferrals[UL1_CAUSE_CREDIT] },
        { UL1_COUNTER_READS, n.reads },
        { UL1_COUNTER_WRITES, n.writes },
        { UL1_COUNTER_FENCES, n.memory_fences },
        { UL1_COUNTER_REPLAYS, n.replays },
    };
    for (unsigned i = 0; i < sizeof list / sizeof *list; i++)
        CHECK(perf(s, list[i].counter) == cut(list[i].count));
}

// Some of each kind, with conflicts, misses and errors. They use 64 lines, so that there are merges and
// evictions.
static void submit_many(struct ul1_sim *s)
{
    struct ul1_sim_done d;
    for (unsigned n = 0; n < 400; n++) {
        struct ul1_sim_instr i = n % 3
            ? load(n % 5 ? GLOBAL : SHARED, n * 7 % 64 * line_bytes(), n % 7 ? 4 : 8)
            : store(n % 2 ? LOCAL : SHARED, n * 5 % 64 * line_bytes(), n % 4 ? 4 : 16, n);
        if (n % 50 == 49)
            i = (struct ul1_sim_instr){ .op = UL1_OP_FENCE, .level = UL1_LEVEL_GPU };
        i.warp = (uint8_t)(n % UL1_WARPS);
        i.addr[0] += n % 60 == 59;
        CHECK(ul1_sim_submit(s, &i) == UL1_SIM_OK);
        if (n % 20 == 19)
            CHECK(ul1_sim_run(s, 1000000) == UL1_SIM_OK);
        while (ul1_sim_collect(s, &d) == UL1_SIM_OK) {
        }
    }
    CHECK(ul1_sim_run(s, 1000000) == UL1_SIM_OK);
    while (ul1_sim_collect(s, &d) == UL1_SIM_OK) {
    }
}

// A page of 2 MB at 0; its tables are behind all stored data.
static struct ul1_sim *make_translating(struct ul1_sim_config c)
{
    const uint64_t table = 0x90000 | 1, frame = 3;
    c.translate = 1;
    c.page = UL1_PAGE_P2M;
    c.root = 0x80000;
    struct ul1_sim *s = make(&c);
    CHECK(ul1_sim_write(s, 0x80000, &table, 8) == UL1_SIM_OK
          && ul1_sim_write(s, 0x90000, &frame, 8) == UL1_SIM_OK);
    return s;
}

static void counters_agree(bool translate)
{
    struct ul1_sim_config c = config();
    struct ul1_sim_counters n;
    c.memory_latency = 50;
    struct ul1_sim *s = translate ? make_translating(c) : make(&c);
    // it is held, and no load waits for its line
    const struct ul1_sim_instr st = store(LOCAL, 100 * line_bytes() + 4, 8, 1);
    perform(s, &st);
    CHECK(ul1_sim_run(s, 1000) == UL1_SIM_OK);
    CHECK(ul1_sim_counters(s, &n) == UL1_SIM_OK && n.store_fetches == 2 && n.replays == 2);
    agrees(s);
    ul1_sim_free(s);
    s = translate ? make_translating(c) : make(&c);
    submit_many(s);
    agrees(s);
    CHECK(ul1_sim_counters(s, &n) == UL1_SIM_OK
          && n.walk_reads == (translate ? perf(s, UL1_COUNTER_WALKS) : 0));
    CHECK(!translate || n.walk_reads);
    CHECK(perf(s, UL1_COUNTER_RETIRED) == 400 && perf(s, UL1_COUNTER_FAILED)
          && perf(s, UL1_COUNTER_REMAINDERS) && perf(s, UL1_COUNTER_MERGES) && perf(s, UL1_COUNTER_FENCES)
          && perf(s, UL1_COUNTER_BACK));
    ul1_sim_free(s);
}

// During a long fetch, most cycles of which are skipped, a load is in flight, and one behind it is deferred,
// because a store to its line is held. (`busy` begins in the cycle after acceptance.)
static void waits(void)
{
    struct ul1_sim_config c = config();
    c.memory_latency = LONG;
    struct ul1_sim *s = make(&c);
    struct ul1_sim_instr ld = load(GLOBAL, 0, 4), st = store(LOCAL, 4 * line_bytes(), 4, 9);
    struct ul1_sim_done d = perform(s, &ld);
    CHECK(d.retired - d.taken > LONG && perf(s, UL1_COUNTER_BUSY) == cut(d.retired - d.taken));
    CHECK(perf(s, UL1_COUNTER_WAIT_WALK) > 0 && perf(s, UL1_COUNTER_WAIT_DEFERRED) == 0);

    CHECK(ul1_sim_perf_clear(s) == UL1_SIM_OK);
    for (unsigned i = 0; i < UL1_COUNTERS; i++)
        CHECK(perf(s, i) == 0);
    st.mask = 1;
    ld = load(LOCAL, 4 * line_bytes(), 4);
    CHECK(ul1_sim_submit(s, &st) == UL1_SIM_OK && ul1_sim_submit(s, &ld) == UL1_SIM_OK);
    CHECK(ul1_sim_wait(s, &d, 100000) == UL1_SIM_OK && ul1_sim_wait(s, &d, 100000) == UL1_SIM_OK);
    CHECK(d.deferred_cycles > LONG - 10 && perf(s, UL1_COUNTER_WAIT_DEFERRED) == d.deferred_cycles
          && perf(s, UL1_COUNTER_CLOSED) == 1);
    CHECK(perf(s, UL1_COUNTER_RETIRED) == 2 && perf(s, UL1_COUNTER_HELD) == 1);
    CHECK(ul1_sim_reset(s) == UL1_SIM_OK);
    CHECK(perf(s, UL1_COUNTER_RETIRED) == 0);
    ul1_sim_free(s);
}

static void refused(void)
{
    struct ul1_sim_config c = config();
    struct ul1_sim *s = make(&c);
    uint32_t value;
    CHECK(ul1_sim_perf(s, UL1_COUNTERS, &value) == UL1_SIM_WRONG
          && ul1_sim_perf(s, 0, NULL) == UL1_SIM_WRONG);
    CHECK(ul1_sim_perf(NULL, 0, &value) == UL1_SIM_WRONG && ul1_sim_perf_clear(NULL) == UL1_SIM_WRONG);
    ul1_sim_free(s);
}

void test_perf(void)
{
    counters_agree(false);
    counters_agree(true);
    waits();
    refused();
}
