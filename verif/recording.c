#define _GNU_SOURCE // getline
#include "recording.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORT_BITS = 64 * 64, PORT_BYTES = PORT_BITS / 8 }; // the widest port: no more fields and bits than the table's reader lets through

struct recorder {
    struct observer observer;
    const struct ul1_block *shape;
    bool actual;
    FILE *in, *out;
};

// The fields of a port as one number, in bytes from the lowest; returns how many hexadecimal digits it has.
static unsigned flatten(const struct ul1_port *p, const void *io, unsigned char bytes[PORT_BYTES])
{
    memset(bytes, 0, PORT_BYTES);
    for (unsigned i = 0; i < p->count; i++) {
        uint64_t v = ul1_get(p, io, i);
        for (unsigned b = 0; b < p->width; b++) {
            unsigned at = i * p->width + b;
            bytes[at / 8] |= (unsigned char)((v >> b & 1) << at % 8);
        }
    }
    return (p->width * p->count + 3) / 4;
}

static void write_ports(FILE *f, const struct ul1_port *ports, size_t count, const void *io)
{
    unsigned char bytes[PORT_BYTES];
    char text[2 * PORT_BYTES];
    for (size_t k = 0; k < count; k++) {
        unsigned digits = flatten(&ports[k], io, bytes);
        for (unsigned d = 0; d < digits; d++)
            text[digits - 1 - d] = "0123456789abcdef"[bytes[d / 2] >> 4 * (d % 2) & 15];
        text[digits] = k + 1 < count ? ' ' : '\n';
        fwrite(text, 1, digits + 1, f);
    }
}

static void record_cycle(struct observer *o, uint64_t cycle, const void *in, const void *expected, const void *actual)
{
    struct recorder *r = (struct recorder *)o;
    const struct ul1_block *b = r->shape;
    (void)cycle;
    if (b->clocked)
        fprintf(r->in, "%u ", *(const unsigned char *)in);
    write_ports(r->in, b->ports, b->in_count, in);
    write_ports(r->out, b->ports + b->in_count, b->port_count - b->in_count, (r->actual && actual) || !expected ? actual : expected);
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
        fprintf(k < shape->in_count ? r->in : r->out, "%s %s", k == shape->in_count ? "#" : "", shape->ports[k].name);
    fprintf(r->in, "\n");
    fprintf(r->out, "\n");
    return &r->observer;
}

struct player {
    struct twin twin;
    FILE *file;
    char *line;
    size_t line_size;
    uint64_t number;            // of the line, for messages
    unsigned char *undefined;   // as out, a bit for each undefined bit
    bool any_undefined;
    char base[1000];
};

// The fields of a port out of its digits. False: not that many hexadecimal digits, or others.
static bool read_port(const struct ul1_port *p, const char *text, size_t digits, void *out, void *undefined, bool *any)
{
    unsigned char bytes[PORT_BYTES] = { 0 }, x[PORT_BYTES] = { 0 };
    if (digits != (p->width * p->count + 3) / 4)
        return false;
    for (size_t d = 0; d < digits; d++) {
        char c = text[digits - 1 - d];
        const char *at = strchr("0123456789abcdef", c | 0x20);
        bool unknown = strchr("xz", c | 0x20) != NULL;
        if (!c || (!at && !unknown))
            return false;
        if (unknown) {
            x[d / 2] |= (unsigned char)(15u << 4 * (d % 2));
            *any = true;
        } else {
            bytes[d / 2] |= (unsigned char)((at - "0123456789abcdef") << 4 * (d % 2));
        }
    }
    for (unsigned i = 0; i < p->count; i++) {
        uint64_t v = 0, u = 0;
        for (unsigned b = 0; b < p->width; b++) {
            unsigned bit = i * p->width + b;
            v |= (uint64_t)(bytes[bit / 8] >> bit % 8 & 1) << b;
            u |= (uint64_t)(x[bit / 8] >> bit % 8 & 1) << b;
        }
        ul1_set(p, out, i, v);
        ul1_set(p, undefined, i, u);
    }
    return true;
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
            snprintf(t->error, sizeof t->error, "%.100s.out, line %" PRIu64 ": not a value of %s: '%.20s'", r->base, r->number,
                     b->ports[k].name, at);
            return false;
        }
        at += digits;
    }
    return true;
}

// All outputs are there since early; what is left is to see that none that means something is undefined.
static void play_late(struct twin *t, const void *in, void *out)
{
    struct player *r = (struct player *)t;
    const struct ul1_block *b = t->shape;
    bool reset = b->clocked && *(const unsigned char *)in;
    if (!r->any_undefined || reset)
        return;
    for (size_t k = b->in_count; k < b->port_count; k++)
        for (size_t i = 0; i < b->ports[k].count; i++)
            if (ul1_get(&b->ports[k], r->undefined, i) & port_qualified_bits(b, &b->ports[k], in, out, i)) {
                const struct ul1_port *p = &b->ports[k];
                char field[32] = "";
                if (p->field)
                    snprintf(field, sizeof field, " (%s %zu)", p->field, i);
                snprintf(t->error, sizeof t->error, "%.100s.out, line %" PRIu64 ": %s is undefined%s", r->base, r->number, p->name, field);
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
