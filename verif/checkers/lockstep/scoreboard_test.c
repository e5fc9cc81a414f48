// The scoreboard has a fast comparison, generated, and a slow search by the tables. Both must see a flipped
// bit that is defined, and the search must find its place; neither may see any other. The test flips every
// bit of every field of every port.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/rng.h"
#include "checkers/lockstep/scoreboard.h"
#include "ul1_configs.h"

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

// A large machine has some ports in each round, as each flip compares the whole machine.
static void flip(struct scoreboard *sb, struct rng *r, unsigned round, const void *in, void *a, void *b)
{
    const struct ul1_block *shape = sb->shape;
    const size_t step = 1 + shape->port_count / 200;
    for (size_t k = shape->in_count + round % step; k < shape->port_count; k += step) {
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

// The bits of a field that were flipped while defined, and while undefined.
struct seen {
    uint64_t counting, idle;
};

// Flips, one after the other, the bits that were not flipped so far.
static void flip_others(struct scoreboard *sb, struct seen *seen, const void *in, void *a, void *b)
{
    const struct ul1_block *shape = sb->shape;
    for (size_t k = shape->in_count; k < shape->port_count; k++) {
        const struct ul1_port *p = &shape->ports[k];
        for (size_t i = 0; i < p->count; i++, seen++) {
            uint64_t old = ul1_get(p, b, i), counting = ul1_qualified(shape, p, in, a, i);
            uint64_t todo =
                (counting & ~seen->counting) | (~counting & ~seen->idle & (~0ull >> (64 - p->width)));
            for (; todo; todo &= todo - 1) {
                uint64_t bit = todo & -todo;
                ul1_set(p, b, i, old ^ bit);
                expect(scoreboard_check(sb, in, a, b) == !(counting & bit), shape, p, i,
                       counting & bit ? "a difference is not seen" : "sees what means nothing");
                *(counting & bit ? &seen->counting : &seen->idle) |= bit;
            }
            ul1_set(p, b, i, old);
        }
    }
}

static bool any_built(const struct ul1_block *shape)
{
    for (size_t k = shape->in_count; k < shape->port_count; k++)
        if (shape->ports[k].built)
            return true;
    return false;
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
    expect(any_built(shape) == (n > 0) && n <= sizeof found / sizeof *found, shape,
           &shape->ports[shape->in_count], 0, "too few or too many differ");
    for (size_t i = 1; i < n; i++)
        expect(found[i - 1].port->step <= found[i].port->step, shape, found[i].port, found[i].field,
               "is found too late");
    expect(scoreboard_find(sb, in, a, b, few, 3) == n, shape, &shape->ports[shape->in_count], 0,
           "another number differs if few are kept");
    for (size_t i = 0; i < 3 && i < n; i++)
        expect(few[i].port == found[i].port && few[i].field == found[i].field, shape, few[i].port,
               few[i].field, "is not among the first few");
    memcpy(b, a, shape->out_size);
}

static size_t out_fields(const struct ul1_block *b)
{
    size_t n = 0;
    for (size_t k = b->in_count; k < b->port_count; k++)
        n += b->ports[k].count;
    return n;
}

static void every_bit_counted(struct scoreboard *sb, const struct seen *seen)
{
    const struct ul1_block *b = sb->shape;
    for (size_t k = b->in_count; k < b->port_count; k++)
        for (size_t f = 0; f < b->ports[k].count; f++, seen++)
            expect(seen->counting == (b->ports[k].built ? ~0ull >> (64 - b->ports[k].width) : 0), b,
                   &b->ports[k], f, "has bits that never counted, or that are not built and do");
}

// A machine of parts compares each part as alone. Its fields are flipped at random.
static void test(struct rng *r, const struct ul1_block *block)
{
    const bool each = !block->part_count;
    struct scoreboard sb;
    unsigned char *in = calloc(1, block->in_size), *a = calloc(1, block->out_size),
                  *b = calloc(1, block->out_size);
    struct seen *seen = calloc(out_fields(block), sizeof *seen);
    if (!in || !a || !b || !seen || !scoreboard_open(&sb, block))
        exit(3);
    for (unsigned round = 0; round < (each ? 400 : 80); round++) {
        for (size_t k = 0; k < block->port_count; k++)
            fill(r, &block->ports[k], block->ports[k].is_out ? a : in, rng_below(r, 5));
        memcpy(b, a, block->out_size);
        flip(&sb, r, round, in, a, b);
        if (each)
            flip_others(&sb, seen, in, a, b);
        if (round < 5)
            all_differ(&sb, in, a, b);
    }
    for (size_t k = block->in_count; k < block->port_count; k++)
        expect(!scoreboard_checks(&sb)[k - block->in_count] == !block->ports[k].built, block,
               &block->ports[k], 0, "was never compared, or is not built and was");
    if (each)
        every_bit_counted(&sb, seen);
    scoreboard_close(&sb);
    free(seen);
    free(in);
    free(a);
    free(b);
}

// The configurations that are compiled in.
int main(void)
{
#define X(of) #of,
    static const char *const configs[] = { "", "mixed", UL1_CONFIGS(X) };
#undef X
    struct rng r;
    rng_seed(&r, 1);
    for (size_t c = 0; c < sizeof configs / sizeof *configs; c++) {
        size_t count = 0;
        const struct ul1_block *blocks = ul1_config(configs[c], LANES, &count);
        for (size_t i = 0; blocks && i < count; i++)
            test(&r, &blocks[i]);
    }
    printf("scoreboard: %u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
