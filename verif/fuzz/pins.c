// The model's blocks and machines at their pins: any inputs in any cycles, whether or not they keep the contracts. What comes out may
// then mean nothing, but it never reads or writes beside what it has, and is the same again.
#include "fuzz/common.h"

#include <stdlib.h>
#include <string.h>

#include "kit/rng.h"
#include "ul1.h"

enum { CYCLES = 40 };

const char *const fuzz_words[] = { NULL };

struct pins {
    const struct ul1_block *block;
    unsigned char *state, *in, *out;
};

static uint64_t sparse(struct rng *r)
{
    const uint64_t some = rng_next(r);
    return some & rng_next(r);
}

// As the byte says: all inputs drawn, one of them drawn, all bits of one, or as before.
static void set_inputs(struct pins *p, struct rng *r, uint8_t how, uint8_t port)
{
    const struct ul1_block *b = p->block;
    for (size_t k = 0; k < b->in_count; k++) {
        const struct ul1_port *in = &b->ports[k];
        if (how % 4 == 3 || (how % 4 && k != port % b->in_count))
            continue;
        for (size_t i = 0; i < in->count; i++)
            ul1_set(in, p->in, i, how % 4 == 2 ? UINT64_MAX : how & 4 ? sparse(r) : rng_next(r));
    }
    if (b->clocked)
        *p->in = how >= 250; // its reset
}

static uint64_t cycle(struct pins *p)
{
    const struct ul1_block *b = p->block;
    uint64_t seen = 0;
    b->early(p->state, p->out);
    b->late(p->state, p->in, p->out);
    for (size_t k = b->in_count; k < b->port_count; k++)
        for (size_t i = 0; i < b->ports[k].count; i++)
            seen = 31 * seen + (ul1_get(&b->ports[k], p->out, i) & ul1_qualified(b, &b->ports[k], p->in, p->out, i));
    b->clock(p->state, p->in, p->out);
    return seen;
}

static unsigned char *room(size_t size)
{
    unsigned char *at = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!at)
        exit(2);
    return memset(at, 0, size);
}

// All that was seen, as a number.
static uint64_t run(const struct ul1_block *block, const uint8_t *bytes, size_t count)
{
    struct pins p = { block, room(block->state_size + 1), room(block->in_size), room(block->out_size) };
    struct rng r;
    uint64_t seen = 0;
    rng_seed(&r, count);
    for (size_t n = 0; n < CYCLES && 2 * n + 1 < count; n++) {
        set_inputs(&p, &r, bytes[2 * n], bytes[2 * n + 1]);
        seen = 31 * seen + cycle(&p);
    }
    free(p.state);
    free(p.in);
    free(p.out);
    return seen;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    size_t blocks;
    if (count < 2)
        return 0;
    const struct ul1_block *all = ul1_blocks(8u << bytes[0] % 3, &blocks), *block = &all[bytes[1] % blocks];
    if (run(block, bytes + 2, count - 2) != run(block, bytes + 2, count - 2))
        fuzz_complain("not the same again", block->name);
    return 0;
}
