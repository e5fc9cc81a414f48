#include "blocks/rmw/drive.h"
#include "blocks/draw.h"

#include <string.h>

#include "common/atoms.h"

// Floats of near exponents, so that their digits meet; and special ones.
static uint32_t draw_word(struct rng *rng)
{
    static const uint32_t special[] = { 0,          1,          0x80000000, 0x7f800000, 0xff800000,
                                        0x7fc00000, 0x007fffff, 0x7f7fffff, 0xffffffff, 0x00800000 };
    const uint32_t any = (uint32_t)rng_next(rng);
    switch (rng_below(rng, 4)) {
    case 0:
        return special[any % (sizeof special / sizeof *special)];
    case 1:
        return any;
    default:
        return (any & 0x80ffffff) | (0x3f000000u + (any >> 25 & 3) * 0x00800000u);
    }
}

static void rmw_constraints(struct drive *d)
{
    struct rmw_drive *s = (struct rmw_drive *)d;
    s->offer = rng_below(&d->rng, 3) ? 100 : draw_constraint(d);
    s->operate = rng_below(&d->rng, 2) ? 100 : draw_constraint(d);
    s->fence = rng_below(&d->rng, 3) ? 2 : draw_constraint(d);
    s->ready = draw_constraint(d);
    s->accept = rng_below(&d->rng, 2) ? 100 : draw_constraint(d);
    s->answer = draw_constraint(d);
    s->pieces = draw_constraint(d);
    s->error = rng_below(&d->rng, 2) ? 0 : 10;
    s->queues = rng_below(&d->rng, 2) == 0;
    if (s->queues)
        s->ready = 100, s->answer = 15 + rng_below(&d->rng, 50), s->pieces = 0, s->offer = 100,
        s->accept = rng_below(&d->rng, 2) ? 100 : 30;
    const uint64_t most = rng_next(&d->rng) >> (64 - UL1_PLINE_W);
    const bool mostly = rng_below(&d->rng, 4) == 0; // mostly one line
    for (unsigned i = 0; i < RMW_LINES_DRIVEN; i++)
        s->line[i] = mostly && i % 4 ? most : rng_next(&d->rng) >> (64 - UL1_PLINE_W);
    for (unsigned i = 0; i < sizeof s->word / sizeof *s->word; i++)
        s->word[i] = draw_word(&d->rng);
}

static uint32_t some_word(struct rmw_drive *s)
{
    struct rng *rng = &s->d.rng;
    return rng_below(rng, 2) ? s->word[rng_below(rng, 4)] : draw_word(rng);
}

// ---- requests

static void draw_write(struct rmw_drive *s, struct ul1_rmw_in *in)
{
    struct drive *d = &s->d;
    if (UL1_GLOBAL_ATOMICS && happens(d, s->operate))
        while ((in->reqdata_atom = (uint8_t)draw_answered(d)) == UL1_ATOM_NONE)
            ;
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        in->reqdata_word[n] = some_word(s);
    if (!in->reqdata_atom) {
        for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
            in->reqdata_be[n] = (uint8_t)(rng_below(&d->rng, 2) ? draw_bytes(d) : 0);
        in->reqdata_be[rng_below(&d->rng, UL1_LINE_WORDS)] = 1;
        return;
    }
    in->reqdata_wide = draw_red_width(d, in->reqdata_atom) == UL1_WIDTH_B64;
    in->reqdata_signed = rng_below(&d->rng, 2);
    in->reqold_valid = red_swaps(in->reqdata_atom) || (UL1_GLOBAL_ATOMICS > 1 && rng_below(&d->rng, 2));
    draw_numbers(d, in->reqdata_atom, in->reqdata_wide, in->reqdata_be);
}

static void draw_request(struct rmw_drive *s, struct ul1_rmw_in *in)
{
    struct rng *rng = &s->d.rng;
    const bool fence = happens(&s->d, s->fence);
    in->req_valid = happens(&s->d, s->offer);
    in->req_op = fence ? UL1_MEMOP_FENCE : rng_below(rng, 4) ? UL1_MEMOP_WRITE : UL1_MEMOP_READ;
    in->req_line = fence ? 0 : s->line[rng_below(rng, RMW_LINES_DRIVEN)];
    const bool write = in->req_valid && in->req_op == UL1_MEMOP_WRITE, read = in->req_op == UL1_MEMOP_READ;
    if (!read)
        in->req_sect = in->reqread_kind = in->reqread_warp = in->reqread_space = 0;
    if (in->req_op != UL1_MEMOP_WRITE)
        in->req_vline = 0;
    if (!fence)
        in->req_level = 0;
    memset(in->reqdata_be, 0, UL1_LINE_WORDS);
    in->reqdata_atom = UL1_ATOM_NONE;
    in->reqdata_wide = in->reqdata_signed = in->reqold_valid = 0;
    if (write)
        draw_write(s, in);
}

static void offer_again(struct ul1_rmw_in *in, const struct ul1_rmw_in *last)
{
    in->req_valid = 1;
    in->req_op = last->req_op;
    in->req_number = last->req_number;
    in->req_line = last->req_line;
    in->req_sect = last->req_sect;
    in->req_vline = last->req_vline;
    in->req_level = last->req_level;
    in->reqdata_atom = last->reqdata_atom;
    in->reqdata_wide = last->reqdata_wide;
    in->reqdata_signed = last->reqdata_signed;
    in->reqread_kind = last->reqread_kind;
    in->reqread_warp = last->reqread_warp;
    in->reqread_space = last->reqread_space;
    in->reqold_valid = last->reqold_valid;
    in->reqold_number = last->reqold_number;
    memcpy(in->reqdata_be, last->reqdata_be, sizeof in->reqdata_be);
    memcpy(in->reqdata_word, last->reqdata_word, sizeof in->reqdata_word);
}

