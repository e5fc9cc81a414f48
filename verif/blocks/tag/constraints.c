#include "blocks/tag/constraints.h"

#include "kit/mask.h"
#include "common/sizes.h"

// Few lines in few sets; some differ in one bit only.
void tag_draw_lines(struct tag_drive *tag)
{
    enum { HIGH_W = UL1_LINE_W - UL1_SET_W };
    struct rng *rng = &tag->drive.rng;
    tag->highs = rng_below(rng, 3) ? 1 + rng_below(rng, TAG_HIGHS) : TAG_HIGHS;
    tag->lows = 1 + rng_below(rng, rng_below(rng, 2) ? 1 : TAG_LOWS);
    for (unsigned i = 0; i < TAG_LOWS; i++)
        tag->low[i] = (uint16_t)(rng_below(rng, 4)       ? rng_below(rng, UL1_SETS)
                                     : rng_below(rng, 2) ? UL1_SETS - 1
                                                         : 0);
    for (unsigned i = 0; i < TAG_HIGHS; i++) {
        uint64_t any = rng_next(rng) >> (64 - HIGH_W);
        switch (i ? rng_below(rng, 3) : 2) {
        case 0:
            tag->high[i] = tag->high[0] ^ mask_bit(rng_below(rng, HIGH_W));
            break;
        case 1:
            tag->high[i] = tag->high[0] ^ i;
            break;
        default:
            tag->high[i] = any;
        }
    }
}

void tag_draw_settings(struct tag_drive *tag)
{
    enum { PAGE_CODES = 1 << UL1_PAGE_W };
    struct rng *rng = &tag->drive.rng;
    unsigned which = rng_below(rng, 3); // one of the two, or both
    tag->changed = true;
    if (which != 1)
        tag->page = (uint8_t)((tag->page + 1 + rng_below(rng, PAGE_CODES - 1)) % PAGE_CODES);
    if (which != 0)
        tag->root ^= mask_bit(rng_below(rng, UL1_PN_W));
}

// Lines of a few sets are partly written and stay; then commands sweep the cache.
static void draw_dirty(struct tag_drive *tag)
{
    struct tag_constraints *constraint = &tag->constraint;
    constraint->pass = constraint->cached = constraint->room = 100;
    constraint->back = 70;
    constraint->store = constraint->cover = 50;
    constraint->fault = constraint->error = constraint->bypass = 0;
    constraint->fill = constraint->replay = 90;
    constraint->cmd = TAG_LARGE ? 20 : 5;
    constraint->drains = 50;
    tag->highs = 2 + rng_below(&tag->drive.rng, 4);
    if (rng_below(&tag->drive.rng, 2)) { // the last set is full
        tag->highs = TAG_HIGHS;
        tag->lows = 1;
        tag->low[0] = UL1_SETS - 1;
    }
}

// More lines of a set are requested than it has ways, and no response comes.
static void draw_full(struct tag_drive *tag)
{
    struct tag_constraints *constraint = &tag->constraint;
    constraint->pass = constraint->cached = constraint->open = constraint->room = 100;
    constraint->store = 10;
    constraint->fill = 3;
    constraint->fault = constraint->bypass = constraint->cmd = 0;
    tag->highs = TAG_HIGHS;
    tag->lows = 1;
}

// More lines than a set has ways, partly dirty; their missing sectors are fetched, and often fail.
static void draw_failing(struct tag_drive *tag)
{
    struct tag_constraints *constraint = &tag->constraint;
    constraint->pass = constraint->cached = constraint->back = constraint->cover = constraint->open =
        constraint->room = 100;
    constraint->store = 50;
    constraint->bypass = constraint->whole = constraint->cmd = constraint->fault = constraint->cmo = 0;
    constraint->fill = constraint->replay = 90;
    constraint->error = 50;
    tag->sectors = ALL_SECTORS;
    tag->highs = UL1_WAYS < TAG_HIGHS ? UL1_WAYS : TAG_HIGHS;
    tag->lows = 1;
}

// Bypassing loads fetch the missing sectors of partly dirty lines, and drop the lines.
static void draw_drop(struct tag_drive *tag)
{
    struct tag_constraints *constraint = &tag->constraint;
    constraint->pass = constraint->cached = constraint->back = constraint->cover = constraint->open =
        constraint->room = 100;
    constraint->store = 30;
    constraint->bypass = 50;
    constraint->whole = constraint->cmd = 0;
    constraint->fill = constraint->replay = 70;
    constraint->error = rng_below(&tag->drive.rng, 2) ? 0 : 30;
    constraint->fault = rng_below(&tag->drive.rng, 2) ? 0 : 40;
    tag->sectors = ALL_SECTORS;
    tag->highs = tag->lows = 2;
}

static void draw_often(struct tag_drive *tag)
{
    struct drive *drive = &tag->drive;
    struct tag_constraints *constraint = &tag->constraint;
    struct rng *rng = &drive->rng;
    constraint->pass = draw_constraint(drive);
    constraint->cached = rng_below(rng, 4) ? 90 : draw_constraint(drive);
    constraint->bypass = rng_below(rng, 2) ? 0 : draw_constraint(drive);
    constraint->repeat = rng_below(rng, 2) ? 20 : draw_constraint(drive) / 2;
    constraint->open = rng_below(rng, 2) ? 100 : draw_constraint(drive);
    constraint->replay = tag->drain ? 90 : 10 + draw_constraint(drive);
    constraint->whole = draw_constraint(drive);
    constraint->fill = tag->drain ? 90 : rng_below(rng, 2) ? 5 : draw_constraint(drive);
    constraint->pieces = draw_constraint(drive);
    constraint->error = rng_below(rng, 2) ? 0 : draw_constraint(drive) / 3;
    constraint->fault = rng_below(rng, 2) ? 0 : draw_constraint(drive) / 2;
    constraint->cmo = rng_below(rng, 2) ? 5 : draw_constraint(drive) / 3;
    constraint->store = rng_below(rng, 2) ? 40 : draw_constraint(drive);
    constraint->back = draw_constraint(drive);
    constraint->cover = draw_constraint(drive);
    constraint->room = rng_below(rng, 2) ? 90 : draw_constraint(drive);
    constraint->cmd = rng_below(rng, 4) ? 2 * rng_below(rng, 2) : draw_constraint(drive);
    if (TAG_LARGE && constraint->cmd < 20)
        constraint->cmd = 20;
    constraint->drains = rng_below(rng, 2) ? 50 : 2;
    constraint->fence = 5 + draw_constraint(drive);
    constraint->answer = 5 + draw_constraint(drive);
    tag->sectors = rng_below(rng, 2) ? ALL_SECTORS : draw_sectors(drive);
}

void tag_draw_constraints(struct drive *drive)
{
    struct tag_drive *tag = (struct tag_drive *)drive;
    struct rng *rng = &drive->rng;
    draw_rows(drive, &tag->rows);
    if (tag->drain)
        return;                          // until all have arrived
    tag->drain = rng_below(rng, 5) == 0; // then work in flight ends soon, and nothing new enters
    draw_often(tag);
    if (tag->drain)
        return;
    if (tag->changed)
        // lookups of lines that were valid with the previous settings
        tag->constraint.pass = tag->constraint.cached = 100;
    else if (rng_below(rng, 2))
        tag_draw_lines(tag);
    tag->changed = false;
    unsigned kind = rng_below(rng, 8);
    if (kind < 2)
        draw_dirty(tag);
    else if (kind < 3)
        draw_full(tag);
    else if (kind < 5)
        draw_drop(tag);
    else if (kind < 6)
        draw_failing(tag);
}
