// The scoreboard has a fast comparison, generated, and a slow search by the tables. Both must see a flipped
// bit that is defined, and the search must find its place; neither may see any other. The test flips every
// bit of every field of every port.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/rng.h"
#include "checkers/lockstep/scoreboard.h"

static unsigned passed, failed;

static void expect(bool ok, const struct ul1_block *b, const struct ul1_port *p, size_t field,
                   const char *what)
{
    if (ok) {
        passed++;
    } else if (failed++ < 10) {
        printf("FAILED: %s.%s[%zu]: %s\n", b->name, p->name, field, what);
    }
}

// Random fields; qualifiers all off, all on, or sparse, so that every kind of chain occurs.
static void fill(struct rng *r, const struct ul1_port *p, void *io, unsigned mode)
{
    for (size_t i = 0; i < p->count; i++) {
        uint64_t v = rng_next(r);
        if (mode == 1 || mode == 3)
            v &= rng_next(r) & rng_next(r);
        ul1_set(p, io, i, mode == 0 ? 0 : mode == 2 ? ~0ull : v);
    }
}

static void flip(struct scoreboard *sb, struct rng *r, const void *in, void *a, void *b)
{
    const struct ul1_block *shape = sb->shape;
    for (size_t k = shape->in_count; k < shape->port_count; k++) {
        const struct ul1_port *p = &shape->ports[k];
        size_t field = rng_below(r, p->count);
        uint64_t bit = 1ull << rng_below(r, p->width), old = ul1_get(p, b, field);
        bool counts = (ul1_qualified(shape, p, in, a, field) & bit) != 0;
        struct mismatch m = { 0 };
        ul1_set(p, b, field, old ^ bit);
        uint64_t before = scoreboard_checks(sb)[k - shape->in_count];
        expect(scoreboard_check(sb, in, a, b) == !counts, shape, p, field,
               counts ? "a difference is not seen" : "sees what means nothing");
        size_t n = scoreboard_find(sb, in, a, b, &m, 1);
        expect(n == counts && (!n || (m.port == p && m.field == field && (m.expected ^ m.actual) == bit)),
               shape, p, field, "is not found where it is");
        expect(!counts || scoreboard_checks(sb)[k - shape->in_count] > before, shape, p, field,
               "is compared but not counted");
        ul1_set(p, b, field, old);
    }
}

// The bits of each field that were flipped while defined, and while undefined.
enum { FIELDS = 256 }; // fields of a port: the table's reader accepts no more
struct seen {
    uint64_t counting[FIELDS], idle[FIELDS];
};

// Flips, one after the other, the bits that were not flipped so far.
static void flip_others(struct scoreboard *sb, struct seen *seen, const void *in, void *a, void *b)
{
    const struct ul1_block *shape = sb->shape;
    for (size_t k = shape->in_count; k < shape->port_count; k++) {
        const struct ul1_port *p = &shape->ports[k];
        struct seen *s = &seen[k - shape->in_count];
        for (size_t i = 0; i < p->count; i++) {
            uint64_t old = ul1_get(p, b, i), counting = ul1_qualified(shape, p, in, a, i);
            uint64_t todo =
                (counting & ~s->counting[i]) | (~counting & ~s->idle[i] & (~0ull >> (64 - p->width)));
            for (; todo; todo &= todo - 1) {
                uint64_t bit = todo & -todo;
                ul1_set(p, b, i, old ^ bit);
                expect(scoreboard_check(sb, in, a, b) == !(counting & bit), shape, p, i,
                       counting & bit ? "a difference is not seen" : "sees what means nothing");
                *(counting & bit ? &s->counting[i] : &s->idle[i]) |= bit;
            }
            ul1_set(p, b, i, old);
        }
    }
}

// Everything that may differ does. Mismatches come in the order of evaluation, and any short list has the
// first one.
static void all_differ(struct scoreboard *sb, const void *in, const void *a, void *b)
{
    const struct ul1_block *shape = sb->shape;
    static struct mismatch found[20000];
    struct mismatch few[3];
    for (size_t i = 0; i < shape->out_size; i++)
        ((unsigned char *)b)[i] = (unsigned char)~((const unsigned char *)a)[i];
    size_t n = scoreboard_find(sb, in, a, b, found, sizeof found / sizeof *found);
    expect(n && n <= sizeof found / sizeof *found, shape, &shape->ports[shape->in_count], 0,
           "too few or too many differ");
    for (size_t i = 1; i < n; i++)
        expect(found[i - 1].port->step <= found[i].port->step, shape, found[i].port, found[i].field,
               "is found too late");
    expect(scoreboard_find(sb, in, a, b, few, 3) == n, shape, few[0].port, 0,
           "another number differs if few are kept");
    for (size_t i = 0; i < 3 && i < n; i++)
        expect(few[i].port == found[i].port && few[i].field == found[i].field, shape, few[i].port,
               few[i].field, "is not among the first few");
    memcpy(b, a, shape->out_size);
}

int main(void)
{
    size_t count;
    const struct ul1_block *blocks = ul1_blocks(LANES, &count);
    struct rng r;
    rng_seed(&r, 1);
    for (size_t i = 0; i < count; i++) {
        struct scoreboard sb;
        unsigned char *in = calloc(1, blocks[i].in_size), *a = calloc(1, blocks[i].out_size),
                      *b = calloc(1, blocks[i].out_size);
        struct seen *seen = calloc(blocks[i].port_count, sizeof *seen);
        if (!in || !a || !b || !seen || !scoreboard_open(&sb, &blocks[i]))
            exit(3);
        for (unsigned round = 0; round < 400; round++) {
            for (size_t k = 0; k < blocks[i].port_count; k++)
                fill(&r, &blocks[i].ports[k], blocks[i].ports[k].is_out ? a : in, rng_below(&r, 5));
            memcpy(b, a, blocks[i].out_size);
            flip(&sb, &r, in, a, b);
            flip_others(&sb, seen, in, a, b);
            if (round < 5)
                all_differ(&sb, in, a, b);
        }
        for (size_t k = blocks[i].in_count; k < blocks[i].port_count; k++) {
            const struct ul1_port *p = &blocks[i].ports[k];
            expect(scoreboard_checks(&sb)[k - blocks[i].in_count] > 0, &blocks[i], p, 0,
                   "was never compared");
            for (size_t f = 0; f < p->count; f++)
                expect(seen[k - blocks[i].in_count].counting[f] == ~0ull >> (64 - p->width), &blocks[i], p, f,
                       "has bits that never counted");
        }
        scoreboard_close(&sb);
        free(seen);
        free(in);
        free(a);
        free(b);
    }
    printf("scoreboard: %u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
