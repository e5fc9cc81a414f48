#include "stimulus/litmus/axioms.h"

#include <stdlib.h>
#include <string.h>

#include "kit/arithmetic.h"
#include "stimulus/litmus/explain.h"
#include "stimulus/litmus/premises.h"

enum {
    CHOICES = 1 << 16, // sources that are tried to count the outcomes, at most
    ASSUMED = 100,     // cost of an edge that is one of two cases
};

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

// Tries both orders of an open pair.
static bool settle(struct search *s, struct order *o)
{
    const uint8_t *open = premises_saturate(s, o);
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
    const bool near = reads_near(s, read), later = is_later(s, read, store);
    if (store == r->load)
        return;
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
        for (unsigned other = s->p.changed; r >= s->p.changed && other < s->p.reads; other++)
            order_reads(s, &o, r, other);
    }
    if (o.cyclic)
        give_up(s);
    else
        premises_suppose(s);
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
    return from == INITIAL ? c->initial : s->value[from] + (c->addr - event_of(s, (unsigned)from)->addr);
}

// For the bytes of a load or atomic, the first one of the cell.
static size_t offset(const struct search *s, const struct read *r)
{
    return s->p.cell[r->cell].addr - event_of(s, r->load)->addr;
}

static bool fits(const struct search *s, const struct read *r, int from)
{
    const bool sees = s->seen && litmus_sees(event_of(s, r->load));
    const uint8_t *seen = sees ? s->seen->value[s->p.number[r->load]] + offset(s, r) : NULL;
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
        if (litmus_sees(event_of(s, r->load)))
            memcpy(value, bytes_from(s, r->cell, s->from[i]), s->p.cell[r->cell].bytes);
    }
    if (s->count < s->room && !is_listed(s, &outcome) && choose_order(s, o, 0, 1))
        s->list[s->count++] = outcome;
    return false;
}

// ---- the values of reductions and atomics

static uint64_t number_of(const uint8_t *byte, unsigned bytes)
{
    uint64_t is = 0;
    for (unsigned b = 0; b < bytes; b++)
        is |= (uint64_t)byte[b] << 8 * b;
    return is;
}

// Computes the bytes that it stores. Returns false if the value of a source is not known yet.
static bool compute(struct search *s, unsigned event, uint64_t known)
{
    const struct litmus_event *e = event_of(s, event);
    uint8_t old[AXIOMS_BYTES] = { 0 };
    for (unsigned i = 0; i < s->p.changed; i++) {
        const struct read *r = &s->p.read[i];
        if (r->load != event)
            continue;
        if (s->from[i] != INITIAL && !(known >> s->from[i] & 1))
            return false;
        memcpy(old + offset(s, r), bytes_from(s, r->cell, s->from[i]), s->p.cell[r->cell].bytes);
    }
    const uint64_t by = number_of(e->value, e->bytes), swap = number_of(e->value + e->bytes, e->bytes);
    const uint64_t is = arithmetic_result(e->atom, e->sign, number_of(old, e->bytes), by, swap);
    for (unsigned b = 0; b < e->bytes; b++)
        s->value[event][b] = (uint8_t)(is >> 8 * b);
    return true;
}

// All sources of reductions and atomics are chosen. Returns whether atomics have returned what they read. Two
// that read each other have no value.
static bool compute_all(struct search *s)
{
    uint64_t known = 0, all = 0;
    for (unsigned e = 0; e < s->p.test->events; e++) {
        all |= UINT64_C(1) << e;
        known |= (uint64_t)!litmus_changes(event_of(s, e)) << e;
    }
    for (uint64_t before = ~known; before != known;) {
        before = known;
        for (unsigned e = 0; e < s->p.test->events; e++)
            if (!(known >> e & 1) && compute(s, e, known))
                known |= UINT64_C(1) << e;
    }
    bool fine = known == all;
    for (unsigned r = 0; r < s->p.changed && fine; r++)
        fine = fits(s, &s->p.read[r], s->from[r]);
    return fine;
}

static bool may_read(const struct search *s, unsigned read, int from)
{
    const struct read *r = &s->p.read[read];
    if (from != INITIAL && !(s->p.cell[r->cell].stores >> from & 1))
        return false;
    return read < s->p.changed || fits(s, r, from);
}

static void order_source(struct search *s, struct order *o, unsigned read)
{
    const struct points *p = &s->p;
    const struct read *r = &p->read[read];
    const unsigned from = (unsigned)s->from[read];
    const bool loads_change = litmus_changes(event_of(s, from)) && read >= p->changed;
    if (reads_near(s, read) || (loads_change && same_l1(s, from, r->load)))
        add(s, o, AXIOM_READS_NEAR, p->in[from], p->in[r->load]);
    if (!reads_near(s, read))
        add(s, o, AXIOM_READS_FAR, p->out[from], p->memory[r->load][r->word]);
}

static bool choose_reads(struct search *s, const struct order *o, unsigned read)
{
    if (read == s->p.changed && !compute_all(s))
        return false;
    if (read == s->p.reads)
        return all_chosen(s, o);
    const unsigned count = s->log.count;
    for (int from = INITIAL; from < (int)s->p.test->events; from++) {
        if (!may_read(s, read, from))
            continue;
        struct order with = *o;
        s->from[read] = from;
        if (from != INITIAL)
            order_source(s, &with, read);
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
    for (unsigned e = 0; e < t->events; e++)
        memcpy(s->value[e], t->event[e].value, AXIOMS_BYTES);
    points_order(&s->p, left_out, o, &s->log);
    return s;
}

const char *axioms_refuse(const struct litmus *t)
{
    struct points *p = malloc(sizeof *p);
    unsigned loads = 0, stores = 0;
    for (unsigned e = 0; e < t->events; e++) {
        loads += litmus_sees(&t->event[e]);
        stores += t->event[e].kind == EVENT_STORE;
    }
    const char *why = !p ? "no memory" : points_of(p, t);
    if (!why && p->changed > AXIOMS_CHANGES)
        why = "too many reductions and atomics";
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
