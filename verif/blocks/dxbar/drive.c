#include "blocks/dxbar/drive.h"
#include "blocks/draw.h"
#include "common/atoms.h"

static void dxbar_constraints(struct drive *d)
{
    struct dxbar_drive *x = (struct dxbar_drive *)d;
    x->pass = draw_constraint(d);
    x->store = draw_constraint(d);
    x->miss = draw_constraint(d) / 2;
    x->late = draw_constraint(d);
    x->readout = draw_constraint(d) / 3;
}

// Words are due in any stage in which no others are; the last stage is always free. (Without words the stage
// is random.)
static uint8_t draw_due(struct dxbar_drive *x)
{
    unsigned due = happens(&x->d, x->late) ? UL1_LAT + rng_below(&x->d.rng, UL1_HLAT - UL1_LAT + 1) : UL1_LAT;
    while (dxbar_meets(&x->contract.shadow, due))
        due++;
    return (uint8_t)due;
}

// A victim readout has all slots, each in its own bank.
static void draw_kind(struct dxbar_drive *x, struct ul1_dxbar_in *in)
{
    struct drive *d = &x->d;
    in->pass_readout = happens(d, x->readout);
    in->pass_store = !in->pass_readout && happens(d, x->store);
    in->pass_width = (uint8_t)(in->pass_readout ? UL1_WIDTH_B32 : draw_width(d));
    in->pass_atom = (uint8_t)(in->pass_store ? draw_atom(d) : in->pass_readout ? 0 : draw_load_atom(d));
    if (in->pass_atom)
        in->pass_width = (uint8_t)draw_atom_width(d, in->pass_atom);
    in->pass_red = (uint8_t)(in->pass_store && !in->pass_atom ? draw_answered(d) : 0);
    if (in->pass_red)
        in->pass_width = (uint8_t)draw_red_slot_width(d, in->pass_red);
    bool misses = !in->pass_readout && !in->pass_store && !in->pass_atom && happens(d, x->miss);
    in->map_mask = misses ? 0 : in->pass_readout ? ALL_LANES : draw_mask(d);
    in->map_mask &= atom_access_slots(in->pass_atom, in->pass_width);
    in->map_mask &= atom_access_slots(in->pass_red, in->pass_width);
    in->lock_pred = dxbar_asks(in) ? in->map_mask & (rng_below(&d->rng, 4) ? draw_mask(d) : 0) : 0;
    in->pass_due =
        dxbar_writes(in) ? draw_due(x) : (uint8_t)(UL1_LAT + rng_below(&d->rng, UL1_HLAT - UL1_LAT + 1));
}

// Sometimes all slots have one byte offset that the width allows; the last offset stands for independent
// ones.
static unsigned draw_byte(struct drive *d)
{
    return rng_below(&d->rng, 2) ? UL1_WORD_BYTES - 1 : rng_below(&d->rng, UL1_WORD_BYTES);
}

static void drive_pass(struct dxbar_drive *x, struct ul1_dxbar_in *in)
{
    struct drive *d = &x->d;
    in->pass_valid = happens(d, x->pass);
    in->pass_readout = 0;
    in->pass_atom = in->pass_red = 0;
    in->map_mask = 0;
    in->lock_pred = 0;
    if (!in->pass_valid)
        return;
    uint8_t bank[LANES];
    draw_banks(d, bank);
    draw_kind(x, in);
    bool halves = UL1_BANK_WORDS > 1 && rng_below(&d->rng, 2);
    unsigned byte = draw_byte(d), own = byte == UL1_WORD_BYTES - 1;
    for (unsigned i = 0; i < LANES; i++)
        if (in->map_mask >> i & 1) {
            in->map_bank[i] = in->pass_readout ? (uint8_t)i : bank[i];
            if (halves && !in->pass_readout)
                in->map_bank[i] = (uint8_t)(rng_below(&d->rng, UL1_BANK_WORDS) * LANES + bank[i]);
            in->map_byte[i] = (uint8_t)((own ? in->map_byte[i] : byte) & ~dxbar_align_bits(in->pass_width));
        }
}

static void dxbar_drive(struct drive *d, const void *out, void *in)
{
    (void)out;
    drive_pass((struct dxbar_drive *)d, in);
}

static const char *dxbar_check(struct drive *d, const void *in, const void *out)
{
    return dxbar_contract_check(&((struct dxbar_drive *)d)->contract, in, out);
}

static void dxbar_seen(struct drive *d, const void *inputs, const void *out)
{
    const struct ul1_dxbar_in *in = inputs;
    dxbar_count(d, &((struct dxbar_drive *)d)->past, in, out);
    d->stimulus.passes += !in->rst && in->pass_valid;
}

struct stimulus *dxbar_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "dxbar",
                                            .size = sizeof(struct dxbar_drive),
                                            .points = dxbar_event_names,
                                            .point_count = DXBAR_POINT_COUNT,
                                            .reset_every = 120,
                                            .one_way = true,
                                            .constraints = dxbar_constraints,
                                            .drive = dxbar_drive,
                                            .check = dxbar_check,
                                            .count = dxbar_seen };
    return drive_make(&kind, test, seed, cycles);
}
