#include "cosim/story/traffic.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/story/write.h"
#include "ul1_sizes.h"

// A field of a port, with its last value.
struct signal {
    size_t part;
    const struct ul1_port *port;
    unsigned field;
    bool known;
    uint64_t value;
};

struct traffic {
    struct observer observer;
    const struct ul1_block *whole;
    FILE *file;
    struct signal *signal;
    size_t signals;
};

static bool is_l1(const struct ul1_block *whole, size_t part)
{
    return ul1_part_block(whole, part)->machine;
}

bool traffic_has(const struct ul1_block *whole)
{
    size_t others = 0;
    for (size_t i = 0; whole->wired && i < whole->part_count; i++)
        others += !is_l1(whole, i);
    return others;
}

bool traffic_operates(const struct ul1_block *whole)
{
    bool any = false;
    for (size_t i = 0; i < whole->part_count; i++)
        any |= !strcmp(whole->parts[i].block->name, "rmw");
    return any;
}

// ---- the choice of ports

static bool ends_in(const char *name, const char *end)
{
    const size_t n = strlen(name), m = strlen(end);
    return n >= m && !strcmp(name + n - m, end);
}

static bool has_words(const struct ul1_port *p)
{
    return ends_in(p->name, "_word") || ends_in(p->name, "_data") || ends_in(p->name, "_be");
}

// The interface of a part has a wire. An input of it is the output of another part.
static bool is_wired(const struct ul1_block *whole, size_t part, const char *group)
{
    for (size_t i = 0; i < whole->wire_count; i++) {
        const struct ul1_wire *w = &whole->wires[i];
        if ((w->from == part && !strcmp(w->from_group, group))
            || (w->to == part && !strcmp(w->to_group, group)))
            return true;
    }
    return false;
}

// For an L1, records the requests that it sends to the parts behind it.
static bool is_recorded(const struct ul1_block *whole, size_t part, const struct ul1_port *p)
{
    if (!p->built || has_words(p))
        return false;
    const bool wired = is_wired(whole, part, p->group);
    return is_l1(whole, part) ? p->is_out && p->outside && wired : p->is_out || !wired;
}

static bool add_port(struct traffic *t, size_t part, const struct ul1_port *p)
{
    struct signal *more = realloc(t->signal, (t->signals + p->count) * sizeof *more);
    if (!more)
        return false;
    t->signal = more;
    for (unsigned i = 0; i < p->count; i++)
        t->signal[t->signals++] = (struct signal){ .part = part, .port = p, .field = i };
    return true;
}

static bool choose(struct traffic *t)
{
    for (size_t i = 0; i < t->whole->part_count; i++) {
        const struct ul1_block *b = ul1_part_block(t->whole, i);
        for (size_t k = 0; k < b->port_count; k++)
            if (is_recorded(t->whole, i, &b->ports[k]) && !add_port(t, i, &b->ports[k]))
                return false;
    }
    return true;
}

// ---- the head of the file

static void write_parts(FILE *f, const struct ul1_block *whole)
{
    fprintf(f, "\"parts\":[");
    for (size_t i = 0; i < whole->part_count; i++) {
        const struct ul1_block *b = ul1_part_block(whole, i);
        fprintf(f,
                "%s{\"name\":\"%s\",\"block\":\"%s\",\"fifo\":%u,\"node queue\":%u,\"l2 queue\":%u,"
                "\"mc queue\":%u}",
                i ? "," : "", whole->parts[i].name, b->name, b->sizes->xdepth, b->sizes->node_queue,
                b->sizes->l2_queue, b->sizes->mc_queue);
    }
    fprintf(f, "],");
}

static void write_wires(FILE *f, const struct ul1_block *whole)
{
    fprintf(f, "\"wires\":[");
    for (size_t i = 0; i < whole->wire_count; i++) {
        const struct ul1_wire *w = &whole->wires[i];
        fprintf(f, "%s[%zu,\"%s\",%d,%zu,\"%s\",%d]", i ? "," : "", w->from, w->from_group, w->from_index,
                w->to, w->to_group, w->to_index);
    }
    fprintf(f, "],");
}

static void write_signals(const struct traffic *t)
{
    fprintf(t->file, "\"signals\":[");
    for (size_t i = 0; i < t->signals; i++) {
        const struct signal *s = &t->signal[i];
        fprintf(t->file, "%s[%zu,\"%s\",%u,%u]", i ? "," : "", s->part, s->port->name, s->field,
                s->port->width);
    }
    fprintf(t->file, "],");
}

// The names of the codes of each port that has codes, by the names of its block and its own.
static void write_codes(const struct traffic *t)
{
    const char *comma = "";
    fprintf(t->file, "\"codes\":{");
    for (size_t i = 0; i < t->signals; i++) {
        const struct ul1_port *p = t->signal[i].port;
        if (p->radix != UL1_ENUM || t->signal[i].field)
            continue;
        fprintf(t->file, "%s\"%s.%s\":[", comma, ul1_part_block(t->whole, t->signal[i].part)->name, p->name);
        for (size_t n = 0; n < p->name_count; n++) {
            fputs(n ? "," : "", t->file);
            write_text(t->file, p->names[n] ? p->names[n] : "");
        }
        fprintf(t->file, "]");
        comma = ",";
    }
    fprintf(t->file, "}");
}

// ---- cycles

static bool changes(const struct traffic *t, struct signal *s, const void *in, const void *out)
{
    const struct ul1_block *b = ul1_part_block(t->whole, s->part);
    const void *part_in = ul1_part_in(t->whole, s->part, in, out),
               *part_out = ul1_part_out(t->whole, s->part, out);
    const uint64_t means = ul1_qualified(b, s->port, part_in, part_out, s->field),
                   now = ul1_get(s->port, s->port->is_out ? part_out : part_in, s->field) & means;
    if (!means || (s->known && now == s->value))
        return false;
    s->known = true;
    s->value = now;
    return true;
}

static void traffic_cycle(struct observer *o, uint64_t cycle, const void *in, const void *expected,
                          const void *actual)
{
    struct traffic *t = (struct traffic *)o;
    const char *comma = "";
    if (ul1_in_reset(t->whole, in)) {
        fprintf(t->file, "{\"at\":%" PRIu64 ",\"reset\":true}\n", cycle);
        return;
    }
    for (size_t i = 0; i < t->signals; i++) {
        if (!changes(t, &t->signal[i], in, expected ? expected : actual))
            continue;
        if (!*comma)
            fprintf(t->file, "{\"at\":%" PRIu64 ",\"set\":[", cycle);
        fprintf(t->file, "%s%zu,%" PRIu64, comma, i, t->signal[i].value);
        comma = ",";
    }
    if (*comma)
        fprintf(t->file, "]}\n");
}

static void traffic_close(struct observer *o)
{
    struct traffic *t = (struct traffic *)o;
    free(t->signal);
    free(t);
}

struct observer *traffic_open(const struct ul1_block *whole, FILE *file)
{
    struct traffic *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->observer = (struct observer){ traffic_cycle, traffic_close, .to = UINT64_MAX };
    t->whole = whole;
    t->file = file;
    if (!choose(t)) {
        traffic_close(&t->observer);
        return NULL;
    }
    fprintf(file, "{\"traffic\":1,\"machine\":\"%s\",", whole->name);
    write_parts(file, whole);
    write_wires(file, whole);
    write_signals(t);
    write_codes(t);
    fprintf(file, "}\n");
    return &t->observer;
}
