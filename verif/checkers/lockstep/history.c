#include "checkers/lockstep/history.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    ARRAYS = 3, // last cycles for which arrays are printed
    WIDE = 118  // columns
};

struct history {
    struct observer observer;
    const struct ul1_block *shape;
    uint64_t first; // first cycle that is kept
    uint64_t count;
    bool rested;         // a cycle out of reset was seen, and `rest` is known:
    unsigned char *rest; // inputs of the last cycle in reset, outputs of the first one after it
    unsigned char *last; // the actual twin's outputs in the last cycle; valid if both twins were present
    bool both;
    unsigned char *samples; // inputs and outputs of each cycle, consecutively
};

static size_t sample_size(const struct history *h)
{
    return h->shape->in_size + h->shape->out_size;
}

static const unsigned char *sample(const struct history *h, uint64_t i)
{
    return h->samples + i * sample_size(h);
}

static void history_cycle(struct observer *o, uint64_t cycle, const void *in, const void *expected,
                          const void *actual)
{
    struct history *h = (struct history *)o;
    const void *out = expected ? expected : actual;
    if (!h->rested) {
        h->rested = cycle && !ul1_in_reset(h->shape, in);
        memcpy(h->rest + (h->rested ? h->shape->in_size : 0), h->rested ? out : in,
               h->rested ? h->shape->out_size : h->shape->in_size);
    }
    if (cycle < h->first)
        return;
    unsigned char *at = h->samples + (cycle - h->first) * sample_size(h);
    memcpy(at, in, h->shape->in_size);
    memcpy(at + h->shape->in_size, out, h->shape->out_size);
    h->both = expected && actual;
    if (h->both)
        memcpy(h->last, actual, h->shape->out_size);
    h->count = cycle - h->first + 1;
}

static void history_close(struct observer *o)
{
    struct history *h = (struct history *)o;
    free(h->rest);
    free(h->last);
    free(h->samples);
    free(h);
}

struct observer *history_open(const struct ul1_block *shape, uint64_t from, uint64_t to)
{
    struct history *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->observer = (struct observer){ history_cycle, history_close, .from = 0, .to = to };
    h->shape = shape;
    h->first = from;
    h->rest = calloc(1, sample_size(h));
    h->last = calloc(1, shape->out_size);
    h->samples = calloc(to - from + 1, sample_size(h));
    if (h->rest && h->last && h->samples)
        return &h->observer;
    history_close(&h->observer);
    return NULL;
}

// ---- printing a port

static uint64_t bits_of(const struct ul1_block *b, const struct ul1_port *p, const unsigned char *in,
                        size_t i)
{
    return ul1_qualified(b, p, in, in + b->in_size, i);
}

// A field in a sample, zero where it is undefined.
static uint64_t value(const struct ul1_block *b, const struct ul1_port *p, const unsigned char *in, size_t i)
{
    return ul1_get(p, p->is_out ? in + b->in_size : in, i) & bits_of(b, p, in, i);
}

// Whether a field differs from the previous cycle's, or has become defined.
static bool changed(const struct history *h, const struct ul1_port *p, uint64_t c, size_t i)
{
    if (!c)
        return false;
    const unsigned char *in = sample(h, c), *before = sample(h, c - 1);
    return value(h->shape, p, in, i) != value(h->shape, p, before, i)
        || bits_of(h->shape, p, in, i) & ~bits_of(h->shape, p, before, i);
}

// Whether a field stays constant all the time: a setting, or an offer that waits.
static bool held(const struct history *h, const struct ul1_port *p, size_t i)
{
    bool any = false;
    for (uint64_t c = 1; c < h->count && !any; c++)
        any = changed(h, p, c, i);
    return !any;
}

// Whether the twins differ there.
static bool differs(const struct history *h, const struct ul1_port *p, uint64_t c, size_t i)
{
    if (!h->both || !p->is_out || c + 1 != h->count)
        return false;
    const unsigned char *in = sample(h, c);
    return (ul1_get(p, in + h->shape->in_size, i) ^ ul1_get(p, h->last, i)) & bits_of(h->shape, p, in, i);
}

