// Tests that the lanes of a trace get their positions, on a chip with an order of lanes for loads of 128
// bits; and their words of local memory, which the chip interleaves.
#include "ul1_ports.h"

#undef UL1_SET_LANES_LD128
#define UL1_SET_LANES_LD128 5142736 // 05142736
#undef UL1_LOCAL_INTERLEAVE
#define UL1_LOCAL_INTERLEAVE 1

// The plan is that of this chip, too.
#define plan_make        make_plan
#define plan_address     address_by_plan
#define plan_interleaves interleaves_by_plan
#include "stimulus/trace/feed.c"
#include "stimulus/trace/plan.c"

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
    static const struct plan plan = { .carveout = UL1_CARVEOUT_S48, .sizes = { &compiled } };
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

// Offset 24 of all lanes' local memory, and of one lane 28 instead. It begins at offset 16.
static struct instr local(unsigned sm, unsigned width, bool rename)
{
    static struct plan plan = { .carveout = UL1_CARVEOUT_S48,
                                .local = PAGE,
                                .survey.local_low = 16,
                                .sms = 2,
                                .sizes = { &compiled, &compiled } };
    static struct feed f;
    struct table renamed;
    struct trace_op op = {
        .kind = TRACE_STORE, .space = UL1_SPACE_LOCAL, .width = (uint8_t)width, .mask = ALL_LANES
    };
    for (unsigned lane = 0; lane < TRACE_LANES; lane++)
        op.addr[lane] = width <= UL1_WIDTH_B32 && lane == 1 ? 28 : 24;
    plan.rename = rename;
    f.plan = &plan;
    f.sm = sm;
    struct instr i;
    table_init(&renamed, sizeof(uint32_t));
    f.renamed = &renamed;
    check(fill(&f, 2, &op, &i), "there is no such access");
    table_free(&renamed);
    return i;
}

// The third warp's memory lies behind that of two, 16 bytes of each lane; that of an SM behind all warps of
// the one before.
static void test_local(unsigned sm)
{
    const uint64_t behind = PAGE + (sm * WARPS + 2) * 16 * LANES;
    for (unsigned width = UL1_WIDTH_B8; width <= UL1_WIDTH_B64; width++) {
        const struct instr i = local(sm, width, false), renamed = local(sm, width, true);
        const unsigned bytes = width_bytes(width);
        check(i.interleave == (width <= UL1_WIDTH_B32), "accesses of up to 32 bits are interleaved");
        check(!renamed.interleave, "with renamed pages no access is interleaved");
        for (unsigned lane = 0; lane < LANES; lane++) {
            const unsigned word = lane == 1 ? 3 : 2;
            check(instr_at(&i, lane) == behind + (bytes > 4 ? 8 * (LANES + lane) : 4 * (word * LANES + lane)),
                  "the place of a lane's word in memory");
        }
    }
}

int main(void)
{
    test_local(0);
    test_local(1);
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
