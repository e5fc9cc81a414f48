#include "blocks/perf/contract.h"

#include <stddef.h>

// Events that are counted by kind have an existing kind, and the outcome of an access comes with an access.
static const char *check(const struct ul1_perf_in *in)
{
    if (in->miss_defer && in->miss_cause > UL1_CAUSE_CREDIT)
        return "miss_cause: none that there is";
    if (in->mem_valid && in->mem_op > UL1_MEMOP_FENCE)
        return "mem_op: none that there is";
    if (!in->pass_cached
        && (in->look_hit || in->pass_replay || in->miss_open || in->miss_merge || in->miss_defer))
        return "look_hit, pass_replay, miss_open, miss_merge, miss_defer: without a cached access in stage 1";
    if (!in->pass_cached && (in->store_through || in->store_dirty || in->store_alloc || in->store_hold))
        return "store_through, store_dirty, store_alloc, store_hold: without a cached access in stage 1";
    return NULL;
}

// The value shown is the counter's.
static const char *check_shown(const struct perf_shadow *s, const struct ul1_perf_out *out)
{
    if (out->perf_valid != s->shows)
        return "perf_valid: not in the cycle behind a read that is taken";
    const uint32_t value = s->counts[s->index % UL1_COUNTERS] & UINT32_MAX >> (32 - UL1_PERF_W);
    return s->shows && out->perf_value != value ? "perf_value: not how often that has happened" : NULL;
}

const char *perf_contract_check(struct perf_contract *c, const struct ul1_perf_in *in,
                                const struct ul1_perf_out *out)
{
    const char *broken = in->rst ? NULL : check(in);
    if (!broken && !in->rst && c->shadow.judged)
        broken = check_shown(&c->shadow, out);
    perf_shadow_advance(&c->shadow, in);
    return broken;
}
