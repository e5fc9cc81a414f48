#include "blocks/old/drive.h"
#include "blocks/draw.h"

static void old_constraints(struct drive *d)
{
    struct old_drive *o = (struct old_drive *)d;
    static const uint8_t few[] = { 0, 5, 30 };
    o->ask = draw_constraint(d);
    o->offer = draw_constraint(d);
    o->take = draw_constraint(d);
    o->fault = few[rng_below(&d->rng, sizeof few)];
    o->answer = draw_constraint(d);
    o->fail = few[rng_below(&d->rng, sizeof few)];
    o->accept = draw_constraint(d);
    o->pass = draw_constraint(d);
}

// A note at a place, from a random one on; OLD_NOTES if there is none.
static unsigned pick(struct old_drive *o, unsigned place)
{
    const unsigned from = rng_below(&o->d.rng, UL1_OLDS);
    for (unsigned k = 0; k < UL1_OLDS; k++)
        if (o->contract.note[(from + k) % UL1_OLDS].place == place)
            return (from + k) % UL1_OLDS;
    return OLD_NOTES;
}

static void drive_access(struct old_drive *o, struct ul1_old_in *in, const struct ul1_old_out *out)
{
    struct drive *d = &o->d;
    const unsigned taken = pick(o, OLD_TAKEN);
    in->req_valid = rng_below(&d->rng, 2);
    in->req_returns = in->req_old = 0;
    if (taken != OLD_NOTES && !(o->contract.returns && o->contract.returned == taken)
        && happens(d, o->pass)) {
        in->req_valid = in->req_old = 1;
        in->req_old_number = (uint8_t)taken;
    } else if (out->old_credit && happens(d, o->ask)) {
        in->req_valid = in->req_returns = 1;
    }
}

static bool waits(const struct old_drive *o, unsigned wdb)
{
    for (unsigned n = 0; n < UL1_OLDS; n++)
        if (o->contract.note[n].place == OLD_WAITS && o->contract.note[n].wdb == wdb)
            return true;
    return false;
}

// A write has an entry that no other waiting write has. A waiting write may be offered to translation, and to
// memory.
static void drive_writes(struct old_drive *o, struct ul1_old_in *in)
{
    struct drive *d = &o->d;
    const unsigned first = pick(o, OLD_WAITS), second = pick(o, OLD_WAITS);
    unsigned wdb = rng_below(&d->rng, UL1_WDB);
    while (waits(o, wdb))
        wdb = (wdb + 1) % UL1_WDB;
    in->alloc_store = (uint8_t)wdb;
    in->mem_valid = happens(d, o->offer);
    in->mem_op = (uint8_t)(rng_below(&d->rng, 4) ? UL1_MEMOP_WRITE : rng_below(&d->rng, 3));
    in->mem_ready = happens(d, o->take);
    in->mem_number = (uint8_t)rng_below(&d->rng, UL1_WDB);
    if (first != OLD_NOTES && rng_below(&d->rng, 4))
        in->mem_number = o->contract.note[first].wdb;
    in->head_write = rng_below(&d->rng, 2);
    in->mmu_fault = happens(d, o->fault);
    in->mmu_err = (uint8_t)(UL1_ERR_PAGE + rng_below(&d->rng, 3));
    in->head_wdb = (uint8_t)rng_below(&d->rng, UL1_WDB);
    if (second != OLD_NOTES && rng_below(&d->rng, 4))
        in->head_wdb = o->contract.note[second].wdb;
    if (in->mem_valid && in->head_wdb == in->mem_number)
        in->head_write = 0; // its translation has ended
}

static void old_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct old_drive *o = (struct old_drive *)d;
    struct ul1_old_in *in = inputs;
    const unsigned sent = pick(o, OLD_SENT);
    drive_access(o, in, out);
    drive_writes(o, in);
    in->resp_valid = rng_below(&d->rng, 2);
    in->resp_op = (uint8_t)rng_below(&d->rng, UL1_MEMOP_ATOM + !in->resp_valid);
    in->resp_err = rng_percent(&d->rng, o->fail);
    if (sent != OLD_NOTES && happens(d, o->answer)) {
        in->resp_valid = 1;
        in->resp_op = UL1_MEMOP_ATOM;
        in->resp_number = (uint8_t)sent;
    }
    in->coalesce_old = happens(d, o->accept);
}

static const char *old_check(struct drive *d, const void *inputs, const void *out)
{
    struct old_drive *o = (struct old_drive *)d;
    old_points_count(d, &o->contract, inputs, out);
    return old_contract_check(&o->contract, inputs, out);
}

static void old_seen(struct drive *d, const void *in, const void *out)
{
    (void)d;
    (void)in;
    (void)out;
}

struct stimulus *old_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "old",
                                            .size = sizeof(struct old_drive),
                                            .points = old_event_names,
                                            .point_count = OLD_POINT_COUNT,
                                            .reset_every = 700,
                                            .constraints = old_constraints,
                                            .drive = old_drive_cycle,
                                            .check = old_check,
                                            .count = old_seen };
    return drive_make(&kind, test, seed, cycles);
}
