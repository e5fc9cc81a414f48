// Tests of the comparison by order: each block that allows it gets a twin that is late in every legal way,
// and one for each way to be wrong. The outputs are random; no block is involved.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/rng.h"
#include "checkers/lockstep/tolerant.h"

enum { CYCLES = 600, RESET_AT = 300, RESETS = 3, MOST = 3, AT = 150 };

static unsigned passed, failed;

static void expect(bool ok, const char *block, const char *what, unsigned number)
{
    if (ok)
        passed++;
    else if (failed++ < 20)
        printf("FAILED: %s: %s %u\n", block, what, number);
}

// The inputs, the outputs of the expected twin and those of the actual one, cycle by cycle.
struct stream {
    const struct ul1_block *shape;
    struct rng rng;
    unsigned char *in, *expected, *actual;
    uint64_t *checks;
};

static void *in_at(const struct stream *s, unsigned cycle)
{
    return s->in + cycle * s->shape->in_size;
}
static void *expected_at(const struct stream *s, unsigned cycle)
{
    return s->expected + cycle * s->shape->out_size;
}
static void *actual_at(const struct stream *s, unsigned cycle)
{
    return s->actual + cycle * s->shape->out_size;
}

static bool resets(unsigned cycle)
{
    return cycle < 2 || (cycle >= RESET_AT && cycle < RESET_AT + RESETS);
}

// Makes all interfaces active, or none.
static void say(struct stream *s, void *out, bool something)
{
    memset(out, 0, s->shape->out_size);
    for (size_t i = s->shape->in_count; something && i < s->shape->port_count; i++) {
        const struct ul1_port *p = &s->shape->ports[i];
        for (size_t k = 0; k < p->count; k++)
            ul1_set(p, out, k, p->built ? rng_next(&s->rng) | (p->when < 0 && !k) : 0);
    }
}

static bool says(const struct stream *s, unsigned cycle)
{
    const struct ul1_port *p = &s->shape->ports[s->shape->in_count];
    while (p->when >= 0 || !p->built)
        p++;
    return ul1_get(p, expected_at(s, cycle), 0) != 0;
}

static struct stream begin(const struct ul1_block *shape, uint64_t seed)
{
    struct stream s = { .shape = shape,
                        .in = calloc(CYCLES, shape->in_size),
                        .expected = calloc(CYCLES, shape->out_size),
                        .actual = calloc(CYCLES, shape->out_size),
                        .checks = calloc(shape->port_count, sizeof *s.checks) };
    if (!s.in || !s.expected || !s.actual || !s.checks)
        exit(3);
    rng_seed(&s.rng, seed);
    for (unsigned c = 0; c < CYCLES; c++) {
        say(&s, expected_at(&s, c), rng_percent(&s.rng, 60));
        if (shape->clocked)
            *(uint8_t *)in_at(&s, c) = resets(c);
    }
    say(&s, expected_at(&s, AT), true);
    say(&s, expected_at(&s, AT + 1), true);
    say(&s, expected_at(&s, AT + 2), false);
    return s;
}

static void end(struct stream *s)
{
    free(s->in), free(s->expected), free(s->actual), free(s->checks);
}

// The actual twin is the expected one, so many cycles later. Its earlier outputs, and those from before a
// reset, are random or zero.
static void delay(struct stream *s, unsigned by, bool rubbish)
{
    for (unsigned c = 0; c < CYCLES; c++) {
        const bool since = c >= by && !(s->shape->clocked && (resets(c) || resets(c - by)));
        if (since)
            memcpy(actual_at(s, c), expected_at(s, c - by), s->shape->out_size);
        else
            say(s, actual_at(s, c), rubbish);
    }
}

// Delays each message by a random number of cycles, in order.
static void jitter(struct stream *s)
{
    unsigned next = 0, waits = 0;
    for (unsigned c = 0; c < CYCLES; c++) {
        say(s, actual_at(s, c), false);
        if (s->shape->clocked && resets(c))
            next = c + 1;
        while (next < c && !says(s, next))
            next++;
        if (next > c || !says(s, next) || (c - next < MOST && rng_percent(&s->rng, 40)))
            continue;
        waits |= 1u << (c - next);
        memcpy(actual_at(s, c), expected_at(s, next++), s->shape->out_size);
    }
    expect(waits == (2u << MOST) - 1, s->shape->name, "jitter has not all of the delays,", waits);
}

