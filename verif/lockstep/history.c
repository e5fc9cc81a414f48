#include "lockstep/history.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct history {
    struct observer observer;
    const struct ul1_block *shape;
    uint64_t count;
    unsigned char *samples;     // in and out of each cycle, one behind the other
};

static size_t sample_size(const struct history *h)
{
    return h->shape->in_size + h->shape->out_size;
}

static void history_cycle(struct observer *o, uint64_t cycle, const void *in, const void *expected, const void *actual)
{
    struct history *h = (struct history *)o;
    unsigned char *at = h->samples + (cycle - o->from) * sample_size(h);
    memcpy(at, in, h->shape->in_size);
    memcpy(at + h->shape->in_size, expected ? expected : actual, h->shape->out_size);
    h->count = cycle - o->from + 1;
}

static void history_close(struct observer *o)
{
    free(((struct history *)o)->samples);
    free(o);
}

struct observer *history_open(const struct ul1_block *shape, uint64_t from, uint64_t to)
{
    struct history *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->observer = (struct observer){ history_cycle, history_close, .from = from, .to = to };
    h->shape = shape;
    h->samples = calloc(to - from + 1, sample_size(h));
    if (!h->samples) {
        free(h);
        return NULL;
    }
    return &h->observer;
}

// A scalar in a sample, zero where it means nothing.
static uint64_t value(const struct ul1_block *b, const struct ul1_port *p, const unsigned char *in)
{
    const unsigned char *out = in + b->in_size;
    return ul1_get(p, p->is_out ? out : in, 0) & ul1_qualified(b, p, in, out, 0);
}

static void print_value(const struct ul1_port *p, uint64_t v, FILE *f)
{
    if (p->radix == UL1_ENUM && v < p->name_count && p->names[v])
        fprintf(f, " %s=%s", p->name, p->names[v]);
    else if (p->radix == UL1_DEC || p->width == 1)
        fprintf(f, " %s=%" PRIu64, p->name, v);
    else
        fprintf(f, " %s=0x%" PRIx64, p->name, v);
}

static bool same_group(const struct ul1_port *a, const struct ul1_port *b)
{
    bool same_part = a->part == b->part || (a->part && b->part && !strcmp(a->part, b->part));
    return same_part && !strcmp(a->block, b->block) && !strcmp(a->group, b->group);
}

// The scalars of an interface in one cycle that mean something and are not zero; and whether any is other than in the
// cycle before: if not, there is nothing to tell.
static void print_group(const struct history *h, const struct ul1_port *first, uint64_t cycle, FILE *f)
{
    const struct ul1_block *b = h->shape;
    const unsigned char *in = h->samples + cycle * sample_size(h), *before = cycle ? in - sample_size(h) : NULL;
    bool event = !before;
    for (int print = 0; print < 2; print++) {
        bool any = false;
        for (size_t k = 0; k < b->port_count; k++) {
            const struct ul1_port *p = &b->ports[k];
            if (!same_group(p, first) || p->count > 1)
                continue;
            uint64_t v = value(b, p, in);
            event |= before && v != value(b, p, before);
            if (!print || !v)
                continue;
            if (!any)
                fprintf(f, "    %s%s%s.%-9s", first->part ? first->part : "", first->part ? "." : "", first->block, first->group);
            any = true;
            print_value(p, v, f);
        }
        if (any)
            fprintf(f, "\n");
        if (!event)
            return;
    }
}

void history_print(const struct observer *o, FILE *f)
{
    const struct history *h = (const struct history *)o;
    for (uint64_t c = 0; c < h->count; c++) {
        fprintf(f, "  cycle %" PRIu64 "%s\n", h->observer.from + c, ul1_in_reset(h->shape, h->samples + c * sample_size(h)) ? " (reset)" : "");
        for (size_t k = 0; k < h->shape->port_count; k++) {
            const struct ul1_port *p = &h->shape->ports[k];
            bool seen = false; // each group once, where its first port stands
            for (size_t j = 0; j < k && !seen; j++)
                seen = same_group(&h->shape->ports[j], p);
            if (!seen)
                print_group(h, p, c, f);
        }
    }
}
