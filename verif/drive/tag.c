// Tag unit: contract and random drive.
#include "drive.h"

#include "lane_diff.h"

// Any slots and any addresses will do.
const char *tag_contract_check(struct tag_contract *c, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    (void)c, (void)in, (void)out;
    return NULL;
}

enum { NO_SLOT, ONE_SLOT, ALL_SLOTS, FIRST_WORD, LAST_WORD, EVERY_BYTE, EVENTS };
static const char *const events[EVENTS] = { "no slot active", "one slot active", "all slots active", "the first word of the array",
    "the last word of the array", "every byte of a word in one pass" };

struct tag_drive {
    struct drive d;
    struct tag_contract contract;
    unsigned pass;                      // how often there is one
    struct rows rows;
};

static void tag_knobs(struct drive *d)
{
    struct tag_drive *t = (struct tag_drive *)d;
    t->pass = draw_knob(d);
    draw_rows(d, &t->rows);
}

static void tag_drive(struct drive *d, const void *out, void *inputs)
{
    struct tag_drive *t = (struct tag_drive *)d;
    struct ul1_tag_in *in = inputs;
    (void)out;
    uint8_t bank[LANES];
    draw_banks(d, bank);
    in->pass_mask = happens(d, t->pass) ? draw_mask(d) : 0;
    for (unsigned i = 0; i < LANES; i++)
        if (in->pass_mask >> i & 1 && rng_below(&d->rng, 4)) // of the others the address stays wholly random
            in->pass_addr[i] = (uint16_t)(pick_row(d, &t->rows) << (LG + 2) | bank[i] << 2 | rng_below(&d->rng, 4));
}

static const char *tag_check(struct drive *d, const void *in, const void *out)
{
    return tag_contract_check(&((struct tag_drive *)d)->contract, in, out);
}

static void tag_count(struct drive *d, const void *inputs, const void *out)
{
    const struct ul1_tag_in *in = inputs;
    (void)out;
    unsigned bytes = 0;
    bool first = false, last = false;
    for (unsigned i = 0; i < LANES; i++) {
        bool on = in->pass_mask >> i & 1;
        bytes |= (unsigned)on << (in->pass_addr[i] & 3);
        first |= on && in->pass_addr[i] >> 2 == 0;
        last |= on && in->pass_addr[i] >> 2 == UL1_ROWS * LANES - 1;
    }
    saw(d, NO_SLOT, in->pass_mask == 0);
    saw(d, ONE_SLOT, __builtin_popcount(in->pass_mask) == 1);
    saw(d, ALL_SLOTS, in->pass_mask == ALL_LANES);
    saw(d, FIRST_WORD, first);
    saw(d, LAST_WORD, last);
    saw(d, EVERY_BYTE, bytes == 0xf);
}

struct stimulus *tag_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "tag", sizeof(struct tag_drive), events, EVENTS, 400, tag_knobs, tag_drive, NULL,
        tag_check, tag_count };
    return drive_make(&kind, test, seed, cycles);
}