// Whether the comparison accepts it; then the lags.
static bool right(struct stream *s, struct lag lag[TOLERANT_INTERFACES], unsigned *lags)
{
    struct finding found;
    struct tolerant *t = tolerant_open(s->shape, MOST);
    bool fine = t != NULL;
    for (unsigned c = s->shape->clocked; fine && c < CYCLES; c++)
        fine = tolerant_check(t, c, in_at(s, c), expected_at(s, c), actual_at(s, c), s->checks, &found);
    *lags = fine ? tolerant_lags(t, lag) : 0;
    tolerant_close(t);
    return fine;
}

static bool is_right(struct stream *s, unsigned least, unsigned most)
{
    struct lag lag[TOLERANT_INTERFACES];
    unsigned lags;
    bool fine = right(s, lag, &lags) && lags;
    for (unsigned i = 0; i < lags; i++)
        fine &= lag[i].least == least && lag[i].most == most && lag[i].said > CYCLES / 3
            && lag[i].sum >= lag[i].said * least;
    return fine;
}

static bool is_wrong(struct stream *s)
{
    struct lag lag[TOLERANT_INTERFACES];
    unsigned lags;
    return !right(s, lag, &lags);
}

// Between two active cycles lie inactive ones, so that there is space to move messages.
static void wrong(const struct ul1_block *shape, unsigned by)
{
    enum { DROPPED, DOUBLED, SWAPPED, WAYS };
    for (unsigned way = 0; way < WAYS; way++) {
        struct stream s = begin(shape, way + 10);
        void *one = actual_at(&s, AT + by), *two = actual_at(&s, AT + by + 1),
             *silence = actual_at(&s, AT + by + 2);
        delay(&s, by, true);
        if (way == DROPPED)
            memset(one, 0, shape->out_size);
        else if (way == DOUBLED)
            memcpy(silence, two, shape->out_size);
        else {
            memcpy(silence, one, shape->out_size);
            memcpy(one, two, shape->out_size);
            memcpy(two, silence, shape->out_size);
            memset(silence, 0, shape->out_size);
        }
        expect(is_wrong(&s), shape->name, "not found, one of dropped, doubled, swapped:", way);
        end(&s);
    }
}

// Flips a bit of each output, where it is defined and where it is not.
static void flip(const struct ul1_block *shape, unsigned by)
{
    for (size_t i = shape->in_count; i < shape->port_count; i++) {
        const struct ul1_port *p = &shape->ports[i];
        struct stream s = begin(shape, i);
        delay(&s, by, true);
        expect(is_right(&s, by, by), shape->name, "is not found right before a bit is flipped of output",
               (unsigned)i);
        for (size_t k = 0; k < p->count; k++) {
            const uint64_t bits = ul1_qualified(shape, p, in_at(&s, AT), expected_at(&s, AT), k),
                           bit = 1ull << (p->width - 1);
            const uint64_t was = ul1_get(p, actual_at(&s, AT + by), k);
            ul1_set(p, actual_at(&s, AT + by), k, was ^ bit);
            expect(is_wrong(&s) == ((bits & bit) != 0), shape->name,
                   "a flipped bit is judged wrongly, of output", (unsigned)i);
            ul1_set(p, actual_at(&s, AT + by), k, was);
        }
        expect(!s.checks[i - shape->in_count] == !p->built, shape->name,
               "nothing was compared of output, or something of one that is not built", (unsigned)i);
        end(&s);
    }
}

static void try_block(const struct ul1_block *shape)
{
    for (unsigned by = 0; by <= MOST + 1; by++)
        for (unsigned rubbish = 0; rubbish < 2; rubbish++) {
            struct stream s = begin(shape, by);
            delay(&s, by, rubbish);
            expect(is_right(&s, by, by) == (by <= MOST), shape->name, "is judged wrongly, late by", by);
            end(&s);
        }
    struct stream s = begin(shape, 99);
    jitter(&s);
    expect(is_right(&s, 0, MOST), shape->name, "is judged wrongly, late by any of the cycles up to", MOST);
    for (unsigned c = 0; c + 1 < CYCLES; c++)
        memcpy(actual_at(&s, c), expected_at(&s, c + 1), shape->out_size);
    expect(is_wrong(&s), shape->name, "is found right, sooner by", 1);
    end(&s);
    for (unsigned by = 0; by <= MOST; by++)
        wrong(shape, by);
    flip(shape, 1);
}

int main(void)
{
    static const char *const names[] = { "split", "axbar", "data", "dxbar", "perf" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        try_block(ul1_find(LANES, names[i]));
    struct tolerant *t = tolerant_open(ul1_find(LANES, "prt"), MOST); // an input qualifies an output
    expect(!t, "prt", "is taken", 0);
    tolerant_close(t);
    printf("tolerant: %u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
