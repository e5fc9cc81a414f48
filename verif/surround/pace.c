#include "surround/pace.h"

#include "shape/busy.h"

enum { SURELY = 32 };           // what happens by chance in n of n cycles happens within so many times n

// What the memory's settings allow: until it takes what is offered.
static uint64_t memory_allows(const struct memory_settings *m)
{
    const uint64_t full = MEMORY_PATIENCE + m->latency + m->spread + MEMORY_WRITES * (1 + m->gap);
    return 1 + m->apart + full + (m->stall ? SURELY * 100 / (100 - m->stall) : 0);
}

// And those of the instruction side: until a remainder is presented again.
static uint64_t side_allows(const struct settings *s)
{
    const uint64_t gaps = s->gap.period ? s->gap.on : s->gap.percent ? SURELY * 100 / (100 - s->gap.percent) : 0;
    return s->again_after + 1 + (1 + gaps) * UL1_PT * (s->again_any ? SURELY : 1);
}

void pace_part(struct paced *p, const struct settings *s)
{
    *p = (struct paced){
        .pace = { .L = 2, .I = s->interval, .M = 1, .B = 1, .G = memory_allows(&s->memory), .U = side_allows(s) },
        .takes = 1,
    };
}

void pace_see(struct paced *p, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    p->booked = in->regport_book ? p->booked + 1 : 0;
    p->late = out->lsu.pull_ready && !in->pull_valid ? p->late + 1 : 0;
    p->refused = out->mmu.mem_valid && !in->mem_ready ? p->refused + 1 : 0;
    p->answered = in->resp_valid ? p->answered + 1 : 0;
    at_most(&p->pace.J, p->answered);
    p->pace.H += busy_walkers(&out->mmu) != 0;
    at_most(&p->pace.L, out->tag.use_page == UL1_PAGE_P4K || out->tag.use_page == UL1_PAGE_P64K ? 3 : 2);
    at_most(&p->pace.B, p->booked + 1);
    at_most(&p->pace.Y, p->late);
    at_most(&p->takes, p->refused + 1);
}
