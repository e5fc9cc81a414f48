// Exports the model to SystemVerilog by DPI, over libul1 alone. See ul1_dpi_pkg.sv.
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <svdpi.h>

#include "ul1.h"

// A sample of inputs or outputs, and a bit for each undefined one (x or z).
struct sample {
    void *io, *undefined;
};

struct difference {
    const struct ul1_port *port;
    unsigned field;
    uint64_t expected, actual, undefined;
};

enum { KEPT = 64 };

struct ul1_dpi {
    const struct ul1_block *block;
    void *state, *out; // of the model
    struct sample in, shown;
    uint32_t *row[2], *row_undefined[2]; // rows as passed: inputs, outputs
    int bits[2];
    bool begun; // false until the first reset: cycles before it are not compared
    uint64_t compared;
    struct difference found[KEPT];
    char text[400];
};

enum { IN, OUT };

static bool in_row(const struct ul1_block *b, const struct ul1_port *p, int side)
{
    return p->is_out == (side == OUT) && (side == IN || !b->machine || p->outside);
}

static int row_bits(const struct ul1_block *b, int side)
{
    unsigned bits = side == IN && b->clocked;
    for (size_t k = 0; k < b->port_count; k++)
        bits += in_row(b, &b->ports[k], side) ? b->ports[k].width * b->ports[k].count : 0;
    return (int)bits;
}

void *ul1_dpi_open(const char *name, int lanes, int in_bits, int out_bits)
{
    const struct ul1_block *b = ul1_find((unsigned)lanes, name);
    if (!b || b->part_count) {
        fprintf(stderr, "ul1_dpi: there is no block or machine of blocks '%s' with %d lanes\n", name, lanes);
        return NULL;
    }
    if (in_bits != row_bits(b, IN) || out_bits != row_bits(b, OUT)) {
        fprintf(stderr,
                "ul1_dpi: %s with %d lanes has inputs of %d bits and outputs of %d, not of %d and %d: is it "
                "of other sizes?\n",
                name, lanes, row_bits(b, IN), row_bits(b, OUT), in_bits, out_bits);
        return NULL;
    }
    struct ul1_dpi *d = calloc(1, sizeof *d);
    size_t words = (size_t)(in_bits > out_bits ? in_bits : out_bits) / 32 + 1;
    if (d) {
        *d = (struct ul1_dpi){.block = b,
                              .begun = !b->clocked,
                              .bits = {in_bits, out_bits},
                              .state = calloc(1, ul1_state_size(b) + 1),
                              .out = calloc(1, b->out_size),
                              .in = {calloc(1, b->in_size), calloc(1, b->in_size)},
                              .shown = {calloc(1, b->out_size), calloc(1, b->out_size)},
                              .row = {calloc(words, 4), calloc(words, 4)},
                              .row_undefined = {calloc(words, 4), calloc(words, 4)}};
        void *all[] = {d->state,           d->out,    d->in.io,  d->in.undefined,     d->shown.io,
                       d->shown.undefined, d->row[0], d->row[1], d->row_undefined[0], d->row_undefined[1]};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            if (!all[i])
                d = NULL;
    }
    if (!d)
        fprintf(stderr, "ul1_dpi: out of memory\n");
    return d; // lives as long as the simulation
}

static void take(struct ul1_dpi *d, int side, int word, const svLogicVecVal *bits)
{
    if (!d || word < 0 || word * 32 >= d->bits[side])
        return;
    d->row[side][word] = bits->aval & ~bits->bval;
    d->row_undefined[side][word] = bits->bval;
}

void ul1_dpi_give(void *model, int word, const svLogicVecVal *bits) { take(model, IN, word, bits); }
void ul1_dpi_show(void *model, int word, const svLogicVecVal *bits) { take(model, OUT, word, bits); }

