#include "sm_around.h"

void sm_around_split(struct sm_around *a, unsigned split)
{
    if (a->known > split_rows(split))
        a->known = split_rows(split);
}

bool sm_around_lacks(const struct sm_around *a, unsigned split)
{
    return a->known < split_rows(split);
}

// The row as one full-width access without conflicts: lane i has its word i. Each warp in turn.
static bool next_row(struct sm_around *a, struct sm_instr *i)
{
    if (a->row == a->end)
        return false;
    *i = (struct sm_instr){ .warp = (uint8_t)(a->row % SM_WARPS), .width = UL1_WIDTH_B32, .mask = SM_ALL_LANES,
                            .passes = 1 };
    for (unsigned lane = 0; lane < LANES; lane++)
        i->addr[lane] = 4 * (a->row * LANES + lane);
    a->row++;
    return true;
}

static bool next_store(void *source, struct sm_instr *i)
{
    struct sm_around *a = source;
    if (!next_row(a, i))
        return false;
    i->store = true;
    i->data = (uint32_t)rng_next(a->rng);
    return true;
}

static bool next_load(void *source, struct sm_instr *i)
{
    return next_row(source, i);
}

static struct sm_part plain(struct sm_around *a, const struct sm_settings *set, bool (*next)(void *, struct sm_instr *))
{
    return (struct sm_part){
        .set = { .split = set->split, .page = set->page, .fetch = set->fetch, .policy = set->policy, .interval = 1,
                 .again_after = 1, .memory = set->memory },
        .next = next, .source = a, .reset_at = -1, .expected = sm_no_costs()
    };
}

static bool next_none(void *source, struct sm_instr *i)
{
    (void)source;
    (void)i;
    return false;
}

static struct sm_part commanded(struct sm_around *a, const struct sm_settings *set, unsigned op)
{
    struct sm_part part = plain(a, set, next_none);
    a->command = (struct sm_command){ .op = (uint8_t)op, .split = set->split };
    part.command = &a->command;
    part.commands = 1;
    return part;
}

struct sm_part sm_splitting(struct sm_around *a, const struct sm_settings *set)
{
    return commanded(a, set, UL1_CMD_SPLIT);
}

struct sm_part sm_writing_back(struct sm_around *a, const struct sm_settings *set)
{
    return commanded(a, set, UL1_CMD_BOTH);
}

struct sm_part sm_seeding(struct sm_around *a, struct rng *rng, const struct sm_settings *set)
{
    a->rng = rng;
    a->row = a->known;
    a->end = a->known = split_rows(set->split);
    return plain(a, set, next_store);
}

struct sm_part sm_reading_back(struct sm_around *a, const struct sm_settings *set)
{
    a->row = 0;
    a->end = a->known;
    return plain(a, set, next_load);
}