// A field at rest is not printed: one that is undefined, that has its value after reset (with a qualifier: a
// flag that is off), or that stays constant all the time.
static bool told(const struct history *h, const struct ul1_port *p, uint64_t c, size_t i)
{
    const struct ul1_block *b = h->shape;
    const unsigned char *in = sample(h, c);
    if (differs(h, p, c, i))
        return true;
    if (p->count == 1 && held(h, p, i))
        return false;
    if (p->when >= 0)
        return bits_of(b, p, in, i) && (p->width > 1 || value(b, p, in, i));
    return value(b, p, in, i) != value(b, p, h->rest, i);
}

static void print_number(const struct ul1_port *p, uint64_t v, FILE *f)
{
    if (p->radix == UL1_ENUM && v < p->name_count && p->names[v])
        fprintf(f, "%s", p->names[v]);
    else if (p->radix == UL1_DEC || p->width == 1)
        fprintf(f, "%" PRIu64, v);
    else
        fprintf(f, "0x%" PRIx64, v);
}

static void print_field(const struct history *h, const struct ul1_port *p, uint64_t c, size_t i, FILE *f)
{
    const unsigned char *in = sample(h, c);
    print_number(p, value(h->shape, p, in, i), f);
    if (!differs(h, p, c, i))
        return;
    fprintf(f, " (actual ");
    print_number(p, ul1_get(p, h->last, i) & bits_of(h->shape, p, in, i), f);
    fprintf(f, ")");
}

// NAME=value; of arrays NAME=value,value,... with - for a field at rest. The result is text, so that lines
// can be broken.
static char *port_text(const struct history *h, const struct ul1_port *p, uint64_t c, size_t fields)
{
    bool news = false;
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return NULL;
    for (size_t i = 0; i < fields; i++)
        news |= changed(h, p, c, i);
    fprintf(f, "%s%s=", news ? "*" : "", p->name);
    for (size_t i = 0; i < fields; i++) {
        fprintf(f, i ? "," : "");
        if (told(h, p, c, i))
            print_field(h, p, c, i, f);
        else
            fprintf(f, "-");
    }
    fclose(f);
    return text;
}

// ---- printing an interface

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_group(const struct ul1_port *a, const struct ul1_port *b)
{
    return same_text(a->part, b->part) && !strcmp(a->block, b->block) && !strcmp(a->group, b->group);
}

// The place of a port: `line` is the first port of its line. The side is '<' if the block in question drives
// it, '>' if that block reads something of it, else a blank.
struct place {
    size_t line;
    char side;
};

// A wire has one name at both ends.
static bool reads(const struct history *h, const struct ul1_port *at, const struct ul1_port *p)
{
    const struct ul1_block *block = ul1_find(h->shape->lanes, at->block);
    const struct ul1_port *pin = block ? ul1_port_find(block, p->name) : NULL;
    return pin && !pin->is_out;
}

// A line is one direction of one interface.
static bool same_line(const struct ul1_port *a, const struct ul1_port *b)
{
    return a->is_out == b->is_out && same_group(a, b);
}

static struct place *places(const struct history *h, const struct ul1_port *at)
{
    const struct ul1_block *b = h->shape;
    struct place *place = calloc(b->port_count, sizeof *place);
    for (size_t k = 0; place && k < b->port_count; k++) {
        const struct ul1_port *p = &b->ports[k];
        size_t line = 0;
        while (!same_line(&b->ports[line], p))
            line++;
        place[k] = (struct place){ line, ' ' };
        if (!at || !same_text(p->part, at->part))
            continue;
        const bool own = !strcmp(p->block, at->block);
        if (own)
            place[line].side = p->is_out ? '<' : '>';
        else if (b->machine ? reads(h, at, p) : !p->is_out)
            place[line].side = '>';
    }
    for (size_t k = 0; place && k < b->port_count; k++)
        place[k].side = place[place[k].line].side;
    return place;
}

