#include "stimulus/litmus/premises.h"

static void suppose(struct search *s, enum axiom why, struct premise q)
{
    if (s->left_out >> why & 1)
        return;
    q.then.reason = (uint8_t)why;
    q.then.because[0] = q.second[0] != q.second[1] ? q.second[0] : q.first[0];
    q.then.because[1] = q.first[1];
    s->full |= s->premises == PREMISES;
    if (!s->full)
        s->premise[s->premises++] = q;
}

// A reduction writes its line's dirty sectors back, as a flush does.
static bool writes_back(const struct search *s, unsigned event)
{
    return event_of(s, event)->kind == EVENT_FLUSH || litmus_changes(event_of(s, event));
}

// A4: an event performed in an L1 before a far fence of it begins is performed in memory before the fence
// ends.
static void suppose_published(struct search *s, unsigned store, unsigned fence)
{
    const struct points *p = &s->p;
    struct premise q = { .then = { .from = p->out[store], .to = p->out[fence] } };
    if (!event_of(s, store)->back) {
        q.first[0] = p->in[store];
        q.first[1] = p->in[fence];
        suppose(s, AXIOM_PUBLISHED, q);
        return;
    }
    for (unsigned f = 0; f < p->test->events; f++) {
        if (!writes_back(s, f) || f == store || !same_l1(s, f, store) || !points_same_line(p, f, store))
            continue;
        q.first[0] = q.second[1] = p->in[f];
        q.first[1] = p->in[fence];
        q.second[0] = p->in[store];
        suppose(s, AXIOM_FLUSHED, q);
    }
}

// A8: a read returns a value that is fresh behind a point of its L1.
static void suppose_fresh(struct search *s, enum axiom why, unsigned read, unsigned point)
{
    const struct points *p = &s->p;
    const struct read *r = &p->read[read];
    struct premise q = { { (uint8_t)point, p->in[r->load] }, { 0, 0 }, { .from = (uint8_t)point } };
    q.then.to = p->memory[r->load][r->word];
    suppose(s, why, q);
    for (uint64_t left = p->cell[r->cell].stores; left; left &= left - 1) {
        const unsigned w = (unsigned)__builtin_ctzll(left);
        q.then.to = p->out[w];
        if (is_later(s, read, w))
            suppose(s, why, q);
    }
}

// An inval does not drop data that its own L1 writes back.
static bool reads_own_dirty(const struct search *s, unsigned read)
{
    const int from = s->from[read];
    return from != INITIAL && event_of(s, (unsigned)from)->back
        && same_l1(s, (unsigned)from, s->p.read[read].load);
}

static void suppose_of_fence(struct search *s, unsigned fence)
{
    for (unsigned w = 0; w < s->p.test->events; w++)
        if (event_of(s, w)->kind == EVENT_STORE && same_l1(s, w, fence))
            suppose_published(s, w, fence);
    for (unsigned r = s->p.changed; r < s->p.reads; r++)
        if (same_l1(s, s->p.read[r].load, fence) && event_of(s, s->p.read[r].load)->bypass)
            suppose_fresh(s, AXIOM_FRESH_BYPASS, r, s->p.out[fence]);
}

// The inval may be a reduction, which drops the copy of its line, and those in caches behind.
static void suppose_of_inval(struct search *s, unsigned inval)
{
    for (unsigned r = s->p.changed; r < s->p.reads; r++) {
        const unsigned load = s->p.read[r].load;
        if (same_l1(s, load, inval) && points_same_line(&s->p, load, inval) && !reads_own_dirty(s, r))
            suppose_fresh(s, AXIOM_FRESH_INVAL, r, s->p.in[inval]);
    }
}

void premises_suppose(struct search *s)
{
    s->premises = 0;
    for (unsigned e = 0; e < s->p.test->events; e++)
        if (event_of(s, e)->kind == EVENT_FENCE && event_of(s, e)->far)
            suppose_of_fence(s, e);
        else if ((event_of(s, e)->kind == EVENT_INVAL && !s->p.test->behind)
                 || litmus_changes(event_of(s, e)))
            suppose_of_inval(s, e);
}

enum holds { HOLDS, HOLDS_NOT, UNDECIDED };

static enum holds one_holds(const struct order *o, const uint8_t of[2])
{
    if (of[0] == of[1] || order_is(o, of[0], of[1]))
        return HOLDS;
    return order_is(o, of[1], of[0]) ? HOLDS_NOT : UNDECIDED;
}

static enum holds premise_holds(const struct order *o, const struct premise *q, const uint8_t **undecided)
{
    const enum holds first = one_holds(o, q->first), second = one_holds(o, q->second);
    *undecided = first == UNDECIDED ? q->first : q->second;
    if (first == HOLDS_NOT || second == HOLDS_NOT)
        return HOLDS_NOT;
    return first == HOLDS ? second : UNDECIDED;
}

const uint8_t *premises_saturate(struct search *s, struct order *o)
{
    const uint8_t *open = NULL;
    for (bool more = true; more && !o->cyclic;) {
        more = false;
        open = NULL;
        for (unsigned i = 0; i < s->premises && !o->cyclic; i++) {
            const struct premise *q = &s->premise[i];
            const uint8_t *undecided;
            if (order_is(o, q->then.from, q->then.to))
                continue;
            const enum holds holds = premise_holds(o, q, &undecided);
            if (holds == HOLDS)
                order_add(o, &s->log, q->then);
            more |= holds == HOLDS;
            open = holds == UNDECIDED && !open ? undecided : open;
        }
    }
    return o->cyclic ? NULL : open;
}
