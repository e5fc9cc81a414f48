#include "cosim/story/parts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// The port that leads the rows of an interface: a row for each field that it has room for.
static const struct kind {
    const char *block, *group, *lead;
} kinds[] = {
#define PART(block, group, lead) { block, group, lead },
#include "story_parts.inc"
#undef PART
};

static unsigned rows_of(const struct ul1_block *b, const struct kind *k)
{
    return strcmp(k->block, b->name) ? 0 : ul1_port_find(b, k->lead)->room;
}

unsigned parts_rows(const struct ul1_block *b)
{
    unsigned rows = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        rows += rows_of(b, &kinds[i]);
    return rows;
}

// The kind of a row; `first` is the first row of it.
static const struct kind *kind_of(const struct ul1_block *b, unsigned row, unsigned *first)
{
    const struct kind *k = kinds;
    for (*first = 0; row >= *first + rows_of(b, k); k++)
        *first += rows_of(b, k);
    return k;
}

// ---- the text

struct words {
    char *text;
    size_t size;
};

__attribute__((format(printf, 2, 3))) static void add(struct words *w, const char *format, ...)
{
    const size_t n = strlen(w->text);
    va_list ap;
    va_start(ap, format);
    vsnprintf(w->text + n, w->size - n, format, ap);
    va_end(ap);
}

// A sample of a block, and a field of its ports.
struct sample {
    const struct ul1_block *block;
    const void *in, *out;
    unsigned field;
};

// The field of a port, as far as it means something; the only field of a port of one.
static uint64_t value(const struct sample *s, const struct ul1_port *p)
{
    const unsigned i = p->count > 1 ? s->field : 0;
    return i < p->count
        ? ul1_get(p, p->is_out ? s->out : s->in, i) & ul1_qualified(s->block, p, s->in, s->out, i)
        : 0;
}

static const char *member(const struct ul1_port *p)
{
    return p->name + strlen(p->group) + 1;
}

static bool is(const struct ul1_port *p, const char *name)
{
    return !strcmp(member(p), name);
}

// The value of an interface's port with this name; `lacks` without it.
static uint64_t value_of(const struct sample *s, const struct kind *k, const char *name, uint64_t lacks)
{
    for (size_t i = 0; i < s->block->port_count; i++) {
        const struct ul1_port *p = &s->block->ports[i];
        if (!strcmp(p->group, k->group) && p->built && is(p, name))
            return value(s, p);
    }
    return lacks;
}

// Words of lines, and what other words say.
static bool is_silent(const struct ul1_port *p)
{
    static const char *const silent[] = { "valid", "ready", "head", "tail", "word", "data", "be", "carries" };
    bool found = !p->built;
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        found |= is(p, silent[i]);
    return found;
}

// Kinds have their name always, everything else if it is not zero. A line needs no name.
static void say_port(struct words *w, const struct sample *s, const struct ul1_port *p)
{
    const uint64_t v = value(s, p);
    const char *blank = *w->text ? " " : "";
    if (p->radix == UL1_ENUM && (v || is(p, "kind") || is(p, "op")))
        add(w, "%s%s", blank, v < p->name_count && p->names[v] ? p->names[v] : "?");
    else if (v && p->width == 1)
        add(w, "%s%s", blank, member(p));
    else if (v && is(p, "line"))
        add(w, "%s0x%" PRIx64, blank, v);
    else if (v && p->radix != UL1_ENUM)
        add(w, p->radix == UL1_DEC ? "%s%s %" PRIu64 : "%s%s 0x%" PRIx64, blank, member(p), v);
}

void parts_text(const struct ul1_block *b, unsigned row, const void *in, const void *out, char *text,
                size_t size)
{
    unsigned first;
    const struct kind *k = kind_of(b, row, &first);
    const struct ul1_port *lead = ul1_port_find(b, k->lead);
    const struct sample s = { b, in, out, row - first };
    struct words w = { text, size };
    const bool offers = is(lead, "valid");
    *text = 0;
    if (s.field >= lead->count || !value(&s, lead))
        return;
    const bool head = !offers || value_of(&s, k, "head", 1);
    if (!head)
        add(&w, "more of it");
    for (size_t i = 0; head && i < b->port_count; i++) {
        const struct ul1_port *p = &b->ports[i];
        if (!strcmp(p->group, k->group) && !is_silent(p) && (offers || p->count > 1 || !s.field))
            say_port(&w, &s, p);
    }
    if (!*text) // all else is zero
        add(&w, "%s", member(lead));
    if (offers && !value_of(&s, k, "ready", 1))
        add(&w, ", waits");
}

void parts_title(const struct ul1_block *b, unsigned row, char *title, size_t size)
{
    unsigned first;
    const struct kind *k = kind_of(b, row, &first);
    struct words w = { title, size };
    *title = 0;
    add(&w, "%s", k->group);
    if (rows_of(b, k) > 1)
        add(&w, " %u", row - first);
}

void parts_name(const struct ul1_block *b, unsigned row, char *name, size_t size, unsigned *first)
{
    const struct kind *k = kind_of(b, row, first);
    struct words w = { name, size };
    *name = 0;
    add(&w, "row_%s", k->group);
    if (rows_of(b, k) > 1)
        add(&w, "%02u", row - *first);
}
