#include "environment/sm/standing_prepared.h"

#include "common/busy.h"

static uint64_t bit(unsigned entry)
{
    return UINT64_C(1) << (entry % ENTRIES);
}

// No access of the warp is before this one.
static bool is_first(const struct standing *s, const struct standing_place *p)
{
    bool first = !s->remainders[s->warp[p->entry]];
    for (unsigned m = 0; m < UL1_POOL && first; m++)
        first &= !(s->pool[m].used && s->pool[m].unissued && s->warp[s->pool[m].entry] == s->warp[p->entry]
                   && s->pool[m].since < p->since);
    return first;
}

struct standing_pool standing_pool(const struct standing *s, const struct ul1_l1_out *out)
{
    const bool reserved = reserved_out(out->arb.regport_reserved, false);
    unsigned found[] = { UL1_POOL, UL1_POOL };
    for (unsigned n = 0; n < UL1_POOL; n++) {
        const struct standing_place *p = &s->pool[n];
        const uint64_t e = bit(p->entry);
        const bool store = (s->store & e) != 0;
        if (!p->used || (store && !out->wdb.credit_shared) || (reserved && s->atomic & e)
            || (found[store] < UL1_POOL && p->since >= s->pool[found[store]].since))
            continue;
        if (p->unissued ? is_first(s, p) : p->from <= s->clock)
            found[store] = n;
    }
    return (struct standing_pool){ .load = reserved ? UL1_POOL : found[false],
                                   .store = found[true],
                                   .lacking = reserved ? found[false] : UL1_POOL };
}

uint64_t standing_unsure(const struct standing *s, const struct ul1_l1_out *out)
{
    const bool looks =
        out->arb.pass_cached && out->arb.pass_mask && !out->arb.pass_store && !out->arb.pass_replay;
    const bool comes = out->lsu.coalesce_valid && !s->replays && !(s->store & bit(out->lsu.coalesce_id));
    uint64_t warps = 0;
    for (unsigned kind = 0; kind < 2; kind++)
        for (unsigned n = 0; n < s->lines[kind].count; n++)
            if (!(s->store & bit(s->lines[kind].at[n].entry)))
                warps |= UINT64_C(1) << s->warp[s->lines[kind].at[n].entry];
    if (looks)
        warps |= UINT64_C(1) << s->warp[out->arb.pass_id % ENTRIES];
    if (comes)
        warps |= UINT64_C(1) << s->warp[out->lsu.coalesce_id % ENTRIES];
    return warps;
}
