// Fences: how long each level takes, whatever stands on the pins that are not looked at.
//
// One of level cta is next in the cycle after that in which it is taken, or in which the last of its warp's earlier
// instructions retires, and retires HLAT cycles later. The others have their fence asked for in that cycle instead; it is
// offered to memory two cycles later if no older request is in the way, answered M cycles after that, and the fence is
// next two cycles later. In formulas: it is next FENCE(M) later.
#include "tests/l1/cached.h"

#define FENCE(M) ((int64_t)(M) + 4)

enum { LEVELS = 4 };

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
            strided(i, UINT64_C(0xfedcba9871) % ADDRESSES, 3);
            expect(part);
            part->expected.data_reads = 0;
            part->expected.fences = fenced(level);
            part->expected.cycles = until_pass(1) + fence_time(level, latencies[k]);
        }
}

const struct test tests_fence[] = {
    DIRECTED("fence_idle", idle, 0, "each level with nothing out: gpu and sys take M + 4 cycles more than cta"),
};
const unsigned tests_fence_count = COUNT_OF(tests_fence);
