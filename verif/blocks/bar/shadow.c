#include "blocks/bar/shadow.h"

#include <stddef.h>
#include <string.h>

bool bar_shadow_takes(const struct ul1_bar_in *in)
{
    return UL1_BARRIERS && in->in_valid && !in->in_again && in->in_ready && in->in_op == UL1_OP_FENCE
        && in->in_bar;
}

const struct bar_told *bar_shadow_arrives(const struct bar_shadow *s, const struct ul1_bar_in *in)
{
    const struct bar_told *t = &s->entry[in->ret_id % BAR_ENTRIES];
    return in->ret_valid && t->flying ? t : NULL;
}

bool bar_shadow_waits(const struct bar_shadow *s, unsigned warp)
{
    for (unsigned b = 0; b < BAR_BARRIERS; b++)
        for (unsigned i = 0; i < s->met[b].count; i++)
            if (s->met[b].by[i].waits && s->met[b].by[i].warp == warp)
                return true;
    return false;
}

static bool is_faulty(const struct bar_shadow *s, const struct bar_told *t, unsigned *cause)
{
    const struct bar_met *m = &s->met[t->barrier];
    if (t->barrier + 1 > UL1_BARRIERS)
        *cause = UL1_BARFAIL_NUMBER;
    else if (t->expects < 1 || t->expects > UL1_WARPS)
        *cause = UL1_BARFAIL_EXPECTS;
    else if (bar_shadow_waits(s, t->warp))
        *cause = UL1_BARFAIL_WAITS;
    else if (m->count && m->by[0].expects != t->expects)
        *cause = UL1_BARFAIL_DIFFERS;
    else
        return false;
    return true;
}

static void arrive(struct bar_shadow *s, const struct bar_told *t)
{
    struct bar_met *m = &s->met[t->barrier];
    s->fails = is_faulty(s, t, &s->cause);
    if (s->fails) {
        s->failed = *t;
        return;
    }
    m->by[m->count++] = *t;
    if (m->count < t->expects)
        return;
    s->opens = true;
    s->opened = *m;
    m->count = 0;
}

void bar_shadow_advance(struct bar_shadow *s, const struct ul1_bar_in *in)
{
    s->opens = s->fails = false;
    if (in->rst) {
        memset(s->entry, 0, sizeof s->entry);
        for (unsigned b = 0; b < BAR_BARRIERS; b++)
            s->met[b].count = 0;
        s->judged = true;
        return;
    }
    if (!s->judged)
        return;
    const struct bar_told *arrives = bar_shadow_arrives(s, in);
    if (arrives) {
        struct bar_told t = *arrives;
        t.warp = in->ret_warp;
        s->entry[in->ret_id % BAR_ENTRIES].flying = false;
        arrive(s, &t);
    }
    if (bar_shadow_takes(in))
        s->entry[in->in_entry % BAR_ENTRIES] = (struct bar_told){ .flying = true,
                                                                  .waits = in->in_waits,
                                                                  .barrier = in->in_barrier,
                                                                  .expects = in->in_expects,
                                                                  .mask = in->in_mask,
                                                                  .pred = in->in_pred };
}
