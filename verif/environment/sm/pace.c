#include "environment/sm/pace.h"

#include "common/busy.h"

void pace_part(struct paced *p, const struct ul1_sizes *z, const struct settings *s)
{
    *p = (struct paced){ .pace = wait_pace(z, s), .takes = 1 };
}

void pace_see(struct paced *p, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    p->reserved = in->regport_reserve ? p->reserved + 1 : 0;
    p->late = out->lsu.pull_ready && !in->pull_valid ? p->late + 1 : 0;
    p->refused = out->mmu.mem_valid && !in->mem_ready ? p->refused + 1 : 0;
    p->answered = in->resp_valid ? p->answered + 1 : 0;
    at_most(&p->pace.J, p->answered);
    p->pace.H += busy_walkers(&out->mmu) != 0;
    at_most(&p->pace.L, out->tag.use_page == UL1_PAGE_P4K || out->tag.use_page == UL1_PAGE_P64K ? 3 : 2);
    at_most(&p->pace.B, p->reserved + 1);
    at_most(&p->pace.Y, p->late);
    at_most(&p->takes, p->refused + 1);
}
