// Breaks each rule of the contract of perf once: see blocks/expect.h.
#include "blocks/perf/contract.h"
#include "blocks/expect.h"

static void test_kinds(void)
{
    WITH(perf);
    in.miss_cause = UL1_CAUSE_CREDIT + 1, in.mem_op = UL1_MEMOP_FENCE + 1;
    GOOD(perf); // ignored
    in.mem_valid = 1;
    BAD(perf, "mem_op:");
    in.mem_op--;
    in.pass_cached = in.miss_defer = 1;
    BAD(perf, "miss_cause:");
    in.miss_cause--;
    GOOD(perf);
}

// An event counts from the second cycle after it on, until the counter is cleared.
static void test_shown(void)
{
    JUDGED(perf);
    in.lsu_idle = in.credit_cached = 1;
    in.evict_valid = 1;
    GOOD(perf);
    in.evict_valid = 0, in.perf_read = 1, in.perf_index = UL1_COUNTER_EVICTIONS;
    GOOD(perf);
    in.perf_clear = 1;
    out.perf_valid = out.perf_value = 1;
    WRONG(perf, perf_valid, "perf_valid: not");
    WRONG(perf, perf_value, "perf_value: not");
    GOOD(perf); // a read directly behind another is not taken
    out.perf_valid = 0;
    in.perf_clear = 0;
    GOOD(perf);
    out.perf_valid = 1, out.perf_value = 0;
    WRONG(perf, perf_value, "perf_value: not");
    GOOD(perf);
}

void test_perf(void)
{
    test_kinds();
    test_shown();
    WITH(perf);
    uint8_t *const looks[] = { &in.look_hit, &in.pass_replay, &in.miss_open, &in.miss_merge, &in.miss_defer },
                   *const stores[] = { &in.store_through, &in.store_dirty, &in.store_alloc, &in.store_hold };
    for (unsigned i = 0; i < sizeof looks / sizeof *looks; i++) {
        *looks[i] = in.pass_cached = 1;
        GOOD(perf);
        in.pass_cached = 0;
        BAD(perf, "look_hit,");
        *looks[i] = 0;
    }
    for (unsigned i = 0; i < sizeof stores / sizeof *stores; i++) {
        *stores[i] = in.pass_cached = 1;
        GOOD(perf);
        in.pass_cached = 0;
        BAD(perf, "store_through,");
        *stores[i] = 0;
    }
}
