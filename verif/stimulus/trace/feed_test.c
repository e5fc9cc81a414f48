// Tests that the lanes of a trace get their positions, on a chip with an order of lanes for loads of 128
// bits.
#include "ul1_ports.h"

#undef UL1_SET_LANES_LD128
#define UL1_SET_LANES_LD128 5142736 // 05142736

#include "stimulus/trace/feed.c"

static unsigned passed, failed;

static void check(bool ok, const char *what)
{
    passed += ok;
    failed += !ok;
    if (!ok)
        printf("FAILED: %s\n", what);
}

static struct instr access(unsigned kind, unsigned width, uint32_t mask)
{
    static const struct plan plan = { .carveout = UL1_CARVEOUT_S48 };
    static struct feed f;
    struct trace_op op = {
        .kind = (uint8_t)kind, .space = UL1_SPACE_SHARED, .width = (uint8_t)width, .mask = mask
    };
    for (unsigned lane = 0; lane < TRACE_LANES; lane++)
        op.addr[lane] = 16 * lane;
    f.plan = &plan;
    struct instr i;
    check(fill(&f, 0, &op, &i), "there is no such access");
    return i;
}

int main(void)
{
    enum { EIGHTH = LANES / 8 };
    static const unsigned order[8] = { 0, 5, 1, 4, 2, 7, 3, 6 };
    const struct instr load = access(TRACE_LOAD, UL1_WIDTH_B128, ALL_LANES);
    const struct instr store = access(TRACE_STORE, UL1_WIDTH_B128, ALL_LANES);
    const struct instr narrow = access(TRACE_LOAD, UL1_WIDTH_B64, ALL_LANES);
    for (unsigned n = 0; n < LANES; n++) {
        check(load.addr[n] == 16 * (order[n / EIGHTH] * EIGHTH + n % EIGHTH), "the lane at a position");
        check(store.addr[n] == 16 * n && narrow.addr[n] == 16 * n, "other accesses are in order");
    }
    for (unsigned n = 0; n < 8; n++) {
        const uint32_t mask = 1u << order[n] * EIGHTH | 1u << order[n ^ 1] * EIGHTH;
        const struct instr pair = access(TRACE_LOAD, UL1_WIDTH_B128, mask);
        check(pair.mask == (1u | 1u << EIGHTH) << n / 2 * 2 * EIGHTH, "the mask has positions");
        check(pair.passes == 1, "two eighths of a quarter share a pass");
        check(access(TRACE_STORE, UL1_WIDTH_B128, mask).mask == mask, "the mask of a store has lanes");
    }
    printf("lanes of traces: %u passed, %u failed\n", passed, failed);
    return failed != 0;
}
