#include "stimulus/litmus/points.h"

#include <string.h>

static bool touches(const struct litmus_event *e, uint64_t addr)
{
    return (e->kind == EVENT_LOAD || e->kind == EVENT_STORE) && addr - e->addr < e->bytes;
}

// ---- cells

static const uint8_t *initial_of(const struct litmus *t, uint64_t addr)
{
    for (unsigned i = 0; i < t->initials; i++)
        if (t->initial[i].addr == addr)
            return &t->initial[i].value;
    return NULL;
}

static struct cell byte_of(const struct litmus *t, uint64_t addr)
{
    struct cell c = { .addr = addr, .bytes = 1 };
    for (unsigned e = 0; e < t->events; e++)
        if (touches(&t->event[e], addr)) {
            c.loads |= (uint64_t)litmus_reads(&t->event[e]) << e;
            c.stores |= (uint64_t)(t->event[e].kind == EVENT_STORE) << e;
        }
    return c;
}

static bool continues(const struct cell *c, const struct cell *byte)
{
    return c->addr + c->bytes == byte->addr && c->addr / 4 == byte->addr / 4 && c->loads == byte->loads
        && c->stores == byte->stores;
}

static bool is_known(const struct points *p, uint64_t addr)
{
    for (unsigned i = 0; i < p->cells; i++)
        if (addr - p->cell[i].addr < p->cell[i].bytes)
            return true;
    return false;
}

static const char *add_byte(struct points *p, uint64_t addr)
{
    struct cell byte = byte_of(p->test, addr);
    const uint8_t *initial = initial_of(p->test, addr);
    struct cell *last = p->cells ? &p->cell[p->cells - 1] : NULL;
    if (!initial)
        return "a byte that is loaded has no initial value";
    if (last && continues(last, &byte)) {
        last->initial[last->bytes++] = *initial;
        return NULL;
    }
    if (p->cells == POINTS_CELLS)
        return "too many different bytes are loaded";
    byte.initial[0] = *initial;
    p->cell[p->cells++] = byte;
    return NULL;
}

// A reduction of bytes without initial values only drops the copy of its line.
static bool has_bytes(const struct litmus *t, const struct litmus_event *e)
{
    return e->kind == EVENT_LOAD || (litmus_changes(e) && initial_of(t, e->addr));
}

static const char *find_cells(struct points *p)
{
    const struct litmus *t = p->test;
    for (unsigned e = 0; e < t->events; e++)
        for (unsigned i = 0; has_bytes(t, &t->event[e]) && i < t->event[e].bytes; i++) {
            const char *why = is_known(p, t->event[e].addr + i) ? NULL : add_byte(p, t->event[e].addr + i);
            if (why)
                return why;
        }
    return NULL;
}

// The reads of all loads, or those of all reductions and atomics.
static const char *find_reads(struct points *p, bool of_loads)
{
    for (unsigned e = 0; e < p->test->events; e++)
        for (unsigned c = 0; c < p->cells; c++) {
            if (!(p->cell[c].loads >> e & 1) || (p->test->event[e].kind == EVENT_LOAD) != of_loads)
                continue;
            if (p->reads == POINTS_READS)
                return "too many different bytes are loaded";
            const uint64_t word = p->cell[c].addr / 4 - p->test->event[e].addr / 4;
            p->read[p->reads++] = (struct read){ .load = e, .cell = c, .word = (unsigned)word };
        }
    return NULL;
}

// ---- points

// Whether an event is a bar of the same block in the same part. A block belongs to one L1.
static bool meets(const struct litmus *t, unsigned event, unsigned bar)
{
    const struct litmus_event *a = &t->event[event], *b = &t->event[bar];
    return a->kind == EVENT_BAR && a->part == b->part
        && t->thread[a->thread].block == t->thread[b->thread].block
        && t->thread[a->thread].l1 == t->thread[b->thread].l1;
}

// The bar of another warp of the block that completes together with this one.
static int same_bar(const struct litmus *t, unsigned event)
{
    unsigned before[AXIOMS_THREADS] = { 0 }, number = 0;
    const unsigned thread = t->event[event].thread;
    for (unsigned e = 0; e < event; e++)
        number += meets(t, e, event) && t->event[e].thread == thread;
    for (unsigned e = 0; e < event; e++) {
        const unsigned other = t->event[e].thread;
        if (meets(t, e, event) && other != thread && before[other]++ == number)
            return (int)e;
    }
    return -1;
}

static bool has_out(const struct litmus_event *e)
{
    return e->kind == EVENT_STORE || (e->kind == EVENT_FENCE && e->far);
}

static const char *count_points(struct points *p)
{
    const struct litmus *t = p->test;
    unsigned n = 0, loads = 0;
    for (unsigned e = 0; e < t->events; e++) {
        const struct litmus_event *v = &t->event[e];
        const int bar = v->kind == EVENT_BAR ? same_bar(t, e) : -1;
        if (n + 3 + POINTS_WORDS + AXIOMS_PARTS > ORDER_POINTS)
            return "too many points in time";
        p->parts = v->part < p->parts ? p->parts : v->part + 1;
        p->in[e] = bar >= 0 ? p->in[bar] : (uint8_t)n++;
        if (has_out(v))
            p->out[e] = (uint8_t)n++;
        if (litmus_sees(v)) {
            p->number[e] = loads++;
            p->done[e] = (uint8_t)n++;
        }
        for (unsigned w = 0; litmus_reads(v) && w < (v->bytes + 3) / 4; w++)
            p->memory[e][w] = litmus_changes(v) ? p->out[e] : (uint8_t)n++;
    }
    for (unsigned i = 0; i + 1 < p->parts; i++)
        p->over[i] = (uint8_t)n++;
    p->count = n;
    return NULL;
}