// The number of fields to print. Arrays are printed only for the block in question, in the last cycles.
static size_t fields_told(const struct history *h, const struct ul1_port *p, char side, uint64_t c)
{
    return p->count == 1 || (side != ' ' && c + ARRAYS >= h->count) ? p->count : 0;
}

// Whether a port is printed, and whether it has news.
static bool port_told(const struct history *h, const struct ul1_port *p, char side, uint64_t c, bool *news)
{
    bool any = false;
    for (size_t i = 0, n = fields_told(h, p, side, c); i < n; i++)
        if (told(h, p, c, i)) {
            any = true;
            *news |= !c || changed(h, p, c, i) || differs(h, p, c, i);
        }
    return any;
}

static size_t print_name(const struct ul1_port *p, int width, FILE *f)
{
    char name[100];
    snprintf(name, sizeof name, "%s%s%s.%s", p->part ? p->part : "", p->part ? "." : "", p->block, p->group);
    return (size_t)fprintf(f, "%-*s", width, name);
}

static void print_line(const struct history *h, const struct place *place, size_t line, uint64_t c, FILE *f)
{
    fprintf(f, "  %c ", place[line].side);
    size_t indent = 4 + print_name(&h->shape->ports[line], 13, f), column = indent;
    for (size_t k = line; k < h->shape->port_count; k++) {
        const struct ul1_port *p = &h->shape->ports[k];
        bool news = false;
        if (place[k].line != line || !port_told(h, p, place[line].side, c, &news))
            continue;
        char *text = port_text(h, p, c, fields_told(h, p, place[line].side, c));
        size_t n = text ? strlen(text) : 0;
        if (column > indent && column + n > WIDE) {
            fprintf(f, "\n%*s", (int)indent, "");
            column = indent;
        }
        fprintf(f, " %s", text ? text : "");
        column += n + 1;
        free(text);
    }
    fprintf(f, "\n");
}

// Whether anything of a line is printed, and whether it has news.
static bool line_told(const struct history *h, const struct place *place, size_t line, uint64_t c, bool *news)
{
    bool any = false;
    *news = false;
    for (size_t k = line; k < h->shape->port_count; k++)
        if (place[k].line == line)
            any |= port_told(h, &h->shape->ports[k], place[line].side, c, news);
    return any;
}

// Prints the cycle's lines with news, or else the names of the lines without; those of the block in question
// come first.
static void print_lines(const struct history *h, const struct place *place, uint64_t c, bool with_news,
                        FILE *f)
{
    size_t count = 0;
    for (const char *side = ">< "; *side; side++)
        for (size_t line = 0; line < h->shape->port_count; line++) {
            bool news;
            if (place[line].line != line || place[line].side != *side || !line_told(h, place, line, c, &news)
                || news != with_news)
                continue;
            if (with_news) {
                print_line(h, place, line, c, f);
            } else {
                fprintf(f, count ? ", " : "    as before: ");
                print_name(&h->shape->ports[line], 0, f);
            }
            count++;
        }
    if (count && !with_news)
        fprintf(f, "\n");
}

static bool quiet(const struct history *h, const struct place *place, uint64_t c)
{
    bool news = !c;
    for (size_t line = 0; line < h->shape->port_count && !news; line++)
        if (place[line].line == line)
            line_told(h, place, line, c, &news);
    return !news;
}

void history_print(const struct observer *o, const struct ul1_port *at, FILE *f)
{
    const struct history *h = (const struct history *)o;
    struct place *place = places(h, at);
    for (uint64_t c = 0, n; place && c < h->count; c += n) {
        for (n = 0; c + n < h->count && quiet(h, place, c + n); n++)
            ;
        fprintf(f, "  cycle %" PRIu64 "%s", h->first + c,
                ul1_in_reset(h->shape, sample(h, c)) ? " (reset)" : "");
        if (n > 1)
            fprintf(f, " to %" PRIu64, h->first + c + n - 1);
        fprintf(f, n ? ": nothing new\n" : "\n");
        if (n)
            continue;
        print_lines(h, place, c, true, f);
        print_lines(h, place, c, false, f);
        n = 1;
    }
    free(place);
}
