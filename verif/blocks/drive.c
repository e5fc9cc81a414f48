// What the random drives have in common: phases, resets, random values wherever nobody may look, the verdict; and random
// masks, banks, rows and the like that make the corners likely.
#include "blocks/drive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/lane_diff.h"

enum { POWER_UP = 2 };                  // cycles of reset at the beginning

// Random bits everywhere, as far as they fit the port. A drive then sets what is qualified and leaves the rest, to show
// that nobody looks at it.
static void fill_random(struct drive *d, unsigned char *in)
{
    size_t size = d->shape->in_size;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t r = rng_next(&d->rng), fits = 0;
        size_t n = size - i < 8 ? size - i : 8;
        memcpy(&fits, d->fits + i, n);
        r &= fits;
        memcpy(in + i, &r, n);
    }
}

// Resets are rare, as queues and tables need time to fill; some last for a few cycles.
static bool draw_reset(struct drive *d)
{
    if (d->cycle >= POWER_UP && rng_below(&d->rng, d->kind->reset_every) == 0)
        d->reset_end = d->cycle + 1 + rng_below(&d->rng, 3);
    return d->cycle < POWER_UP || d->cycle < d->reset_end;
}

static void drive_drive(struct stimulus *s, const void *out, void *in)
{
    struct drive *d = (struct drive *)s;
    if (d->cycle >= d->phase_end) {
        d->phase_end = d->cycle + 50 + rng_below(&d->rng, 300);
        d->kind->knobs(d);
    }
    fill_random(d, in);
    if (d->shape->clocked) {
        *(uint8_t *)in = draw_reset(d); // the first byte, see ul1.h
        d->calm = d->cycle < POWER_UP;  // before the first reset outputs mean nothing and cannot be answered
    }
    d->kind->drive(d, out, in);
}

static void drive_respond(struct stimulus *s, const void *out, void *in)
{
    struct drive *d = (struct drive *)s;
    d->kind->respond(d, out, in);
}

static bool drive_observe(struct stimulus *s, const void *in, const void *out)
{
    struct drive *d = (struct drive *)s;
    const char *broken = d->kind->check(d, in, out);
    if (broken) {
        s->verdict = HARNESS_AT_FAULT;
        snprintf(s->error, sizeof s->error, "contract of %s: %s", d->kind->block, broken);
        return false;
    }
    d->kind->count(d, in, out);
    s->busy_cycles = (int64_t)++d->cycle;
    s->done = d->cycle >= d->cycles;
    return true;
}

static bool drive_finish(struct stimulus *s)
{
    struct drive *d = (struct drive *)s;
    if (d->cycle < DRIVE_JUDGED_CYCLES)
        return true;
    for (unsigned i = 0; i < s->event_count; i++) {
        if (s->events[i].count)
            continue;
        s->verdict = HARNESS_AT_FAULT;
        snprintf(s->error, sizeof s->error, "drive of %s: not once in %llu cycles: %s", d->kind->block,
                 (unsigned long long)d->cycle, s->events[i].name);
        return false;
    }
    return true;
}

static void drive_free(struct stimulus *s)
{
    free(s);
}

// The bits that each port has, at the bytes where it lies.
static void find_fits(struct drive *d)
{
    for (size_t p = 0; p < d->shape->in_count; p++) {
        const struct ul1_port *port = &d->shape->ports[p];
        for (unsigned i = 0; i < port->count; i++)
            ul1_set(port, d->fits, i, UINT64_MAX);
    }
}

// The drive, its events and its `fits` in one piece of memory.
struct stimulus *drive_make(const struct drive_kind *kind, const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct stimulus_ops plain = { drive_drive, NULL, drive_observe, drive_finish, drive_free };
    static const struct stimulus_ops answering = { drive_drive, drive_respond, drive_observe, drive_finish, drive_free };
    const struct ul1_block *shape = ul1_find(LANES, kind->block);
    struct drive *d = calloc(1, kind->size + kind->event_count * sizeof(struct event) + shape->in_size);
    if (!d)
        return NULL;
    struct stimulus *s = &d->stimulus;
    s->ops = kind->respond ? &answering : &plain;
    s->passes_expected = s->cycles_expected = -1;
    s->events = (struct event *)((unsigned char *)d + kind->size);
    s->event_count = kind->event_count;
    for (unsigned i = 0; i < kind->event_count; i++)
        s->events[i].name = kind->events[i];
    d->kind = kind;
    d->shape = shape;
    d->cycles = cycles;
    d->fits = (unsigned char *)(s->events + kind->event_count);
    find_fits(d);
    rng_seed(&d->rng, rng_name_seed(test->name, seed));
    return s;
}

unsigned draw_knob(struct drive *d)
{
    static const uint8_t percents[] = { 0, 3, 10, 30, 50, 70, 90, 98, 100, 100, 100, 100 };
    return percents[rng_below(&d->rng, sizeof percents)];
}

uint32_t draw_mask(struct drive *d)
{
    uint32_t one = 1u << rng_below(&d->rng, LANES), a = (uint32_t)rng_next(&d->rng), b = (uint32_t)rng_next(&d->rng);
    switch (rng_below(&d->rng, 8)) {
    case 0: return one;
    case 1: return ((a & b) | one) & ALL_LANES;
    case 2: return (a | one) & ALL_LANES;
    case 3: return (a | b | one) & ALL_LANES;
    case 4: return ALL_LANES & ((1u << LANES / 2) - 1);
    case 5: return ALL_LANES & ~one;
    default: return ALL_LANES;
    }
}

void draw_banks(struct drive *d, uint8_t bank[LANES])
{
    unsigned first = rng_below(&d->rng, LANES), stride = rng_below(&d->rng, LANES), few = 1 + rng_below(&d->rng, 3);
    switch (rng_below(&d->rng, 4)) {
    case 0: few = 0; break;             // all their own, if the stride is odd; in one bank, if it is zero
    case 1: stride |= 1, few = 0; break;
    case 2: few = LANES; break;         // anywhere
    }
    for (unsigned i = 0; i < LANES; i++)
        bank[i] = (uint8_t)((few ? first + rng_below(&d->rng, few) : first + i * stride) % LANES);
}

unsigned draw_bytes(struct drive *d)
{
    switch (rng_below(&d->rng, 4)) {
    case 0: return 1u << rng_below(&d->rng, 4);
    case 1: return rng_below(&d->rng, 16);
    case 2: return rng_below(&d->rng, 2) ? 0x3 : 0xc;
    default: return 0xf;
    }
}

unsigned draw_sectors(struct drive *d)
{
    switch (rng_below(&d->rng, 4)) {
    case 0: return 1u << rng_below(&d->rng, 4);
    case 1: return 0xf & ~(1u << rng_below(&d->rng, 4));
    case 2: return 1 + rng_below(&d->rng, 0xf);
    default: return 0xf;
    }
}

void draw_rows(struct drive *d, struct rows *rows)
{
    rows->count = 1 + rng_below(&d->rng, sizeof rows->row / sizeof *rows->row);
    for (unsigned i = 0; i < rows->count; i++) {
        switch (rng_below(&d->rng, 4)) {
        case 0: rows->row[i] = 0; break;
        case 1: rows->row[i] = UL1_ROWS - 1; break;
        default: rows->row[i] = (uint16_t)rng_below(&d->rng, UL1_ROWS);
        }
    }
}

unsigned draw_width(struct drive *d)
{
    return rng_below(&d->rng, 50) ? rng_below(&d->rng, UL1_WIDTH_B128 + 1) : 5 + rng_below(&d->rng, 3);
}
