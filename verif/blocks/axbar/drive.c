// Address crossbar: contract and random drive.
#include "blocks/axbar/contract.h"
#include "blocks/draw.h"
#include "blocks/drive.h"

#include <string.h>

#include "kit/lane_diff.h"

// The usual pass: no two slots lie in one bank. This is quick to see, and leaves nothing to compare.
static bool each_its_own_bank(const struct ul1_axbar_in *in)
{
    uint32_t banks = 0;
    for (unsigned i = 0; i < LANES; i++)
        banks |= (in->map_mask >> i & 1) << in->map_bank[i];
    return __builtin_popcount(banks) == __builtin_popcount(in->map_mask);
}

// All active slots that lie in one bank want the same row: of each bank's rows one is written down, and all must agree
// with it. Idle slots write down theirs in a place of their own.
const char *axbar_contract_check(struct axbar_contract *c, const struct ul1_axbar_in *in, const struct ul1_axbar_out *out)
{
    (void)c, (void)out;
    if (each_its_own_bank(in))
        return NULL;
    uint32_t bank[LANES], row[LANES + 1], other = 0;
    for (unsigned i = 0; i < LANES; i++)
        bank[i] = in->map_mask >> i & 1 ? in->map_bank[i] : LANES;
    for (unsigned i = 0; i < LANES; i++)
        row[bank[i]] = in->map_row[i];
    for (unsigned i = 0; i < LANES; i++)
        other |= (uint32_t)(row[bank[i]] != in->map_row[i]) << i;
    return other & in->map_mask ? "map_row: two active slots (map_mask) want different rows of one bank (map_bank)" : NULL;
}

enum { NO_SLOT, ALL_BANKS, ONE_BANK, SOME_BANKS, IDLE_DIFFERS, ROWS_DIFFER, ONE_ROW, EVENTS };
static const struct event_name events[EVENTS] = {
    { "no slot active", true },
    { "all banks touched", true },
    { "all slots in one bank", true },
    { "some banks touched by one slot, some by several", true },
    { "an idle slot names another row of a bank in use", true },
    { "different rows in different banks", true },
    { "all slots want one row, as those of a hit do", true },
};

struct axbar_drive {
    struct drive d;
    struct axbar_contract contract;
    unsigned pass;                      // how often there is one
    struct rows rows;
};

static void axbar_knobs(struct drive *d)
{
    struct axbar_drive *a = (struct axbar_drive *)d;
    a->pass = draw_knob(d);
    draw_rows(d, &a->rows);
}

static void axbar_drive(struct drive *d, const void *out, void *inputs)
{
    struct axbar_drive *a = (struct axbar_drive *)d;
    struct ul1_axbar_in *in = inputs;
    (void)out;
    uint8_t bank[LANES];
    uint16_t row[LANES];
    draw_banks(d, bank);
    bool one = rng_below(&d->rng, 4) == 0;
    uint16_t anywhere = (uint16_t)rng_below(&d->rng, UL1_ROWS);
    for (unsigned b = 0; b < LANES; b++)
        row[b] = rng_below(&d->rng, 2) ? pick_row(d, &a->rows) : (uint16_t)rng_below(&d->rng, UL1_ROWS);
    for (unsigned b = 0; b < LANES && one; b++)
        row[b] = anywhere;
    in->map_mask = happens(d, a->pass) ? draw_mask(d) : 0;
    for (unsigned i = 0; i < LANES; i++)
        if (in->map_mask >> i & 1) {
            in->map_bank[i] = bank[i];
            in->map_row[i] = row[bank[i]];
        }
}

static const char *axbar_check(struct drive *d, const void *in, const void *out)
{
    return axbar_contract_check(&((struct axbar_drive *)d)->contract, in, out);
}

static void axbar_count(struct drive *d, const void *inputs, const void *out)
{
    const struct ul1_axbar_in *in = inputs;
    (void)out;
    uint32_t touched = 0, again = 0;
    uint16_t row[LANES] = { 0 };
    bool idle_differs = false, rows_differ = false;
    for (unsigned i = 0; i < LANES; i++)
        if (in->map_mask >> i & 1) {
            rows_differ |= touched && in->map_row[i] != row[__builtin_ctz(touched)];
            again |= touched & 1u << in->map_bank[i];
            touched |= 1u << in->map_bank[i];
            row[in->map_bank[i]] = in->map_row[i];
        }
    for (unsigned i = 0; i < LANES; i++)
        idle_differs |= !(in->map_mask >> i & 1) && touched >> in->map_bank[i] & 1 && row[in->map_bank[i]] != in->map_row[i];
    saw(d, NO_SLOT, !touched);
    saw(d, ALL_BANKS, touched == ALL_LANES);
    saw(d, ONE_BANK, in->map_mask == ALL_LANES && !(touched & (touched - 1)));
    saw(d, SOME_BANKS, again && again != touched);
    saw(d, IDLE_DIFFERS, idle_differs);
    saw(d, ROWS_DIFFER, rows_differ);
    saw(d, ONE_ROW, in->map_mask == ALL_LANES && touched == ALL_LANES && !rows_differ);
}

struct stimulus *axbar_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "axbar", sizeof(struct axbar_drive), events, EVENTS, 400, axbar_knobs, axbar_drive, NULL,
        axbar_check, axbar_count };
    return drive_make(&kind, test, seed, cycles);
}