// ---- responses

// An operation whose read memory has; UL1_RMWS if there is none. The read on offer is not memory's yet.
static unsigned draw_reading(struct rmw_drive *s)
{
    const struct rmw_predictor *p = &s->contract.predictor;
    const unsigned start = rng_below(&s->d.rng, UL1_RMWS);
    for (unsigned k = 0; k < UL1_RMWS; k++) {
        const unsigned i = (start + k) % UL1_RMWS;
        const bool offered =
            p->holds && p->held.op == UL1_MEMOP_READ && rmw_operation_of(p->held.number) == i;
        if (p->operation[i].used && p->operation[i].at == RMW_READS && !offered)
            return i;
    }
    return UL1_RMWS;
}

static void draw_response(struct rmw_drive *s, struct ul1_rmw_in *in)
{
    struct drive *d = &s->d;
    const unsigned i = draw_reading(s);
    in->resp_valid = happens(d, s->answer) && (s->pause || !s->queues);
    in->resp_op = (uint8_t)rng_below(&d->rng, UL1_MEMOP_FENCE + 1);
    in->resp_number &= (1u << UL1_SHARED_TAG_W) - 1;
    in->resp_err = happens(d, s->error);
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        in->resp_data[n] = some_word(s);
    if (!UL1_GLOBAL_ATOMICS || !rng_below(&d->rng, 4))
        return;
    if (i < UL1_RMWS) {
        const struct rmw_known *o = &s->contract.predictor.operation[i];
        in->resp_op = UL1_MEMOP_READ;
        in->resp_number = (__typeof__(in->resp_number))((i + 1) << UL1_SHARED_TAG_W | o->of.number);
        in->resp_sect = o->lacks;
        if (happens(d, s->pieces))
            in->resp_sect = (uint8_t)(1u << draw_bit(d, o->lacks, UL1_SECTORS));
        for (unsigned n = 0; n < UL1_LINE_WORDS && o->of.atom == UL1_ATOM_CAS; n++)
            if (rng_below(&d->rng, 2))
                in->resp_data[n] = o->of.word[n];
    } else if (s->held_before && rng_below(&d->rng, 3) == 0) {
        in->resp_op = UL1_MEMOP_WRITE;
        in->resp_number = (__typeof__(in->resp_number))s->sent;
        s->held_before = false;
    }
}

static void rmw_drive_cycle(struct drive *d, const void *outputs, void *inputs)
{
    struct rmw_drive *s = (struct rmw_drive *)d;
    struct ul1_rmw_in *in = inputs;
    (void)outputs;
    if (s->contract.waits)
        offer_again(in, &s->last);
    else
        draw_request(s, in);
    if (s->contract.waits_for_ready) {
        in->resp_valid = 1;
        in->resp_op = s->last.resp_op;
        in->resp_number = s->last.resp_number;
        in->resp_sect = s->last.resp_sect;
        in->resp_err = s->last.resp_err;
        in->resp_vline = s->last.resp_vline;
        memcpy(in->resp_data, s->last.resp_data, sizeof in->resp_data);
    } else {
        draw_response(s, in);
    }
    // now and then memory takes nothing for a while
    if (s->pause)
        s->pause--;
    else if (rng_below(&d->rng, s->queues ? 20 : 100) == 0)
        s->pause = rng_below(&d->rng, s->queues ? 60 : 30);
    in->mem_ready = !s->pause && happens(d, s->ready);
    in->answer_ready = happens(d, s->accept);
}

static const char *rmw_check(struct drive *d, const void *in, const void *out)
{
    return rmw_contract_check(&((struct rmw_drive *)d)->contract, in, out);
}

static void rmw_seen(struct drive *d, const void *inputs, const void *outputs)
{
    struct rmw_drive *s = (struct rmw_drive *)d;
    const struct ul1_rmw_out *out = outputs;
    s->last = *(const struct ul1_rmw_in *)inputs;
    if (s->last.rst)
        s->held_before = false;
    else if (out->mem_valid && s->last.mem_ready && out->mem_op == UL1_MEMOP_WRITE
             && rmw_operation_of(out->mem_number) < UL1_RMWS) {
        s->held_before = true;
        s->sent = out->mem_number;
    }
}

// The state at the beginning of a cycle is that of the contract before its check.
static const char *rmw_check_and_count(struct drive *d, const void *in, const void *out)
{
    struct rmw_drive *s = (struct rmw_drive *)d;
    rmw_count(d, &s->track, &s->contract.predictor, in, out);
    return rmw_check(d, in, out);
}

struct stimulus *rmw_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "rmw",
                                            .size = sizeof(struct rmw_drive),
                                            .points = rmw_event_names,
                                            .point_count = RMW_POINT_COUNT,
                                            .reset_every = 1000,
                                            .constraints = rmw_constraints,
                                            .drive = rmw_drive_cycle,
                                            .check = rmw_check_and_count,
                                            .count = rmw_seen };
    return drive_make(&kind, test, seed, cycles);
}