const char *points_of(struct points *p, const struct litmus *t)
{
    memset(p, 0, sizeof *p);
    p->test = t;
    const char *why = count_points(p);
    why = why ? why : find_cells(p);
    why = why ? why : find_reads(p, false);
    p->changed = p->reads;
    return why ? why : find_reads(p, true);
}

// Whether it is a point of the event, and of which kind.
static bool is_of(const struct points *p, unsigned event, unsigned point, enum point_kind *kind)
{
    const struct litmus_event *v = &p->test->event[event];
    if (p->in[event] == point)
        *kind = POINT_IN;
    else if (has_out(v) && p->out[event] == point)
        *kind = POINT_OUT;
    else if (litmus_sees(v) && p->done[event] == point)
        *kind = POINT_DONE;
    else if (v->kind == EVENT_LOAD && p->done[event] < point && point <= p->done[event] + (v->bytes + 3) / 4)
        *kind = POINT_MEMORY;
    else
        return false;
    return true;
}

struct point_name points_name(const struct points *p, unsigned point)
{
    struct point_name name = { POINT_OVER, 0 };
    while (name.event < p->test->events && !is_of(p, name.event, point, &name.kind))
        name.event++;
    for (unsigned i = 0; i + 1 < p->parts; i++)
        if (p->over[i] == point)
            name = (struct point_name){ POINT_OVER, i };
    return name;
}

// ---- their order

struct adding {
    const struct points *p;
    unsigned left_out;
    struct order *order;
    struct order_log *log;
};

static void add(struct adding *a, enum axiom why, unsigned from, unsigned to)
{
    const struct order_edge e = { (uint8_t)from, (uint8_t)to, (uint8_t)why, { 0, 0 } };
    if (!(a->left_out >> why & 1))
        order_add(a->order, a->log, e);
}

static bool waits(const struct litmus_event *e)
{
    return e->kind == EVENT_FENCE || e->kind == EVENT_BAR;
}

// Only dirty data persist from one part to the next.
static void order_part(struct adding *a, unsigned event)
{
    const struct points *p = a->p;
    const struct litmus_event *e = &p->test->event[event];
    const uint8_t end = e->kind == EVENT_STORE && !e->back ? p->out[event] : points_end(p, event);
    if (e->part + 1 < p->parts)
        add(a, AXIOM_PART, end, p->over[e->part]);
    if (e->part)
        add(a, AXIOM_PART, p->over[e->part - 1], p->in[event]);
}

// `behind` follows `before` in the program.
static void order_two(struct adding *a, unsigned before, unsigned behind)
{
    const struct litmus_event *x = &a->p->test->event[before], *y = &a->p->test->event[behind];
    const uint8_t *in = a->p->in;
    const bool bar = x->kind == EVENT_BAR || y->kind == EVENT_BAR;
    if (waits(x) || waits(y))
        add(a, bar ? AXIOM_BAR : AXIOM_FENCE, points_end(a->p, before), in[behind]);
    else if (x->kind != EVENT_LOAD || y->kind == EVENT_STORE)
        add(a, AXIOM_PROGRAM_ORDER, in[before], in[behind]);
    else if (y->kind == EVENT_LOAD && x->ordered && y->ordered)
        add(a, AXIOM_ORDERED_LOADS, a->p->done[before], in[behind]);
}

static void order_one(struct adding *a, unsigned event)
{
    const struct points *p = a->p;
    const struct litmus_event *e = &p->test->event[event];
    if (e->kind == EVENT_LOAD)
        add(a, AXIOM_ACCESS, p->in[event], p->done[event]);
    for (unsigned w = 0; e->kind == EVENT_LOAD && w < (e->bytes + 3) / 4; w++)
        add(a, AXIOM_ACCESS, p->memory[event][w], p->done[event]);
    if (e->kind == EVENT_STORE)
        add(a, AXIOM_ACCESS, p->in[event], p->out[event]);
    if (e->returns)
        add(a, AXIOM_ACCESS, p->out[event], p->done[event]);
    if (e->kind == EVENT_FENCE && e->far)
        add(a, AXIOM_FENCE, p->in[event], p->out[event]);
}

void points_order(const struct points *p, unsigned left_out, struct order *o, struct order_log *log)
{
    const struct litmus *t = p->test;
    struct adding a = { p, left_out, o, log };
    memset(o, 0, sizeof *o);
    o->points = p->count;
    log->count = 0;
    for (unsigned i = 0; i + 2 < p->parts; i++)
        add(&a, AXIOM_PART, p->over[i], p->over[i + 1]);
    for (unsigned e = 0; e < t->events; e++) {
        order_one(&a, e);
        order_part(&a, e);
        for (unsigned b = e + 1; b < t->events; b++)
            if (t->event[b].thread == t->event[e].thread)
                order_two(&a, e, b);
    }
}
