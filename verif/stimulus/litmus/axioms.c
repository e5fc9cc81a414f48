#include "stimulus/litmus/axioms.h"

#include <stdlib.h>
#include <string.h>

#include "stimulus/litmus/explain.h"
#include "stimulus/litmus/points.h"

enum {
    INITIAL = -1, // the source of a load that reads no store
    PREMISES = 2048,
    CHOICES = 1 << 16, // sources that are tried to count the outcomes, at most
};

// If these points are in this order (the second pair may be absent: both are equal then), `then` holds.
struct premise {
    uint8_t first[2], second[2];
    struct order_edge then;
};

// The shortest cycle that makes a choice impossible.
struct why {
    struct order_edge cycle[ORDER_POINTS];
    unsigned edges, cost, sim_gate;
};

enum { ASSUMED = 100 }; // cost of an edge that is one of two cases

struct search {
    struct points p;
    const struct litmus_outcome *seen; // null: any
    unsigned left_out;
    struct order_log log;
    int from[POINTS_READS];        // source of each read: a store or INITIAL
    uint64_t later[AXIOMS_EVENTS]; // for each store, those behind it in the order of a byte
    struct premise premise[PREMISES];
    unsigned premises;
    bool full;
    // Results if outcomes are listed.
    struct litmus_outcome *list;
    unsigned room, count;
    // Results if the outcome is explained.
    bool explains;
    // for the current choice; for the choice that comes nearest to being possible
    struct why here, hardest;
};

static const struct litmus_event *event_of(const struct search *s, unsigned e)
{
    return &s->p.test->event[e];
}

static bool same_l1(const struct search *s, unsigned a, unsigned b)
{
    return points_l1(&s->p, a) == points_l1(&s->p, b);
}

// Whether a store comes behind the source of a read.
static bool is_later(const struct search *s, unsigned read, unsigned store)
{
    return s->from[read] == INITIAL || s->later[s->from[read]] >> store & 1;
}

static void add(struct search *s, struct order *o, enum axiom why, unsigned from, unsigned to)
{
    if (!(s->left_out >> why & 1))
        order_add(o, &s->log, (struct order_edge){ (uint8_t)from, (uint8_t)to, (uint8_t)why, { 0, 0 } });
}

// The current choice is impossible. A cycle without an assumed case is the better explanation.
static bool give_up(struct search *s)
{
    if (!s->explains)
        return false;
    struct why why = { .edges = 0 };
    why.cost = why.edges = order_cycle(&s->log, s->p.count, why.cycle);
    for (unsigned i = 0; i < why.edges; i++)
        why.cost += why.cycle[i].reason == AXIOM_CASE ? ASSUMED : 0;
    if (why.edges && (!s->here.edges || why.cost < s->here.cost))
        s->here = why;
    return false;
}

// Some choices are contradictory immediately, which explains little. So the choice with the longest cycle is
// reported.
static bool is_impossible(struct search *s, bool complete)
{
    enum { COMPLETE = 2000, CERTAIN = 1000 };
    s->here.sim_gate = s->here.edges + (complete ? COMPLETE : 0) + (s->here.cost < ASSUMED ? CERTAIN : 0);
    if (s->here.edges && s->here.sim_gate > s->hardest.sim_gate)
        s->hardest = s->here;
    s->here.edges = 0;
    return false;
}

static bool is_cut_short(struct search *s)
{
    give_up(s);
    return is_impossible(s, false);
}

// ---- the conclusion of an axiom with a premise

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
        if (event_of(s, f)->kind != EVENT_FLUSH || !same_l1(s, f, store) || !points_same_line(p, f, store))
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
    for (unsigned r = 0; r < s->p.reads; r++)
        if (same_l1(s, s->p.read[r].load, fence) && event_of(s, s->p.read[r].load)->bypass)
            suppose_fresh(s, AXIOM_FRESH_BYPASS, r, s->p.out[fence]);
}

static void suppose_of_inval(struct search *s, unsigned inval)
{
    for (unsigned r = 0; r < s->p.reads; r++) {
        const unsigned load = s->p.read[r].load;
        if (same_l1(s, load, inval) && points_same_line(&s->p, load, inval) && !reads_own_dirty(s, r))
            suppose_fresh(s, AXIOM_FRESH_INVAL, r, s->p.in[inval]);
    }
}

