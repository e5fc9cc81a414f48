#include "checkers/lockstep/tolerant.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A hypothesis about an interface of the actual twin: its output counts from cycle k after the reset on,
// where k is the index.
struct listening {
    bool given_up;
    uint64_t next; // outputs of the expected twin before this cycle are matched
    struct lag lag;
};

struct interface {
    const char *name;
    struct listening from[TOLERANT_MOST + 1];
};

struct tolerant {
    const struct ul1_block *shape;
    unsigned most;
    uint64_t cycle, began; // the current cycle, and the first one after the reset
    unsigned interfaces;
    struct interface interface[TOLERANT_INTERFACES];
    unsigned char *said; // samples of the last most + 1 cycles: inputs and outputs of the expected twin
    size_t size, out_at; // size of a sample, and the offset of the outputs in it
};

static const struct ul1_port *outputs(const struct ul1_block *b, size_t i)
{
    const struct ul1_port *p = &b->ports[b->in_count + i];
    return p < b->ports + b->port_count ? p : NULL;
}

static bool belongs_to(const struct ul1_port *p, const struct interface *f)
{
    return !strcmp(p->group, f->name);
}

// Whether the port's qualifier, and the qualifier's own, belong to the same interface.
static bool speaks_for_itself(const struct ul1_block *b, const struct ul1_port *p)
{
    const struct ul1_port *q = p;
    while (q->when >= 0) {
        q = &b->ports[q->when];
        if (!q->is_out || strcmp(q->group, p->group) != 0)
            return false;
    }
    return true;
}

static bool find_interfaces(struct tolerant *t)
{
    const struct ul1_port *p;
    for (size_t i = 0; (p = outputs(t->shape, i)); i++) {
        unsigned k = 0;
        while (k < t->interfaces && !belongs_to(p, &t->interface[k]))
            k++;
        if (k == TOLERANT_INTERFACES || !speaks_for_itself(t->shape, p))
            return false;
        t->interface[k].name = p->group;
        t->interfaces += k == t->interfaces;
    }
    return true;
}

struct tolerant *tolerant_open(const struct ul1_block *shape, unsigned most)
{
    struct tolerant *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->shape = shape;
    t->most = most;
    t->out_at = (shape->in_size + 7) / 8 * 8;
    t->size = (t->out_at + shape->out_size + 7) / 8 * 8;
    t->said = calloc(most + 1, t->size);
    if (t->said && find_interfaces(t))
        return t;
    tolerant_close(t);
    return NULL;
}

void tolerant_close(struct tolerant *t)
{
    if (t)
        free(t->said);
    free(t);
}

static unsigned char *sample(const struct tolerant *t, uint64_t cycle)
{
    return t->said + cycle % (t->most + 1) * t->size;
}

static bool speaks(const struct tolerant *t, const struct interface *f, const void *out)
{
    const struct ul1_port *p;
    for (size_t i = 0; (p = outputs(t->shape, i)); i++)
        if (p->built && p->when < 0 && belongs_to(p, f))
            for (size_t k = 0; k < p->count; k++)
                if (ul1_get(p, out, k))
                    return true;
    return false;
}

// The first cycle from *cycle on in which the expected twin's interface was active. False: none so far.
// (Activity older than the samples is matched, or else the hypothesis is given up.)
static bool spoke(const struct tolerant *t, const struct interface *f, uint64_t *cycle)
{
    if (*cycle + t->most < t->cycle)
        *cycle = t->cycle - t->most;
    for (; *cycle <= t->cycle; ++*cycle)
        if (speaks(t, f, sample(t, *cycle) + t->out_at))
            return true;
    return false;
}

// Whether the actual twin's outputs equal the expected one's of that cycle.
static bool same(const struct tolerant *t, const struct interface *f, uint64_t cycle, const void *actual,
                 uint64_t *checks, struct mismatch *differs)
{
    const struct ul1_port *p;
    const void *in = sample(t, cycle), *out = sample(t, cycle) + t->out_at;
    for (size_t i = 0; (p = outputs(t->shape, i)); i++)
        for (size_t k = 0; belongs_to(p, f) && k < p->count; k++) {
            const uint64_t e = ul1_get(p, out, k), a = ul1_get(p, actual, k),
                           bits = ul1_qualified(t->shape, p, in, out, k);
            checks[i] += bits != 0;
            if (!((e ^ a) & bits))
                continue;
            *differs = (struct mismatch){ p, k, e, a };
            return false;
        }
    return true;
}

