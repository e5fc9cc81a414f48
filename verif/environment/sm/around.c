#include "environment/sm/around.h"

void around_carveout(struct around *a, unsigned carveout)
{
    if (a->known > carveout_rows(a->sizes, carveout))
        a->known = carveout_rows(a->sizes, carveout);
}

bool around_lacks(const struct around *a, unsigned carveout)
{
    return a->known < carveout_rows(a->sizes, carveout);
}

// A line, or two short ones, as one full-width access without conflicts: lane i accesses word i. Warps
// alternate.
static bool next_row(struct around *a, struct instr *i)
{
    if (a->row == a->end)
        return false;
    *i = (struct instr){
        .warp = (uint8_t)(a->row % WARPS), .width = UL1_WIDTH_B32, .mask = ALL_LANES, .passes = 1
    };
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = 4 * (a->row * UL1_LINE_WORDS + lane);
    a->row += LANES / UL1_LINE_WORDS;
    return true;
}

static bool next_store(void *source, struct instr *i)
{
    struct around *a = source;
    if (!next_row(a, i))
        return false;
    i->op = UL1_OP_STORE;
    i->data = (uint32_t)rng_next(a->rng);
    return true;
}

static bool next_load(void *source, struct instr *i)
{
    return next_row(source, i);
}

static struct part plain(struct around *a, const struct settings *set, bool (*next)(void *, struct instr *))
{
    return (struct part){ .set = { .carveout = set->carveout,
                                   .page = set->page,
                                   .fetch = set->fetch,
                                   .bankwidth = set->bankwidth,
                                   .policy = set->policy,
                                   .interval = 1,
                                   .again_after = 1,
                                   .memory = set->memory },
                          .next = next,
                          .source = a,
                          .reset_at = -1,
                          .expected = no_costs() };
}

static bool next_none(void *source, struct instr *i)
{
    (void)source;
    (void)i;
    return false;
}

static struct part commanded(struct around *a, const struct settings *set, unsigned op)
{
    struct part part = plain(a, set, next_none);
    a->command = (struct command){ .op = (uint8_t)op, .carveout = set->carveout };
    part.command = &a->command;
    part.commands = 1;
    return part;
}

struct part around_carveout_part(struct around *a, const struct settings *set)
{
    return commanded(a, set, UL1_CMD_CARVEOUT);
}

struct part around_changing(struct around *a, const struct settings *set)
{
    return plain(a, set, next_none);
}

struct part around_writing_back(struct around *a, const struct settings *set)
{
    return commanded(a, set, UL1_CMD_BOTH);
}

struct part around_seeding(struct around *a, struct rng *rng, const struct settings *set)
{
    a->rng = rng;
    a->row = a->known;
    a->end = a->known = carveout_rows(a->sizes, set->carveout);
    return plain(a, set, next_store);
}

struct part around_reading_back(struct around *a, const struct settings *set)
{
    a->row = 0;
    a->end = a->known;
    return plain(a, set, next_load);
}
