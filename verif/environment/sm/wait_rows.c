#include "environment/sm/wait_rows.h"

#include "environment/sm/program.h"
#include "ul1_sizes.h"

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
static uint64_t side_allows(const struct ul1_sizes *z, const struct settings *s)
{
    const uint64_t gaps = s->gap.period ? s->gap.on
        : s->gap.percent                ? SURELY * 100 / (100 - s->gap.percent)
                                        : 0;
    return s->again_after + 1 + (1 + gaps) * z->instrs * (s->again_any ? SURELY : 1);
}

struct pace wait_pace(const struct ul1_sizes *z, const struct settings *s)
{
    return (struct pace){
        .L = 2, .I = s->interval, .M = 1, .B = 1, .G = memory_allows(&s->memory), .U = side_allows(z, s)
    };
}

uint64_t wait_bound(const struct ul1_sizes *z, enum wait_row row, const struct pace *pace, unsigned ahead)
{
    const uint64_t INSTRS = z->instrs, PRT = z->prt, MERGE = z->merge, WDB = z->wdb, POOL = z->pool,
                   SETS = z->sets, WAYS = z->ways, HLAT = z->hlat, WALKERS = z->walkers, FRONT = z->front,
                   POOL_SAME_WARP = z->pool_same_warp, CON_INSTRS = z->con_instrs, WORDS = UL1_WORDS,
                   TEX_INSTRS = z->tex_instrs, C = (z->constants != 0) + (z->texture != 0),
                   BEHIND = z->caches_behind;
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