static uint64_t field(const uint32_t *row, size_t at, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)(row[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return value;
}

static void unpack(struct ul1_dpi *d, int side, struct sample to)
{
    const struct ul1_block *b = d->block;
    size_t at = 0;
    if (side == IN && b->clocked) {
        *(uint8_t *)to.io = d->row[side][0] & 1; // the reset is the first byte
        at = 1;
    }
    for (size_t k = 0; k < b->port_count; k++) {
        const struct ul1_port *p = &b->ports[k];
        for (unsigned i = 0; in_row(b, p, side) && i < p->count; i++, at += p->width) {
            ul1_set(p, to.io, i, field(d->row[side], at, p->width));
            ul1_set(p, to.undefined, i, field(d->row_undefined[side], at, p->width));
        }
    }
}

void ul1_dpi_evaluate(void *model)
{
    struct ul1_dpi *d = model;
    if (!d)
        return;
    unpack(d, IN, d->in);
    d->block->early(d->state, d->out);
    d->block->late(d->state, d->in.io, d->out);
}

int ul1_dpi_outputs(void *model, int word)
{
    const struct ul1_dpi *d = model;
    uint32_t value = 0;
    size_t at = 0;
    for (size_t k = 0; d && k < d->block->port_count; k++) {
        const struct ul1_port *p = &d->block->ports[k];
        for (unsigned i = 0; in_row(d->block, p, OUT) && i < p->count; i++, at += p->width) {
            const size_t from = (size_t)word * 32;
            if (at + p->width <= from || at >= from + 32)
                continue;
            const uint64_t v = ul1_get(p, d->out, i);
            value |= (uint32_t)(at < from ? v >> (from - at) : v << (at - from));
        }
    }
    return (int)value;
}

void ul1_dpi_clock(void *model)
{
    struct ul1_dpi *d = model;
    if (!d || !d->block->clocked)
        return;
    d->begun = d->begun || ul1_in_reset(d->block, d->in.io);
    d->block->clock(d->state, d->in.io, d->out);
}

// An undefined bit of a valid input is a difference as well, because the model has no such bits.
static uint64_t wrong_bits(const struct ul1_dpi *d, const struct ul1_port *p, unsigned i)
{
    const uint64_t mask = ul1_qualified(d->block, p, d->in.io, d->out, i);
    if (!p->is_out)
        return ul1_in_reset(d->block, d->in.io) ? 0 : ul1_get(p, d->in.undefined, i) & mask;
    return ((ul1_get(p, d->out, i) ^ ul1_get(p, d->shown.io, i)) | ul1_get(p, d->shown.undefined, i)) & mask;
}

int ul1_dpi_differences(void *model)
{
    struct ul1_dpi *d = model;
    int count = 0;
    if (!d || !d->begun)
        return 0;
    unpack(d, OUT, d->shown);
    for (size_t k = 0; k < d->block->port_count; k++) {
        const struct ul1_port *p = &d->block->ports[k];
        if (!in_row(d->block, p, p->is_out ? OUT : IN))
            continue;
        for (unsigned i = 0; i < p->count; i++) {
            d->compared += p->is_out && ul1_qualified(d->block, p, d->in.io, d->out, i);
            if (!wrong_bits(d, p, i))
                continue;
            const struct sample *actual = p->is_out ? &d->shown : &d->in;
            if (count < KEPT)
                d->found[count] =
                    (struct difference){p, i, ul1_get(p, p->is_out ? d->out : d->in.io, i),
                                        ul1_get(p, actual->io, i), ul1_get(p, actual->undefined, i)};
            count++;
        }
    }
    return count;
}

const char *ul1_dpi_difference(void *model, int n)
{
    struct ul1_dpi *d = model;
    if (!d || n < 0 || n >= KEPT)
        return "";
    const struct difference *f = &d->found[n];
    char where[40] = "", undefined[60] = "";
    if (f->port->field)
        snprintf(where, sizeof where, " (%s %u)", f->port->field, f->field);
    if (f->undefined)
        snprintf(undefined, sizeof undefined, ", undefined in the bits 0x%" PRIx64, f->undefined);
    if (f->port->is_out)
        snprintf(d->text, sizeof d->text, "%s.%s%s: expected 0x%" PRIx64 ", actual 0x%" PRIx64 "%s",
                 f->port->block, f->port->name, where, f->expected, f->actual, undefined);
    else
        snprintf(d->text, sizeof d->text, "the input %s%s is 0x%" PRIx64 "%s", f->port->name, where,
                 f->actual, undefined);
    return d->text;
}

int64_t ul1_dpi_compared(void *model) { return model ? (int64_t)((struct ul1_dpi *)model)->compared : 0; }
