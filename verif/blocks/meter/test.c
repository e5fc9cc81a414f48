// Breaks each rule of the contract of meter once: see blocks/expect.h.
#include "blocks/meter/contract.h"
#include "blocks/expect.h"

static void test_kinds(void)
{
    WITH(meter);
    in.miss_cause = UL1_CAUSE_ROOM + 1, in.mem_op = UL1_MEMOP_FENCE + 1;
    GOOD(meter); // ignored
    in.mem_valid = 1;
    BAD(meter, "mem_op:");
    in.mem_op--;
    in.pass_cached = in.miss_defer = 1;
    BAD(meter, "miss_cause:");
    in.miss_cause--;
    GOOD(meter);
}

// An event counts from the second cycle after it on, until the counter is cleared.
static void test_shown(void)
{
    JUDGED(meter);
    in.lsu_idle = in.room_cached = 1;
    in.evict_valid = 1;
    GOOD(meter);
    in.evict_valid = 0, in.meter_read = 1, in.meter_index = UL1_COUNTER_EVICTIONS;
    GOOD(meter);
    in.meter_clear = 1;
    out.meter_valid = out.meter_value = 1;
    WRONG(meter, meter_valid, "meter_valid: not");
    WRONG(meter, meter_value, "meter_value: not");
    GOOD(meter); // a read directly behind another is not taken
    out.meter_valid = 0;
    in.meter_clear = 0;
    GOOD(meter);
    out.meter_valid = 1, out.meter_value = 0;
    WRONG(meter, meter_value, "meter_value: not");
    GOOD(meter);
}

void test_meter(void)
{
    test_kinds();
    test_shown();
    WITH(meter);
    uint8_t *const looks[] = { &in.look_hit, &in.pass_replay, &in.miss_open, &in.miss_merge, &in.miss_defer },
            *const stores[] = { &in.store_through, &in.store_dirty, &in.store_alloc, &in.store_hold };
    for (unsigned i = 0; i < sizeof looks / sizeof *looks; i++) {
        *looks[i] = in.pass_cached = 1;
        GOOD(meter);
        in.pass_cached = 0;
        BAD(meter, "look_hit,");
        *looks[i] = 0;
    }
    for (unsigned i = 0; i < sizeof stores / sizeof *stores; i++) {
        *stores[i] = in.pass_cached = 1;
        GOOD(meter);
        in.pass_cached = 0;
        BAD(meter, "store_through,");
        *stores[i] = 0;
    }
}
