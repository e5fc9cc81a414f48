// Tests the model's counters over all their bits, most of which no run reaches. Each counter is set to the
// number below each power of two, incremented once, and read. The proof perf_counts covers the Verilog.
#include <stdio.h>

#include "lanes.c"

static unsigned passed, failed;

static void expect(unsigned counter, uint32_t is, uint32_t expected)
{
    passed += is == expected;
    failed += is != expected;
    if (is != expected)
        printf("counter %u: 0x%x expected, seen 0x%x\n", counter, expected, is);
}

// Simulates one cycle without events, except those of the caller. The read value is visible after it.
static uint32_t cycle(struct perf_state *s, const struct perf_in *in)
{
    struct ul1_perf_out out = { 0 };
    perf_clock(s, in, &out);
    perf_state(s, in, &out);
    return out.perf_value;
}

static uint32_t read_one(struct perf_state *s, unsigned counter, unsigned clears)
{
    static const uint8_t walks[UL1_WALKERS];
    s->shows = 0;
    return cycle(s,
                 &(struct perf_in){ .lsu_idle = 1,
                                    .credit_cached = 1,
                                    .walk_state = walks,
                                    .perf_read = 1,
                                    .perf_index = (uint8_t)counter,
                                    .perf_clear = (uint8_t)clears });
}

// The other counters hold distinct bits, and must not change.
static void count_once(unsigned counter, unsigned places)
{
    const uint32_t all = (uint32_t)below(UL1_PERF_W), before = (uint32_t)below(places);
    struct perf_state s = { .seen = 1u << counter };
    for (unsigned i = 0; i < UL1_COUNTERS; i++)
        s.count[i] = i == counter ? before : before ^ i << 8;
    expect(counter, read_one(&s, counter, 0), (before + 1) & all);
    for (unsigned i = 0; i < UL1_COUNTERS; i++)
        expect(i, read_one(&s, i, 0), (i == counter ? before + 1 : before ^ i << 8) & all);
    expect(counter, read_one(&s, counter, 1), 0);
}

int main(void)
{
    for (unsigned counter = 0; counter < UL1_COUNTERS; counter++)
        for (unsigned places = 0; places <= UL1_PERF_W; places++)
            count_once(counter, places);
    printf("counters: %u passed, %u failed\n", passed, failed);
    return failed != 0;
}
