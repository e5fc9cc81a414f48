#include "blocks/arb/drive.h"
#include "blocks/draw.h"
#include "common/atoms.h"

#include "blocks/arb/cover_points.h"
#include "common/busy.h"

static void arb_constraints(struct drive *d)
{
    struct arb_drive *a = (struct arb_drive *)d;
    a->some = rng_below(&d->rng, 2) ? draw_constraint(d) : 90;
    a->store = draw_constraint(d);
    a->book = rng_below(&d->rng, 2) ? draw_constraint(d) : 20;
    a->stays = draw_constraint(d);
    a->filled = rng_below(&d->rng, 2) ? draw_constraint(d) : 10;
    a->failed = draw_constraint(d) / 2;
    a->cached = draw_constraint(d);
    a->hit = draw_constraint(d);
    a->whole = draw_constraint(d);
    a->bare = draw_constraint(d) / 2;
    a->readout = rng_below(&d->rng, 2) ? draw_constraint(d) / 2 : 5;
    a->turn = rng_below(&d->rng, 2) ? draw_constraint(d) / 4 : 3;
    a->cmo = rng_below(&d->rng, 2) ? draw_constraint(d) / 2 : 5;
    if (rng_below(&d->rng, 4) == 0) { // loads alone: of shared memory, and cached ones that miss
        a->some = 100;
        a->cached = 50;
        a->store = a->filled = a->readout = a->turn = a->cmo = 0;
        a->hit = 30;
    } else if (rng_below(&d->rng, 6) == 0) { // dirty lines, stores and replays
        a->some = a->cached = 100;
        a->store = 80;
        a->filled = a->book = 50;
        a->readout = 30;
        a->turn = a->cmo = a->bare = a->failed = 0;
    }
}

// Whether the candidate writes words back and has no cycle to reserve.
static bool lacks_reservation(const struct ul1_arb_in *in, const struct ul1_arb_out *out, unsigned atom)
{
    if (in->cand_replay)
        return in->cand_err == UL1_ERR_NONE && !in->cand_bare && reserved_out(out->regport_reserved, true);
    return atom_pass_returns(in->cand_store, atom) && !in->cand_flush
        && reserved_out(out->regport_reserved, in->cand_cached);
}

static void arb_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct arb_drive *a = (struct arb_drive *)d;
    const struct ul1_arb_out *out = outputs;
    struct ul1_arb_in *in = inputs;
    in->readout_valid = happens(d, a->readout);
    in->cmd_turn = !in->readout_valid && happens(d, a->turn);
    in->cand_valid = happens(d, a->some);
    in->cand_replay = in->cand_valid && happens(d, a->filled);
    in->cand_bare = happens(d, a->bare);
    in->cand_err = happens(d, a->failed) ? (uint8_t)(UL1_ERR_PAGE + rng_below(&d->rng, 2)) : UL1_ERR_NONE;
    in->cand_store = in->cand_valid && !in->cand_replay && happens(d, a->store);
    in->cand_cached = in->cand_valid && !in->cand_replay && happens(d, a->cached);
    in->cand_flush = in->cand_cached && !in->cand_store && happens(d, a->cmo / 2);
    a->atom = (uint8_t)(in->cand_cached || in->cand_replay ? 0
                            : in->cand_store               ? draw_atom(d)
                                                           : draw_load_atom(d));
    if (lacks_reservation(in, out, a->atom))
        in->cand_valid = in->cand_replay = 0;
    in->regport_reserve = happens(d, a->book);
    in->remainder_stays = happens(d, a->stays);
    bool hits = out->pass_cached && !out->pass_store && !out->pass_inval && !out->pass_flush;
    in->look_hit = hits && (out->pass_replay ? !out->pass_fail : happens(d, a->hit));
    in->req_valid = 0; // until the selection is known
    in->req_mask = 0;
    in->req_cached = 0;
    in->req_atom = 0;
    in->req_red = 0;
    in->split_mask = 0;
    in->split_more = 0;
}

static void arb_respond(struct drive *d, const void *outputs, void *inputs)
{
    struct arb_drive *a = (struct arb_drive *)d;
    const struct ul1_arb_out *out = outputs;
    struct ul1_arb_in *in = inputs;
    if (!out->sel_valid)
        return;
    in->req_valid = 1;
    in->req_cached = in->cand_replay || in->cand_cached;
    in->req_store = in->cand_store;
    in->req_atom = a->atom;
    in->req_red = (uint8_t)(in->req_store && in->req_cached ? draw_red(d) : UL1_ATOM_NONE);
    in->req_width = (uint8_t)draw_width(d);
    in->req_flush = in->cand_flush;
    bool inval = in->req_cached && !in->req_store && !in->req_flush && !in->cand_replay;
    in->req_inval = inval && happens(d, a->cmo / 2);
    in->req_mask = arb_is_bare(in, out) ? 0 : draw_mask(d);
    in->split_mask = in->req_cached || happens(d, a->whole) ? in->req_mask : in->req_mask & draw_mask(d);
    if (!in->split_mask)
        in->split_mask = in->req_mask & -in->req_mask;
    in->split_more = in->split_mask != in->req_mask;
}

static const char *arb_check(struct drive *d, const void *in, const void *out)
{
    return arb_contract_check(&((struct arb_drive *)d)->contract, in, out);
}

static void arb_seen(struct drive *d, const void *inputs, const void *out)
{
    const struct ul1_arb_in *in = inputs;
    arb_count(d, in, out);
    d->stimulus.passes += !in->rst && in->req_valid;
}

struct stimulus *arb_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "arb",
                                            .size = sizeof(struct arb_drive),
                                            .points = arb_event_names,
                                            .point_count = ARB_POINT_COUNT,
                                            .reset_every = 250,
                                            .constraints = arb_constraints,
                                            .drive = arb_drive,
                                            .respond = arb_respond,
                                            .check = arb_check,
                                            .count = arb_seen };
    return drive_make(&kind, test, seed, cycles);
}