static void answered(struct listening *l, uint64_t cycle, unsigned behind)
{
    struct lag *g = &l->lag;
    l->next = cycle + 1;
    g->least = !g->said || behind < g->least ? behind : g->least;
    g->most = behind > g->most ? behind : g->most;
    g->sum += behind;
    g->said++;
}

// One cycle of one hypothesis. False: it must be given up.
static bool listen(const struct tolerant *t, const struct interface *f, struct listening *l, bool speaks_now,
                   const void *actual, uint64_t *checks, struct finding *found)
{
    uint64_t at = l->next;
    found->differs.port = NULL;
    if (speaks_now && !spoke(t, f, &at)) {
        snprintf(found->text, sizeof found->text, "interface %s says more than the model has said so far",
                 f->name);
        return false;
    }
    if (speaks_now && !same(t, f, at, actual, checks, &found->differs)) {
        char path[100];
        snprintf(found->text, sizeof found->text,
                 "%s expected 0x%" PRIx64 " as in the model's cycle %" PRIu64 ", actual 0x%" PRIx64,
                 port_path(found->differs.port, path, sizeof path), found->differs.expected, at,
                 found->differs.actual);
        return false;
    }
    if (speaks_now)
        answered(l, at, (unsigned)(t->cycle - at));
    at = l->next;
    if (!spoke(t, f, &at) || t->cycle - at < t->most)
        return true;
    snprintf(found->text, sizeof found->text,
             "interface %s has not said within %u cycle%s what the model said in cycle %" PRIu64, f->name,
             t->most, t->most > 1 ? "s" : "", at);
    return false;
}

static void begin(struct tolerant *t, uint64_t cycle)
{
    t->began = cycle;
    for (unsigned i = 0; i < t->interfaces; i++)
        for (unsigned k = 0; k <= t->most; k++)
            t->interface[i].from[k].next = cycle;
}

// If several hypotheses fail in one cycle, the finding of one with a wrong value is the most useful.
static bool listen_to(const struct tolerant *t, struct interface *f, const void *actual, uint64_t *checks,
                      struct finding *found)
{
    const bool speaks_now = speaks(t, f, actual);
    unsigned left = 0, told = 0;
    for (unsigned k = 0; k <= t->most; k++) {
        struct listening *l = &f->from[k];
        struct finding finding;
        if (l->given_up)
            continue;
        l->given_up = !listen(t, f, l, speaks_now && t->cycle >= t->began + k, actual, checks, &finding);
        left += !l->given_up;
        if (l->given_up && (!told++ || (finding.differs.port && !found->differs.port)))
            *found = finding;
    }
    return left;
}

bool tolerant_check(struct tolerant *t, uint64_t cycle, const void *in, const void *expected,
                    const void *actual, uint64_t *checks, struct finding *found)
{
    bool fine = true;
    t->cycle = cycle;
    memcpy(sample(t, cycle), in, t->shape->in_size);
    memcpy(sample(t, cycle) + t->out_at, expected, t->shape->out_size);
    if (ul1_in_reset(t->shape, in))
        begin(t, cycle + 1);
    else
        for (unsigned i = 0; i < t->interfaces && fine; i++)
            fine = listen_to(t, &t->interface[i], actual, checks, found);
    return fine;
}

// Takes, for each interface, the remaining hypothesis with the least lag.
unsigned tolerant_lags(const struct tolerant *t, struct lag lag[TOLERANT_INTERFACES])
{
    unsigned n = 0;
    for (unsigned i = 0; i < t->interfaces; i++) {
        const struct listening *best = NULL;
        for (unsigned k = 0; k <= t->most; k++) {
            const struct listening *l = &t->interface[i].from[k];
            if (!l->given_up && l->lag.said && (!best || l->lag.most < best->lag.most))
                best = l;
        }
        if (!best)
            continue;
        lag[n] = best->lag;
        lag[n++].interface = t->interface[i].name;
    }
    return n;
}
