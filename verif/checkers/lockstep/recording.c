#include "checkers/lockstep/recording.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// digits of the widest port: the table's reader accepts no more fields and bits
enum { PORT_DIGITS = 64 * 16 };

// Each field has digits of its own.
static unsigned digits_of(const struct ul1_port *p)
{
    return (p->width + 3) / 4;
}

struct recorder {
    struct observer observer;
    const struct ul1_block *shape;
    bool actual;
    FILE *in, *out;
};

static void write_ports(FILE *f, const struct ul1_port *ports, size_t count, const void *io)
{
    char text[PORT_DIGITS + 1];
    for (size_t k = 0; k < count; k++) {
        const struct ul1_port *p = &ports[k];
        char *at = text;
        for (unsigned i = p->count; i-- > 0;)
            for (unsigned d = digits_of(p); d-- > 0;)
                *at++ = "0123456789abcdef"[ul1_get(p, io, i) >> 4 * d & 15];
        *at++ = k + 1 < count ? ' ' : '\n';
        fwrite(text, 1, (size_t)(at - text), f);
    }
}

static void record_cycle(struct observer *o, uint64_t cycle, const void *in, const void *expected,
                         const void *actual)
{
    struct recorder *r = (struct recorder *)o;
    const struct ul1_block *b = r->shape;
    (void)cycle;
    if (b->clocked)
        fprintf(r->in, "%u ", *(const unsigned char *)in);
    write_ports(r->in, b->ports, b->in_count, in);
    write_ports(r->out, b->ports + b->in_count, b->port_count - b->in_count,
                (r->actual && actual) || !expected ? actual : expected);
}

static void record_close(struct observer *o)
{
    struct recorder *r = (struct recorder *)o;
    if (r->in)
        fclose(r->in);
    if (r->out)
        fclose(r->out);
    free(r);
}

static FILE *open_part(const char *base, const char *suffix, const char *mode)
{
    char path[4200];
    snprintf(path, sizeof path, "%s%s", base, suffix);
    return fopen(path, mode);
}

struct observer *recording_open(const struct ul1_block *shape, const char *base, bool actual)
{
    struct recorder *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->observer = (struct observer){ record_cycle, record_close, .to = UINT64_MAX };
    r->shape = shape;
    r->actual = actual;
    r->in = open_part(base, ".in", "w");
    r->out = open_part(base, ".out", "w");
    if (!r->in || !r->out) {
        record_close(&r->observer);
        return NULL;
    }
    fprintf(r->in, "#%s", shape->clocked ? " rst" : "");
    for (size_t k = 0; k < shape->port_count; k++)
        fprintf(k < shape->in_count ? r->in : r->out, "%s %s", k == shape->in_count ? "#" : "",
                shape->ports[k].name);
    fprintf(r->in, "\n");
    fprintf(r->out, "\n");
    return &r->observer;
}

struct player {
    struct twin twin;
    FILE *file;
    char *line;
    size_t line_size;
    uint64_t number;          // number of the line, for messages
    unsigned char *undefined; // like `out`: a bit for each undefined bit
    bool any_undefined;
    char base[1000];
};

// Reads the fields of a port from its digits. False: another number of digits, or digits that are not
// hexadecimal.
static bool read_port(const struct ul1_port *p, const char *text, size_t digits, void *out, void *undefined,
                      bool *any)
{
    if (digits != p->count * digits_of(p))
        return false;
    for (unsigned i = p->count; i-- > 0;) {
        uint64_t v = 0, u = 0;
        for (unsigned d = digits_of(p); d-- > 0; text++) {
            char c = *text | 0x20;
            bool unknown = c == 'x' || c == 'z';
            if (!unknown && !(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f'))
                return false;
            v = v << 4 | (unknown ? 0 : (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10));
            u = u << 4 | (unknown ? 15 : 0);
        }
        *any |= u != 0;
        ul1_set(p, out, i, v);
        ul1_set(p, undefined, i, u);
    }
    return true;
}

// so many letters of a wrong word are printed
static int shown(size_t length)
{
    return length < 20 ? (int)length : 20;
}

static bool play_early(struct twin *t, void *out)
{
    struct player *r = (struct player *)t;
    const struct ul1_block *b = t->shape;
    if (*t->error)
        return false;
    r->number++;
    if (getline(&r->line, &r->line_size, r->file) < 0) {
        snprintf(t->error, sizeof t->error, "%.100s.out ends at line %" PRIu64, r->base, r->number);
        return false;
    }
    const char *at = r->line;
    r->any_undefined = false;
    for (size_t k = b->in_count; k < b->port_count; k++) {
        at += strspn(at, " \n");
        size_t digits = strcspn(at, " \n");
        if (!read_port(&b->ports[k], at, digits, out, r->undefined, &r->any_undefined)) {
            snprintf(t->error, sizeof t->error, "%.100s.out, line %" PRIu64 ": not a value of %s: '%.*s'",
                     r->base, r->number, b->ports[k].name, shown(digits), at);
            return false;
        }
        at += digits;
    }
    at += strspn(at, " \n");
    if (!*at)
        return true;
    snprintf(t->error, sizeof t->error, "%.100s.out, line %" PRIu64 ": more than all values: '%.*s'", r->base,
             r->number, shown(strcspn(at, "\n")), at);
    return false;
}

// All outputs were sampled early; left to check is that no defined bit is x or z.
static void play_late(struct twin *t, const void *in, void *out)
{
    struct player *r = (struct player *)t;
    const struct ul1_block *b = t->shape;
    bool reset = b->clocked && *(const unsigned char *)in;
    if (!r->any_undefined || reset)
        return;
    for (size_t k = b->in_count; k < b->port_count; k++)
        for (size_t i = 0; i < b->ports[k].count; i++)
            if (ul1_get(&b->ports[k], r->undefined, i) & ul1_qualified(b, &b->ports[k], in, out, i)) {
                const struct ul1_port *p = &b->ports[k];
                char field[32] = "";
                if (p->field)
                    snprintf(field, sizeof field, " (%s %zu)", p->field, i);
                snprintf(t->error, sizeof t->error, "%.100s.out, line %" PRIu64 ": %s is undefined%s",
                         r->base, r->number, p->name, field);
                t->at_fault = true;
                return;
            }
}

static void play_clock(struct twin *t, const void *in, const void *out)
{
    (void)t, (void)in, (void)out;
}

static void play_free(struct twin *t)
{
    struct player *r = (struct player *)t;
    if (r->file)
        fclose(r->file);
    free(r->line);
    free(r->undefined);
    free(r);
}

struct twin *twin_recording(const struct ul1_block *shape, const char *base, char *error, size_t error_size)
{
    static const struct twin_ops ops = { play_early, play_late, play_clock, play_free };
    struct player *r = calloc(1, sizeof *r);
    if (!r || !(r->undefined = calloc(1, shape->out_size))) {
        free(r);
        snprintf(error, error_size, "out of memory");
        return NULL;
    }
    r->twin.ops = &ops;
    r->twin.shape = shape;
    r->twin.name = "recording";
    snprintf(r->base, sizeof r->base, "%s", base);
    r->file = open_part(base, ".out", "r");
    r->number = 1;
    if (!r->file)
        snprintf(error, error_size, "cannot read %.300s.out: %s", base, strerror(errno));
    else if (getline(&r->line, &r->line_size, r->file) < 1 || r->line[0] != '#')
        snprintf(error, error_size, "%.300s.out does not begin with a line of names", base);
    else
        return &r->twin;
    play_free(&r->twin);
    return NULL;
}
