#include "environment/sm/standing_prepared.h"

#include "common/busy.h"

static uint64_t bit(unsigned entry)
{
    return UINT64_C(1) << (entry % ENTRIES);
}

unsigned standing_pool(const struct standing *s, const struct ul1_l1_out *out, enum standing_pool of)
{
    const bool reserved = reserved_out(out->arb.regport_reserved, false), stores = of == STANDING_STORES;
    unsigned found = UL1_POOL;
    if (stores ? !out->wdb.credit_shared : reserved != (of == STANDING_LACKING))
        return UL1_POOL;
    for (unsigned n = 0; n < UL1_POOL; n++) {
        const struct standing_place *p = &s->pool[n];
        const uint64_t e = bit(p->entry);
        bool ready = p->used && stores == ((s->store & e) != 0);
        ready &= !(reserved && s->atomic & e);
        ready &= p->unissued ? !s->remainders[s->warp[p->entry]] : p->from <= s->clock;
        for (unsigned m = 0; m < UL1_POOL && ready && p->unissued; m++)
            ready &= !(s->pool[m].used && s->pool[m].unissued
                       && s->warp[s->pool[m].entry] == s->warp[p->entry] && s->pool[m].since < p->since);
        if (ready && (found == UL1_POOL || p->since < s->pool[found].since))
            found = n;
    }
    return found;
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