static void suppose_all(struct search *s)
{
    s->premises = 0;
    for (unsigned e = 0; e < s->p.test->events; e++)
        if (event_of(s, e)->kind == EVENT_FENCE && event_of(s, e)->far)
            suppose_of_fence(s, e);
        else if (event_of(s, e)->kind == EVENT_INVAL)
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

// Adds all consequences. Then returns two points without an order; null: there are none, or there is a cycle.
static const uint8_t *saturate(struct search *s, struct order *o)
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

// Tries both orders of an open pair.
static bool settle(struct search *s, struct order *o)
{
    const uint8_t *open = saturate(s, o);
    if (o->cyclic)
        return give_up(s);
    if (!open)
        return true;
    const unsigned count = s->log.count;
    for (unsigned i = 0; i < 2; i++) {
        struct order with = *o;
        order_add(&with, &s->log, (struct order_edge){ open[!i], open[i], AXIOM_CASE, { 0, 0 } });
        if (settle(s, &with))
            return true;
        s->log.count = count;
    }
    return false;
}

// ---- consequences of the sources and of the order of stores

static void order_read_and_store(struct search *s, struct order *o, unsigned read, unsigned store)
{
    const struct points *p = &s->p;
    const struct read *r = &p->read[read];
    const int from = s->from[read];
    const bool near = from != INITIAL && same_l1(s, (unsigned)from, r->load);
    const bool later = is_later(s, read, store);
    if (same_l1(s, store, r->load)) {
        if (later)
            add(s, o, AXIOM_OLDER_IN_L1, p->in[r->load], p->in[store]);
        else if (!near && (int)store != from)
            add(s, o, AXIOM_UNSEEN_IN_L1, p->in[store], p->in[r->load]);
    }
    if (later && !near)
        add(s, o, AXIOM_OLDER_IN_MEMORY, p->memory[r->load][r->word], p->out[store]);
}

// A8: at the end of a part no fetch is in flight that a bypassing load could receive.
static void order_behind_part(struct search *s, struct order *o, unsigned read)
{
    const struct points *p = &s->p;
    const struct read *r = &p->read[read];
    const struct litmus_event *load = event_of(s, r->load);
    if (!load->bypass || !load->part)
        return;
    const uint8_t over = p->over[load->part - 1];
    add(s, o, AXIOM_FRESH_BYPASS, over, p->memory[r->load][r->word]);
    for (uint64_t left = p->cell[r->cell].stores; left; left &= left - 1)
        if (is_later(s, read, (unsigned)__builtin_ctzll(left)))
            add(s, o, AXIOM_FRESH_BYPASS, over, p->out[__builtin_ctzll(left)]);
}

// A9: `newer` reads an older value than `older` does, so it is accepted before `older` is complete.
static void order_reads(struct search *s, struct order *o, unsigned newer, unsigned older)
{
    const struct read *a = &s->p.read[newer], *b = &s->p.read[older];
    const int x = s->from[newer], y = s->from[older];
    if (a->cell != b->cell || a->load == b->load || !same_l1(s, a->load, b->load) || x == y || y == INITIAL)
        return;
    if (is_later(s, newer, (unsigned)y))
        add(s, o, AXIOM_NEVER_BACK, s->p.in[a->load], s->p.done[b->load]);
}

static bool is_consistent(struct search *s, const struct order *before)
{
    struct order o = *before;
    for (unsigned r = 0; r < s->p.reads; r++) {
        order_behind_part(s, &o, r);
        for (uint64_t left = s->p.cell[s->p.read[r].cell].stores; left; left &= left - 1)
            order_read_and_store(s, &o, r, (unsigned)__builtin_ctzll(left));
        for (unsigned other = 0; other < s->p.reads; other++)
            order_reads(s, &o, r, other);
    }
    if (o.cyclic)
        give_up(s);
    else
        suppose_all(s);
    return (!o.cyclic && settle(s, &o)) || is_impossible(s, true);
}

// ---- the order of stores

static bool overlap(const struct search *s, unsigned a, unsigned b)
{
    for (unsigned c = 0; c < s->p.cells; c++)
        if (s->p.cell[c].stores >> a & 1 && s->p.cell[c].stores >> b & 1)
            return true;
    return false;
}

static void order_stores(struct search *s, struct order *o, unsigned first, unsigned second)
{
    s->later[first] |= UINT64_C(1) << second;
    add(s, o, AXIOM_COHERENT_MEMORY, s->p.out[first], s->p.out[second]);
    if (same_l1(s, first, second))
        add(s, o, AXIOM_COHERENT_L1, s->p.in[first], s->p.in[second]);
}

// The next two stores to a byte from these on, with an open order.
static bool next_pair(const struct search *s, unsigned *a, unsigned *b)
{
    const unsigned events = s->p.test->events;
    for (; *a < events; ++*a, *b = *a + 1)
        for (; event_of(s, *a)->kind == EVENT_STORE && *b < events; ++*b)
            if (event_of(s, *b)->kind == EVENT_STORE && overlap(s, *a, *b))
                return true;
    return false;
}

static bool choose_order(struct search *s, const struct order *o, unsigned a, unsigned b)
{
    if (!next_pair(s, &a, &b))
        return is_consistent(s, o);
    const unsigned count = s->log.count;
    for (unsigned i = 0; i < 2; i++) {
        struct order with = *o;
        const unsigned first = i ? b : a, second = i ? a : b;
        const uint64_t later = s->later[first];
        order_stores(s, &with, first, second);
        const bool found = with.cyclic ? is_cut_short(s) : choose_order(s, &with, a, b + 1);
        s->later[first] = later;
        s->log.count = count;
        if (found)
            return true;
    }
    return false;
}

// ---- the sources of loads

static const uint8_t *bytes_from(const struct search *s, unsigned cell, int from)
{
    const struct cell *c = &s->p.cell[cell];
    const struct litmus_event *store = from == INITIAL ? NULL : event_of(s, (unsigned)from);
    return store ? store->value + (c->addr - store->addr) : c->initial;
}

// For the load's bytes, the first one of the cell.
static size_t offset(const struct search *s, const struct read *r)
{
    return s->p.cell[r->cell].addr - event_of(s, r->load)->addr;
}

static bool fits(const struct search *s, const struct read *r, int from)
{
    const uint8_t *seen = s->seen ? s->seen->value[s->p.number[r->load]] + offset(s, r) : NULL;
    return !seen || !memcmp(seen, bytes_from(s, r->cell, from), s->p.cell[r->cell].bytes);
}

static bool is_listed(const struct search *s, const struct litmus_outcome *o)
{
    for (unsigned i = 0; i < s->count; i++)
        if (!memcmp(&s->list[i], o, sizeof *o))
            return true;
    return false;
}

// Returns true at the first execution, to stop, or always false, to try all.
static bool all_chosen(struct search *s, const struct order *o)
{
    struct litmus_outcome outcome = { 0 };
    if (s->seen)
        return choose_order(s, o, 0, 1);
    for (unsigned i = 0; i < s->p.reads; i++) {
        const struct read *r = &s->p.read[i];
        uint8_t *value = outcome.value[s->p.number[r->load]] + offset(s, r);
        memcpy(value, bytes_from(s, r->cell, s->from[i]), s->p.cell[r->cell].bytes);
    }
    if (s->count < s->room && !is_listed(s, &outcome) && choose_order(s, o, 0, 1))
        s->list[s->count++] = outcome;
    return false;
}

static bool choose_reads(struct search *s, const struct order *o, unsigned read)
{
    if (read == s->p.reads)
        return all_chosen(s, o);
    const struct read *r = &s->p.read[read];
    const unsigned count = s->log.count;
    for (int from = INITIAL; from < (int)s->p.test->events; from++) {
        if ((from != INITIAL && !(s->p.cell[r->cell].stores >> from & 1)) || !fits(s, r, from))
            continue;
        struct order with = *o;
        s->from[read] = from;
        if (from != INITIAL && same_l1(s, (unsigned)from, r->load))
            add(s, &with, AXIOM_READS_NEAR, s->p.in[from], s->p.in[r->load]);
        else if (from != INITIAL)
            add(s, &with, AXIOM_READS_FAR, s->p.out[from], s->p.memory[r->load][r->word]);
        if (with.cyclic ? is_cut_short(s) : choose_reads(s, &with, read + 1))
            return true;
        s->log.count = count;
    }
    return false;
}

// ---- interface

static struct search *begin(const struct litmus *t, const struct litmus_outcome *seen, unsigned left_out,
                            struct order *o)
{
    struct search *s = calloc(1, sizeof *s);
    if (!s || points_of(&s->p, t))
        abort(); // axioms_refuse was not called
    s->seen = seen;
    s->left_out = left_out;
    points_order(&s->p, left_out, o, &s->log);
    return s;
}

const char *axioms_refuse(const struct litmus *t)
{
    struct points *p = malloc(sizeof *p);
    unsigned loads = 0, stores = 0;
    for (unsigned e = 0; e < t->events; e++) {
        loads += t->event[e].kind == EVENT_LOAD;
        stores += t->event[e].kind == EVENT_STORE;
    }
    const char *why = !p ? "no memory" : points_of(p, t);
    free(p);
    return !loads                ? "nothing is loaded"
        : loads > AXIOMS_LOADS   ? "too many loads"
        : stores > AXIOMS_STORES ? "too many stores"
                                 : why;
}

bool axioms_allow(const struct litmus *t, const struct litmus_outcome *seen, unsigned left_out)
{
    struct order o;
    struct search *s = begin(t, seen, left_out, &o);
    const bool allowed = choose_reads(s, &o, 0);
    if (s->full)
        abort(); // PREMISES must exceed the number in any test
    free(s);
    return allowed;
}

unsigned axioms_outcomes(const struct litmus *t, struct litmus_outcome *list, unsigned room)
{
    struct order o;
    struct search *s = begin(t, NULL, 0, &o);
    uint64_t choices = 1;
    for (unsigned r = 0; r < s->p.reads && choices <= CHOICES; r++)
        choices *= (unsigned)__builtin_popcountll(s->p.cell[s->p.read[r].cell].stores) + 1;
    s->list = list;
    s->room = room;
    if (choices <= CHOICES)
        choose_reads(s, &o, 0);
    const unsigned count = s->count < room ? s->count : 0;
    free(s);
    return count;
}

void axioms_explain(const struct litmus *t, const struct litmus_outcome *seen, char text[AXIOMS_TEXT])
{
    struct order o;
    struct search *s = begin(t, seen, 0, &o);
    s->explains = true;
    choose_reads(s, &o, 0);
    explain_cycle(&s->p, s->hardest.cycle, s->hardest.edges, text);
    free(s);
}
