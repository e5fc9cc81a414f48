#include "blocks/bar/contract.h"

#include <stddef.h>

static const char *check(const struct bar_shadow *s, const struct ul1_bar_in *in)
{
    if (bar_shadow_takes(in) && (in->in_entry >= UL1_INSTRS || s->entry[in->in_entry].flying))
        return "in_entry: no entry, or one with a bar";
    if (in->ret_valid && in->ret_id >= UL1_INSTRS)
        return "ret_id: no entry";
    return bar_shadow_arrives(s, in) && in->ret_warp >= UL1_WARPS ? "ret_warp: no warp" : NULL;
}

// The outputs for these arrivals.
static struct ul1_bar_out opened(const struct bar_met *m)
{
    struct ul1_bar_out o = { .bar_number = m->by[0].barrier, .bar_all = 1 };
    for (unsigned i = 0; i < m->count; i++) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            if (!(m->by[i].mask >> lane & 1))
                continue;
            const unsigned is_true = m->by[i].pred >> lane & 1;
            o.bar_count = (uint16_t)(o.bar_count + is_true);
            o.bar_all &= is_true;
            o.bar_any |= is_true;
        }
        if (m->by[i].waits)
            o.bar_warps |= UINT64_C(1) << m->by[i].warp;
    }
    return o;
}

static const char *check_shown(const struct bar_shadow *s, const struct ul1_bar_out *out)
{
    if (out->bar_valid != s->opens)
        return "bar_valid: not in the cycle behind the last arrival that its barrier expects";
    if (out->barfail_valid != s->fails)
        return "barfail_valid: not in the cycle behind a faulty arrival";
    if (s->fails && (out->barfail_warp != s->failed.warp || out->barfail_cause != s->cause))
        return "barfail_warp, barfail_cause: not those of the faulty arrival";
    if (!s->opens)
        return NULL;
    const struct ul1_bar_out o = opened(&s->opened);
    if (out->bar_number != o.bar_number || out->bar_warps != o.bar_warps)
        return "bar_number, bar_warps: not the barrier that opens, or not the warps that waited there";
    return out->bar_count != o.bar_count || out->bar_all != o.bar_all || out->bar_any != o.bar_any
        ? "bar_count, bar_all, bar_any: not what the predicates of the arrivals come to"
        : NULL;
}

const char *bar_contract_check(struct bar_contract *c, const struct ul1_bar_in *in,
                               const struct ul1_bar_out *out)
{
    const char *broken = in->rst ? NULL : check(&c->shadow, in);
    if (!broken && !in->rst && c->shadow.judged && !c->light)
        broken = check_shown(&c->shadow, out);
    bar_shadow_advance(&c->shadow, in);
    return broken;
}
