#include "blocks/axbar/drive.h"
#include "blocks/draw.h"

#include "blocks/axbar/cover_points.h"

static void axbar_constraints(struct drive *d)
{
    struct axbar_drive *a = (struct axbar_drive *)d;
    a->pass = draw_constraint(d);
    draw_rows(d, &a->rows);
}

// Each bank has its own row, sometimes all the same.
static void axbar_drive(struct drive *d, const void *out, void *inputs)
{
    struct axbar_drive *a = (struct axbar_drive *)d;
    struct ul1_axbar_in *in = inputs;
    (void)out;
    uint8_t bank[LANES];
    uint16_t row[LANES];
    draw_banks(d, bank);
    bool same = rng_below(&d->rng, 4) == 0;
    uint16_t anywhere = (uint16_t)rng_below(&d->rng, UL1_ARRAY_ROWS);
    for (unsigned b = 0; b < LANES; b++)
        row[b] = rng_below(&d->rng, 2) ? pick_row(d, &a->rows) : (uint16_t)rng_below(&d->rng, UL1_ARRAY_ROWS);
    for (unsigned b = 0; b < LANES && same; b++)
        row[b] = anywhere;
    in->map_mask = happens(d, a->pass) ? draw_mask(d) : 0;
    for (unsigned i = 0; i < LANES; i++)
        if (in->map_mask >> i & 1) {
            unsigned half = UL1_BANK_WORDS > 1 ? rng_below(&d->rng, UL1_BANK_WORDS) : 0;
            in->map_bank[i] = (uint8_t)(half * LANES + bank[i]);
            in->map_row[i] = (array_row)bank_row(row[bank[i]], in->map_bank[i]);
        }
}

static const char *axbar_check(struct drive *d, const void *in, const void *out)
{
    return axbar_contract_check(&((struct axbar_drive *)d)->contract, in, out);
}

static void axbar_seen(struct drive *d, const void *in, const void *out)
{
    (void)out;
    axbar_count(d, in);
}

struct stimulus *axbar_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "axbar",
                                            .size = sizeof(struct axbar_drive),
                                            .points = axbar_event_names,
                                            .point_count = AXBAR_POINT_COUNT,
                                            .reset_every = 400,
                                            .one_way = true,
                                            .constraints = axbar_constraints,
                                            .drive = axbar_drive,
                                            .check = axbar_check,
                                            .count = axbar_seen };
    return drive_make(&kind, test, seed, cycles);
}
