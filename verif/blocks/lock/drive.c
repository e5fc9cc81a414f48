#include "blocks/lock/drive.h"

#include "common/banks.h"

static void lock_constraints(struct drive *d)
{
    struct lock_drive *l = (struct lock_drive *)d;
    l->pass = draw_constraint(d);
    l->lock = 20 + rng_below(&d->rng, 60);
    l->ask = draw_constraint(d);
    draw_rows(d, &l->rows);
}

static unsigned operation(struct lock_drive *l)
{
    struct drive *d = &l->d;
    if (!UL1_LOCKS || !happens(d, l->pass))
        return draw_atom(d);
    if (rng_percent(&d->rng, l->lock))
        return UL1_ATOM_LOCK;
    return rng_percent(&d->rng, l->ask) ? UL1_ATOM_CUNLOCK : UL1_ATOM_UNLOCK;
}

// Each bank has its own row, often one of a few, or another row with the flags of these.
static void lock_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct lock_drive *l = (struct lock_drive *)d;
    struct ul1_lock_in *in = inputs;
    (void)out;
    uint8_t bank[LANES];
    draw_banks(d, bank);
    in->pass_atom = (uint8_t)operation(l);
    in->map_mask = rng_below(&d->rng, 20) ? draw_mask(d) : 0;
    in->bank_en = 0;
    for (unsigned b = 0; b < UL1_BANKS; b++) {
        unsigned row = rng_below(&d->rng, 4) ? pick_row(d, &l->rows) : rng_below(&d->rng, UL1_ARRAY_ROWS);
        if (rng_below(&d->rng, 4) == 0)
            row = (row + UL1_LOCKS_SEEN / UL1_LINE_WORDS * rng_below(&d->rng, 4)) % UL1_ARRAY_ROWS;
        in->bank_row[b] = (array_row)bank_row((array_row)row, b);
    }
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned half = UL1_BANK_WORDS > 1 ? rng_below(&d->rng, UL1_BANK_WORDS) : 0;
        in->map_bank[i] = (uint8_t)(half * LANES + bank[i]);
        if (in->map_mask >> i & 1)
            in->bank_en |= (bank_set)1 << in->map_bank[i];
    }
}

static const char *lock_check(struct drive *d, const void *in, const void *out)
{
    struct lock_drive *l = (struct lock_drive *)d;
    lock_count(d, &l->past, &l->contract.shadow, in);
    return lock_contract_check(&l->contract, in, out);
}

static void lock_seen(struct drive *d, const void *in, const void *out)
{
    (void)d;
    (void)in;
    (void)out;
}

struct stimulus *lock_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "lock",
                                            .size = sizeof(struct lock_drive),
                                            .points = lock_event_names,
                                            .point_count = LOCK_POINT_COUNT,
                                            .reset_every = 1000,
                                            .one_way = true,
                                            .constraints = lock_constraints,
                                            .drive = lock_drive_cycle,
                                            .check = lock_check,
                                            .count = lock_seen };
    return drive_make(&kind, test, seed, cycles);
}
