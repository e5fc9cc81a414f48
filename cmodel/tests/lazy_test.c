// The evaluation of a machine that leaves out parts that rest, beside that of all its parts: random traffic
// with long pauses, errors and resets at the pins of dcside. All outputs are compared in every cycle.
#include "common_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "ul1_sizes.h"

enum { SMS_MOST = 8, NUMBERS = 8, LINES = 96, CYCLES = 30000, LONG_PAUSE = 600 };

struct twin {
    const struct ul1_block *block;
    unsigned char *state, *in, *out;
};

// An SM: its offer, and the numbers of requests without an answer.
struct asker {
    unsigned offers, used;
    const struct ul1_port *valid, *op, *number, *line, *sect, *vline, *be, *word; // inputs
    const struct ul1_port *ready, *resp_valid, *resp_op, *resp_number, *resp_sect;
    unsigned left[NUMBERS]; // sectors that a read waits for
};

static struct twin twin_of(const struct ul1_block *block)
{
    struct twin t = { block, calloc(1, ul1_state_size(block)), calloc(1, block->in_size),
                      calloc(1, block->out_size) };
    if (!t.state || !t.in || !t.out)
        exit(2);
    return t;
}

static void unmake(struct twin *t)
{
    free(t->state);
    free(t->in);
    free(t->out);
}

static const struct ul1_port *port(const struct ul1_block *b, unsigned sm, const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "sni[%u].%s", sm, name);
    return ul1_port_find(b, full);
}

static void find_ports(struct asker *a, const struct ul1_block *b, unsigned sm)
{
    memset(a, 0, sizeof *a);
    a->valid = port(b, sm, "mem_valid"), a->op = port(b, sm, "mem_op"), a->number = port(b, sm, "mem_number");
    a->line = port(b, sm, "mem_line"), a->sect = port(b, sm, "mem_sect"), a->vline = port(b, sm, "mem_vline");
    a->be = port(b, sm, "memdata_be"), a->word = port(b, sm, "memdata_word"),
    a->ready = port(b, sm, "mem_ready");
    a->resp_valid = port(b, sm, "resp_valid"), a->resp_op = port(b, sm, "resp_op");
    a->resp_number = port(b, sm, "resp_number"), a->resp_sect = port(b, sm, "resp_sect");
}

// A new offer, if a number is free. It stays until it is taken.
static void offer(struct asker *a, unsigned char *in, struct rng *r)
{
    const unsigned kind = rng_below(r, 20), n = rng_below(r, NUMBERS), line = rng_below(r, LINES),
                   sect = 1 + rng_below(r, (1u << UL1_SECTORS) - 1);
    if (a->offers || a->used >> n & 1)
        return;
    const unsigned op = kind == 0 ? UL1_MEMOP_FENCE : kind < 6 ? UL1_MEMOP_WRITE : UL1_MEMOP_READ;
    a->offers = 1;
    ul1_set(a->valid, in, 0, 1);
    ul1_set(a->op, in, 0, op);
    ul1_set(a->number, in, 0, n);
    ul1_set(a->line, in, 0, op == UL1_MEMOP_FENCE ? 0 : line);
    ul1_set(a->sect, in, 0, op == UL1_MEMOP_READ ? sect : 0);
    ul1_set(a->vline, in, 0, op == UL1_MEMOP_WRITE ? line : 0);
    for (unsigned w = 0; w < a->be->count; w++) {
        const uint64_t word = rng_next(r);
        ul1_set(a->be, in, w, op == UL1_MEMOP_WRITE ? word >> 40 & word >> 50 & 15 : 0);
        ul1_set(a->word, in, w, word);
    }
    if (op == UL1_MEMOP_WRITE)
        ul1_set(a->be, in, rng_below(r, a->be->count), 15);
    a->left[n] = sect;
    a->used |= op == UL1_MEMOP_WRITE ? 0 : 1u << n;
}

static void look(struct asker *a, unsigned char *in, const unsigned char *out)
{
    if (a->offers && ul1_get(a->ready, out, 0)) {
        a->offers = 0;
        ul1_set(a->valid, in, 0, 0);
        for (unsigned w = 0; w < a->be->count; w++)
            ul1_set(a->be, in, w, 0);
    }
    if (!ul1_get(a->resp_valid, out, 0) || ul1_get(a->resp_op, out, 0) == UL1_MEMOP_WRITE)
        return;
    const unsigned n = (unsigned)ul1_get(a->resp_number, out, 0);
    a->left[n] &= (unsigned)~ul1_get(a->resp_sect, out, 0);
    if (ul1_get(a->resp_op, out, 0) == UL1_MEMOP_FENCE || !a->left[n])
        a->used &= ~(1u << n);
}

