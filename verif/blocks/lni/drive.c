#include "blocks/lni/drive.h"
#include "blocks/draw.h"
#include "blocks/lni/cover_points.h"

static void lni_constraints(struct drive *d)
{
    struct lni_drive *l = (struct lni_drive *)d;
    l->request = draw_constraint(d);
    l->write = draw_constraint(d);
    l->go_on = draw_constraint(d);
    l->take = draw_constraint(d);
    l->response = draw_constraint(d);
    l->answer = draw_constraint(d);
    l->error = draw_constraint(d);
    l->leave = draw_constraint(d);
}

// ---- requests

static void flit_again(struct ul1_lni_in *in, const struct lni_contract *c)
{
    in->rq_valid = 1;
    in->from_input = c->from_waiting;
    FLIT_WRITE(c->flit_waiting, in, rq, , 0);
}

// The next sector of those that are left, in any order.
static void next_sector(struct lni_drive *l, struct ul1_lni_in *in)
{
    const unsigned sect = 1u << draw_bit(&l->d, l->left, UL1_SECTORS);
    in->rq_sect = (uint8_t)sect;
    in->rq_tail = !(l->left & ~sect);
    if (in->rq_valid)
        l->left &= ~sect;
}

static void request_head(struct lni_drive *l, struct ul1_lni_in *in)
{
    struct drive *d = &l->d;
    in->rq_valid = happens(d, l->request);
    in->rq_head = in->rq_tail = 1;
    in->rq_sect = (uint8_t)draw_sectors(d);
    in->rq_kind = UL1_PACKET_READ;
    in->rq_atom = in->rq_wide = in->rq_signed = 0;
    if (!rng_percent(&d->rng, l->write))
        return;
    in->rq_atom = (uint8_t)draw_answered(d);
    const bool returns = UL1_GLOBAL_ATOMICS > 1 && rng_below(&d->rng, 2);
    in->rq_kind = in->rq_atom && (returns || red_swaps(in->rq_atom)) ? UL1_PACKET_ATOM : UL1_PACKET_WRITE;
    in->rq_wide = in->rq_atom && rng_below(&d->rng, 2);
    in->rq_signed = in->rq_atom && rng_below(&d->rng, 2);
    l->left = draw_sectors(d);
    next_sector(l, in);
}

static void request_body(struct lni_drive *l, struct ul1_lni_in *in)
{
    in->rq_valid = happens(&l->d, l->go_on);
    in->rq_head = 0;
    next_sector(l, in);
}

// ---- responses

static void respond_again(struct ul1_lni_in *in, const struct ul1_lni_in *last)
{
    in->resp_valid = 1;
    in->resp_op = last->resp_op;
    in->resp_number = last->resp_number;
    in->resp_sect = last->resp_sect;
    in->resp_err = last->resp_err;
    in->resp_vline = last->resp_vline;
    memcpy(in->resp_data, last->resp_data, sizeof in->resp_data);
}

static void respond_new(struct lni_drive *l, struct ul1_lni_in *in)
{
    struct drive *d = &l->d;
    const bool old = UL1_GLOBAL_ATOMICS > 1 && rng_below(&d->rng, 2);
    in->resp_valid = happens(d, l->response);
    in->resp_op = !rng_percent(&d->rng, l->answer) ? UL1_MEMOP_READ : old ? UL1_MEMOP_ATOM : UL1_MEMOP_WRITE;
    in->resp_err = rng_percent(&d->rng, l->error);
    in->resp_sect = (uint8_t)draw_sectors(d);
}

static void lni_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct lni_drive *l = (struct lni_drive *)d;
    struct ul1_lni_in *in = inputs;
    (void)out;
    if (l->contract.flit_waits)
        flit_again(in, &l->contract);
    else if (l->contract.inside)
        request_body(l, in);
    else
        request_head(l, in);
    in->mem_ready = happens(d, l->take);
    if (l->contract.waits)
        respond_again(in, &l->last);
    else
        respond_new(l, in);
    in->rp_ready = happens(d, l->leave);
}

static const char *lni_check(struct drive *d, const void *in, const void *out)
{
    struct lni_drive *l = (struct lni_drive *)d;
    l->before = l->contract;
    return lni_contract_check(&l->contract, in, out);
}

static void lni_seen(struct drive *d, const void *in, const void *out)
{
    struct lni_drive *l = (struct lni_drive *)d;
    l->last = *(const struct ul1_lni_in *)in;
    lni_count(d, &l->past, &l->before, in, out);
}

struct stimulus *lni_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "lni",
                                            .size = sizeof(struct lni_drive),
                                            .points = lni_event_names,
                                            .point_count = LNI_POINT_COUNT,
                                            .reset_every = 1000,
                                            .constraints = lni_constraints,
                                            .drive = lni_drive_cycle,
                                            .check = lni_check,
                                            .count = lni_seen };
    return drive_make(&kind, test, seed, cycles);
}
