#include "blocks/bar/drive.h"
#include "blocks/draw.h"

#include <string.h>

static void bar_constraints(struct drive *d)
{
    struct bar_drive *b = (struct bar_drive *)d;
    static const uint8_t few[] = { 0, 0, 5, 30 };
    b->offer = draw_constraint(d);
    b->bar = draw_constraint(d);
    b->retire = draw_constraint(d);
    b->wait = draw_constraint(d);
    b->fault = few[rng_below(&d->rng, sizeof few)];
    b->twice = few[rng_below(&d->rng, sizeof few)];
    b->truth = draw_constraint(d);
    b->any = rng_below(&d->rng, 2);
    b->barriers = 1 + rng_below(&d->rng, rng_below(&d->rng, 2) ? 2 : UL1_BARRIERS + 1);
    if (b->barriers > UL1_BARRIERS)
        b->barriers = UL1_BARRIERS;
    b->warps = rng_below(&d->rng, 2) ? UL1_WARPS : 1 + rng_below(&d->rng, UL1_WARPS);
    b->first = rng_below(&d->rng, UL1_WARPS);
    for (unsigned i = 0; i < BAR_BARRIERS; i++)
        b->expects[i] = rng_below(&d->rng, 3) ? 1 + rng_below(&d->rng, 4)
            : rng_below(&d->rng, 2)           ? b->warps
                                              : 1 + rng_below(&d->rng, UL1_WARPS);
    if (rng_below(&d->rng, 8))
        return;
    // all warps meet at one barrier, which needs most of the cycles between two resets
    b->barriers = 1;
    b->warps = b->expects[0] = UL1_WARPS;
    b->fault = b->twice = 0;
    b->offer = b->bar = b->retire = 90;
}

// The barrier expects what its first arrival did, even if that was in another phase.
static void drive_bar(struct bar_drive *b, struct ul1_bar_in *in)
{
    struct drive *d = &b->d;
    const struct bar_met *m;
    in->in_op = UL1_OP_FENCE;
    in->in_bar = 1;
    in->in_waits = happens(d, b->wait);
    in->in_mask = rng_below(&d->rng, 20) ? draw_mask(d) : 0;
    if (!b->any)
        in->in_pred = happens(d, b->truth) ? ALL_LANES : ~in->in_mask & ALL_LANES;
    if (rng_percent(&d->rng, b->fault))
        return; // random numbers
    in->in_barrier = (uint8_t)rng_below(&d->rng, b->barriers);
    m = &b->contract.shadow.met[in->in_barrier];
    in->in_expects = (uint8_t)(m->count ? m->by[0].expects : b->expects[in->in_barrier]);
}

static void drive_offer(struct bar_drive *b, struct ul1_bar_in *in)
{
    struct drive *d = &b->d;
    unsigned entry = rng_below(&d->rng, UL1_INSTRS);
    in->in_valid = happens(d, b->offer);
    in->in_again = rng_below(&d->rng, 10) == 0;
    in->in_ready = rng_below(&d->rng, 10) != 0;
    for (unsigned i = 0; i < UL1_INSTRS && b->contract.shadow.entry[entry].flying; i++)
        entry = (entry + 1) % UL1_INSTRS;
    in->in_ready &= !b->contract.shadow.entry[entry].flying;
    in->in_entry = (uint8_t)entry;
    if (happens(d, b->bar))
        drive_bar(b, in);
}

// An entry with a bar retires, or one without.
static void drive_retirement(struct bar_drive *b, struct ul1_bar_in *in)
{
    struct drive *d = &b->d;
    unsigned entry = rng_below(&d->rng, UL1_INSTRS);
    in->ret_valid = happens(d, b->retire);
    for (unsigned i = 0; i < UL1_INSTRS && !b->contract.shadow.entry[entry].flying; i++)
        entry = (entry + 1) % UL1_INSTRS;
    if (rng_below(&d->rng, 5) == 0)
        entry = rng_below(&d->rng, UL1_INSTRS);
    in->ret_id = (uint8_t)entry;
    unsigned warp = rng_below(&d->rng, b->warps);
    for (unsigned i = 0; i < b->warps && !rng_percent(&d->rng, b->twice); i++) {
        if (!bar_shadow_waits(&b->contract.shadow, (b->first + warp) % UL1_WARPS))
            break;
        warp = (warp + 1) % b->warps;
    }
    in->ret_warp = (uint8_t)((b->first + warp) % UL1_WARPS);
    // if all of them wait for others, there is no end to it
    if (bar_shadow_waits(&b->contract.shadow, in->ret_warp) && rng_below(&d->rng, 4) == 0)
        in->ret_warp = (uint8_t)rng_below(&d->rng, UL1_WARPS);
}

static void bar_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct bar_drive *b = (struct bar_drive *)d;
    (void)out;
    drive_offer(b, inputs);
    drive_retirement(b, inputs);
}

static const char *bar_check(struct drive *d, const void *inputs, const void *out)
{
    struct bar_drive *b = (struct bar_drive *)d;
    const struct ul1_bar_in *in = inputs;
    const struct bar_told *t =
        b->contract.shadow.judged && !in->rst ? bar_shadow_arrives(&b->contract.shadow, in) : NULL;
    b->arrived = t ? *t : (struct bar_told){ .flying = false };
    bar_count_before(d, &b->contract.shadow, in);
    return bar_contract_check(&b->contract, in, out);
}

static void bar_seen(struct drive *d, const void *in, const void *out)
{
    struct bar_drive *b = (struct bar_drive *)d;
    (void)in;
    (void)out;
    bar_count(d, &b->past, &b->contract.shadow, b->arrived.flying ? &b->arrived : NULL);
}

struct stimulus *bar_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "bar",
                                            .size = sizeof(struct bar_drive),
                                            .points = bar_event_names,
                                            .point_count = BAR_POINT_COUNT,
                                            .reset_every = 1000,
                                            .one_way = true,
                                            .constraints = bar_constraints,
                                            .drive = bar_drive_cycle,
                                            .check = bar_check,
                                            .count = bar_seen };
    return drive_make(&kind, test, seed, cycles);
}
