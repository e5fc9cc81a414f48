#include "sm_around.h"

// The row as one full-width access without conflicts: lane i has its word i. Each warp in turn.
static bool next_row(struct sm_around *a, struct sm_instr *i)
{
    if (a->row == sm_rows(UL1_SPLIT_S48))
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

static struct sm_part plain(struct sm_around *a, bool (*next)(void *, struct sm_instr *))
{
    a->row = 0;
    return (struct sm_part){ .set = { .split = UL1_SPLIT_S48, .interval = 1, .again_after = 1 }, .next = next, .source = a,
                             .reset_at = -1, .expected = SM_NO_COSTS };
}

struct sm_part sm_seeding(struct sm_around *a, struct rng *rng)
{
    a->rng = rng;
    struct sm_part part = plain(a, next_store);
    part.set.fill = (struct sm_pattern){ .period = UINT32_MAX, .on = UL1_ROWS - sm_rows(UL1_SPLIT_S48) };
    part.set.fill_in_order = true;
    return part;
}

struct sm_part sm_reading_back(struct sm_around *a)
{
    return plain(a, next_load);
}
