#include "environment/sm/wait_rows.h"

#include "environment/sm/program.h"
#include "ul1_ports.h"

enum { SURELY = 32 }; // an event with a chance of 1 in n a cycle happens within SURELY * n cycles

const char *wait_name(enum wait_row row)
{
#define ROW(name, text, bound) text,
    static const char *const names[] = { WAIT_ROWS(ROW) };
#undef ROW
    return names[row];
}

// The bound that memory's settings put on the time until a request is taken.
static uint64_t memory_allows(const struct memory_settings *m)
{
    const uint64_t full = MEMORY_PATIENCE + m->latency + m->spread + MEMORY_WRITES * (1 + m->gap);
    return 1 + m->apart + full + (m->stall ? SURELY * 100 / (100 - m->stall) : 0);
}

// The bound that the instruction side's settings put on the time until a remainder is presented again.
static uint64_t side_allows(const struct settings *s)
{
    const uint64_t gaps = s->gap.period ? s->gap.on
        : s->gap.percent                ? SURELY * 100 / (100 - s->gap.percent)
                                        : 0;
    return s->again_after + 1 + (1 + gaps) * UL1_INSTRS * (s->again_any ? SURELY : 1);
}

struct pace wait_pace(const struct settings *s)
{
    return (struct pace){
        .L = 2, .I = s->interval, .M = 1, .B = 1, .G = memory_allows(&s->memory), .U = side_allows(s)
    };
}

uint64_t wait_bound(enum wait_row row, const struct pace *pace, unsigned ahead)
{
    enum {
        INSTRS = UL1_INSTRS,
        PRT = UL1_PRT,
        MERGE = UL1_MERGE,
        WDB = UL1_WDB,
        POOL = UL1_POOL,
        SETS = UL1_SETS,
        WAYS = UL1_WAYS,
        HLAT = UL1_HLAT,
        WALKERS = UL1_WALKERS,
        FRONT = UL1_FRONT,
        POOL_SAME_WARP = UL1_POOL_SAME_WARP
    };
    const uint64_t L = pace->L, I = pace->I, M = pace->M, J = pace->J, H = pace->H, B = pace->B, Y = pace->Y,
                   G = pace->G, U = pace->U, A = ahead;
#define WALKS(most) (H < (most) ? H : (most))
#define Q(name, is) const uint64_t name = is;
    WAIT_QUANTITIES(Q)
#undef Q
#define ROW(name, text, bound) \
    case WAIT_##name:          \
        return bound;
    switch (row) {
        WAIT_ROWS(ROW)
    default:
        return 0;
    }
#undef ROW
}