// The cells answer in the cycle behind an access, or fail. Otherwise their words are zero, or seldom
// something.
static void cells(const struct ul1_block *b, unsigned char *in, const unsigned char *out, struct rng *r,
                  unsigned seldom)
{
    char name[64];
    for (unsigned c = 0; c < UL1_MCS; c++) {
        snprintf(name, sizeof name, "mc[%u].cell_valid", c);
        const uint64_t valid = ul1_get(ul1_port_find(b, name), out, 0);
        snprintf(name, sizeof name, "mc[%u].back_err", c);
        ul1_set(ul1_port_find(b, name), in, 0, valid && rng_below(r, 50) == 0);
        snprintf(name, sizeof name, "mc[%u].back_word", c);
        const struct ul1_port *word = ul1_port_find(b, name);
        const unsigned words = rng_below(r, 3); // or all zero
        for (unsigned w = 0; w < word->count; w++)
            ul1_set(word, in, w, (valid && words) || (seldom && rng_below(r, 500) == 0) ? rng_next(r) : 0);
    }
}

static void cycle(struct twin *t, const unsigned char *in)
{
    t->block->early(t->state, t->out);
    memcpy(t->in, in, t->block->in_size);
    t->block->late(t->state, t->in, t->out);
}

static unsigned differ(const struct twin *a, const struct twin *b)
{
    for (size_t i = a->block->in_count; i < a->block->port_count; i++) {
        const struct ul1_port *p = &a->block->ports[i];
        for (unsigned k = 0; k < p->count; k++) {
            const uint64_t bits = ul1_qualified(a->block, p, a->in, a->out, k);
            if (bits != ul1_qualified(b->block, p, b->in, b->out, k)
                || ((ul1_get(p, a->out, k) ^ ul1_get(p, b->out, k)) & bits)) {
                printf("%s.%s[%u] differs\n", p->part, p->name, k);
                return 1;
            }
        }
    }
    return 0;
}

static void turn(struct twin *t)
{
    for (size_t p = 0; p < t->block->part_count; p++) {
        unsigned char *out = t->out + t->block->parts[p].out_offset;
        for (size_t i = 0; i < ul1_part_block(t->block, p)->out_size; i++)
            out[i] ^= 0x5a;
    }
}

// After a long pause no part is evaluated: outputs of which all bits are turned stay so.
static unsigned rests(struct twin *t)
{
    unsigned char *before = malloc(t->block->out_size);
    if (!before)
        exit(2);
    turn(t);
    memcpy(before, t->out, t->block->out_size);
    t->block->early(t->state, t->out);
    t->block->late(t->state, t->in, t->out);
    t->block->clock(t->state, t->in, t->out);
    const unsigned same = !memcmp(before, t->out, t->block->out_size);
    turn(t);
    free(before);
    return same;
}

void test_lazy(void)
{
    const struct ul1_block *block = ul1_find(lanes, "dcside");
    struct twin all = twin_of(block), lazy = twin_of(block->lazy);
    unsigned char *in = calloc(1, block->in_size);
    struct asker asker[SMS_MOST];
    struct rng r;
    unsigned wrong = 0, rested = 0, pauses = 0, pause = 0, busy = 0, until = 0, answers = 0;
    rng_seed(&r, lanes);
    for (unsigned sm = 0; sm < UL1_SMS; sm++)
        find_ports(&asker[sm], block, sm);
    for (unsigned now = 0; now < CYCLES && in && !wrong; now++) {
        if (now == until) {
            pauses += pause == LONG_PAUSE;
            rested += pause == LONG_PAUSE && rests(&lazy);
            busy = !busy;
            pause = busy ? 0 : rng_below(&r, 3) ? 1 + rng_below(&r, 200) : LONG_PAUSE;
            until = now + (busy ? 1 + rng_below(&r, rng_below(&r, 2) ? 30 : 300) : pause);
            in[0] = !busy && rng_below(&r, 8) == 0; // a reset begins a pause
        }
        for (unsigned sm = 0; sm < UL1_SMS; sm++)
            if (busy && rng_below(&r, 4) == 0)
                offer(&asker[sm], in, &r);
        cycle(&all, in);
        cycle(&lazy, in);
        wrong = differ(&all, &lazy);
        all.block->clock(all.state, all.in, all.out);
        lazy.block->clock(lazy.state, lazy.in, lazy.out);
        for (unsigned sm = 0; sm < UL1_SMS; sm++) {
            answers += ul1_get(asker[sm].resp_valid, all.out, 0) != 0;
            look(&asker[sm], in, all.out);
            if (in[0])
                asker[sm].used = 0;
        }
        cells(block, in, all.out, &r, pause != LONG_PAUSE);
        in[0] = 0;
    }
    CHECK(!wrong && answers > 500);
    CHECK(rested > 3 && rested == pauses);
    unmake(&all);
    unmake(&lazy);
    free(in);
}
