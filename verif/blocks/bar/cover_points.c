#include "blocks/bar/cover_points.h"

const struct point_name bar_event_names[BAR_POINT_COUNT] = { BAR_POINTS(POINT_NAME) };

static bool any_waits(const struct bar_shadow *s, unsigned except)
{
    for (unsigned b = 0; b < BAR_BARRIERS; b++)
        for (unsigned i = 0; b != except && i < s->met[b].count; i++)
            if (s->met[b].by[i].waits)
                return true;
    return false;
}

static unsigned flying(const struct bar_shadow *s)
{
    unsigned count = 0;
    for (unsigned e = 0; e < BAR_ENTRIES; e++)
        count += s->entry[e].flying;
    return count;
}

static void count_offer(struct drive *d, const struct bar_shadow *s, const struct ul1_bar_in *in)
{
    const bool offers = in->in_valid && !in->in_again, bar = in->in_op == UL1_OP_FENCE && in->in_bar;
    saw(d, REFUSED, offers && bar && !in->in_ready);
    saw(d, NOT_BAR, offers && in->in_ready && in->in_op == UL1_OP_FENCE && !in->in_bar);
    saw(d, NOT_FENCE, offers && in->in_ready && in->in_op <= UL1_OP_STORE && in->in_bar);
    saw(d, TAKEN, bar_shadow_takes(in));
    saw(d, FLYING, flying(s) >= 3);
}

static bool waits_at(const struct bar_met *m, unsigned warp)
{
    for (unsigned i = 0; i < m->count; i++)
        if (m->by[i].waits && m->by[i].warp == warp)
            return true;
    return false;
}

static bool is_again(const struct bar_met *m, unsigned warp)
{
    for (unsigned i = 0; i < m->count; i++)
        if (m->by[i].warp == warp)
            return true;
    return false;
}

static void count_fault(struct drive *d, const struct bar_shadow *s, const struct bar_told *t, unsigned warp)
{
    const struct bar_met *m = &s->met[t->barrier];
    const bool number = t->barrier + 1 > UL1_BARRIERS, above = t->expects > UL1_WARPS,
               waits = bar_shadow_waits(s, warp);
    saw(d, FAILED_NUMBER, number);
    saw(d, FAILED_NONE, !number && !t->expects);
    saw(d, FAILED_MORE, !number && above);
    if (number || !t->expects || above)
        return;
    const bool differs = !waits && m->count && m->by[0].expects != t->expects;
    saw(d, FAILED_WAITS, waits && waits_at(m, warp));
    saw(d, FAILED_ELSEWHERE, waits && !waits_at(m, warp));
    saw(d, FAILED_DIFFERS, differs);
    if (waits || differs)
        return;
    saw(d, ARRIVED, true);
    saw(d, ARRIVED_ONLY, !t->waits);
    saw(d, ARRIVED_AGAIN, is_again(m, warp));
    saw(d, NO_LANES, !t->mask);
    saw(d, IDLE_TRUE, t->pred & ~t->mask && t->mask & ~t->pred);
}

void bar_count_before(struct drive *d, const struct bar_shadow *s, const struct ul1_bar_in *in)
{
    const struct bar_told *t = s->judged ? bar_shadow_arrives(s, in) : NULL;
    if (in->rst) {
        saw(d, RESET_FLYING, s->judged && flying(s));
        saw(d, RESET_WAITING, s->judged && any_waits(s, BAR_BARRIERS));
        saw(d, RESET_ARRIVES, t);
        return;
    }
    count_offer(d, s, in);
    saw(d, ARRIVED_TAKEN, t && bar_shadow_takes(in));
    if (t)
        count_fault(d, s, t, in->ret_warp);
}

static void count_opened(struct drive *d, const struct bar_shadow *s)
{
    const struct bar_met *m = &s->opened;
    unsigned waited = 0, lanes = 0, truth = 0;
    for (unsigned i = 0; i < m->count; i++) {
        waited += m->by[i].waits;
        lanes += (unsigned)__builtin_popcount(m->by[i].mask);
        truth += (unsigned)__builtin_popcount(m->by[i].mask & m->by[i].pred);
    }
    saw(d, OPENED, true);
    saw(d, OPENED_ONE, m->count == 1);
    saw(d, OPENED_MOST, m->count == UL1_WARPS);
    saw(d, OPENED_NONE, !waited);
    saw(d, OPENED_ALL, waited == m->count && waited >= 3);
    saw(d, OPENED_OTHERS, any_waits(s, m->by[0].barrier));
    saw(d, ALL_TRUE, m->count > 1 && lanes && truth == lanes);
    saw(d, SOME_TRUE, m->count > 1 && truth && truth < lanes);
    saw(d, NONE_TRUE, m->count > 1 && lanes && !truth);
}

void bar_count(struct drive *d, struct bar_past *past, const struct bar_shadow *s, const struct bar_told *t)
{
    saw(d, OPENED_ROW, past->opened && s->opens);
    saw(d, OPENED_REUSED, past->opened && t && !s->fails && t->barrier == past->barrier);
    saw(d, ARRIVED_ROW, past->arrived && t && !s->fails && t->barrier != past->barrier);
    if (s->opens)
        count_opened(d, s);
    past->opened = s->opens;
    past->arrived = t && !s->fails;
    if (t)
        past->barrier = t->barrier;
}
