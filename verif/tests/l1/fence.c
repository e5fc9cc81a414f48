// Tests the duration of fences of each level, with any values on unused pins.
//
// Nothing else waits. A fence has the turn in the cycle after its acceptance, and is settled in the next. One
// of level cta ends then: it leaves in the third cycle, and retires HLAT cycles later. The others request
// memory. The request is offered two cycles later if no older one blocks it, and answered M cycles after
// that; the fence leaves two cycles later. In formulas: one of level cta leaves GOES cycles after its
// acceptance, the others FENCE(M) later.
#include "tests/l1/cached.h"

#define FENCE(M) ((int64_t)(M) + 3)

enum { LEVELS = 4, GOES = 3 };

static const unsigned latencies[] = { 1, 4, 25, 120 };

static bool fenced(unsigned level)
{
    return level != UL1_LEVEL_CTA;
}

static int64_t fence_time(unsigned level, unsigned latency)
{
    return fenced(level) ? FENCE(latency) : 0;
}

// Nothing is in flight. Other pins have random values.
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
            part->expected.cycles = until_pass(GOES) + fence_time(level, latencies[k]);
        }
}

const struct test tests_fence[] = {
    DIRECTED("fence_idle", idle, 0,
             "each level with nothing out: gpu and sys take M + 3 cycles more than cta"),
};
const unsigned tests_fence_count = COUNT_OF(tests_fence);
