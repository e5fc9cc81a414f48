#include "blocks/fill/drive.h"
#include "blocks/draw.h"

#include "kit/lane_diff.h"

static void fill_constraints(struct drive *d)
{
    struct fill_drive *f = (struct fill_drive *)d;
    f->response = draw_constraint(d);
    f->other = rng_below(&d->rng, 2) ? 15 : draw_constraint(d);
    f->walker = rng_below(&d->rng, 4) ? 10 : draw_constraint(d);
    f->whole = draw_constraint(d);
    f->done = draw_constraint(d);
    f->fault = rng_below(&d->rng, 2) ? 15 : draw_constraint(d);
    f->select = draw_constraint(d);
    f->failed = draw_constraint(d) / 4;
    f->most = rng_below(&d->rng, 2) ? 1 + rng_below(&d->rng, 2) : UL1_MERGE;
    f->most = f->most < UL1_MERGE ? f->most : UL1_MERGE;
}

// An entry that is not in the queue, any of them; PRT if all are.
static unsigned draw_entry(struct fill_drive *f, uint64_t queued)
{
    unsigned from = rng_below(&f->d.rng, UL1_PRT), i = 0;
    while (i < UL1_PRT && queued >> (from + i) % UL1_PRT & 1)
        i++;
    return i < UL1_PRT ? (from + i) % UL1_PRT : UL1_PRT;
}

// A failed write, or a fence's answer: often a command's, or with the number that the first page walker has.
static void drive_other(struct fill_drive *f, struct ul1_fill_in *in)
{
    struct rng *r = &f->d.rng;
    in->resp_op = (uint8_t)(rng_below(r, 2) ? UL1_MEMOP_WRITE : UL1_MEMOP_FENCE);
    if (in->resp_op == UL1_MEMOP_FENCE && rng_below(r, 2))
        in->resp_number = (uint8_t)(rng_below(r, 2) ? UL1_CMD_ID : UL1_PRT);
    if (in->resp_op == UL1_MEMOP_FENCE)
        in->resp_number %= 1 << UL1_ID_W;
}

static void drive_response(struct fill_drive *f, struct ul1_fill_in *in)
{
    struct drive *d = &f->d;
    in->resp_valid = happens(d, f->response);
    if (!in->resp_valid)
        return;
    if (happens(d, f->other)) {
        drive_other(f, in);
        return;
    }
    in->resp_op = UL1_MEMOP_READ;
    unsigned entry = draw_entry(f, f->contract.shadow.queued);
    in->resp_number = (uint8_t)(happens(d, f->walker) || entry == UL1_PRT
                                    ? UL1_PRT + rng_below(&d->rng, UL1_READ_NUMBERS - UL1_PRT)
                                    : entry);
    in->resp_sect = (uint8_t)(happens(d, f->whole) ? all_of(UL1_SECTORS) : draw_sectors(d));
    in->resp_err = happens(d, f->failed);
}

static void drive_done(struct fill_drive *f, const struct ul1_fill_out *out, struct ul1_fill_in *in)
{
    struct drive *d = &f->d;
    uint64_t queued = f->contract.shadow.queued;
    in->done_fill = out->fill_valid && !(queued >> out->fill_prt & 1) && happens(d, f->done);
    if (in->done_fill)
        queued |= UINT64_C(1) << out->fill_prt;
    unsigned entry = draw_entry(f, queued);
    in->done_fault = entry < UL1_PRT && happens(d, in->done_fill && f->fault < 30 ? 30 : f->fault);
    if (in->done_fault)
        in->head_prt = (uint8_t)entry;
}

static void fill_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct fill_drive *f = (struct fill_drive *)d;
    const struct ul1_fill_out *out = outputs;
    struct ul1_fill_in *in = inputs;
    drive_response(f, in);
    drive_done(f, out, in);
    in->coalesce_ready = happens(d, f->select);
    if (out->replay_valid)
        in->merged_last = out->replay_pos + 1 >= f->replays[out->replay_prt];
}

static const char *fill_check(struct drive *d, const void *in, const void *out)
{
    return fill_contract_check(&((struct fill_drive *)d)->contract, in, out);
}

static void draw_replays(struct fill_drive *f, unsigned entry)
{
    f->replays[entry] = (uint8_t)(1 + rng_below(&f->d.rng, f->most));
}

static void fill_seen(struct drive *d, const void *inputs, const void *outputs)
{
    struct fill_drive *f = (struct fill_drive *)d;
    const struct ul1_fill_in *in = inputs;
    const struct ul1_fill_out *out = outputs;
    fill_count(d, &f->past, &f->contract.shadow, in, out);
    if (in->rst)
        return;
    if (in->done_fill)
        draw_replays(f, out->fill_prt);
    if (in->done_fault)
        draw_replays(f, in->head_prt);
    d->stimulus.passes += out->replay_valid && in->coalesce_ready;
}

struct stimulus *fill_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "fill",
                                            .size = sizeof(struct fill_drive),
                                            .points = fill_event_names,
                                            .point_count = FILL_POINT_COUNT,
                                            .reset_every = 600,
                                            .constraints = fill_constraints,
                                            .drive = fill_drive,
                                            .check = fill_check,
                                            .count = fill_seen };
    return drive_make(&kind, test, seed, cycles);
}
