#include "blocks/xbar/drive.h"
#include "blocks/draw.h"
#include "blocks/xbar/cover_points.h"

static void xbar_constraints(struct drive *d)
{
    struct xbar_drive *x = (struct xbar_drive *)d;
    const unsigned all = draw_constraint(d);
    const bool alike = rng_below(&d->rng, 2);
    for (unsigned i = 0; i < UL1_XIN; i++)
        x->offer[i] = alike ? all : draw_constraint(d);
    const unsigned ready = draw_constraint(d);
    const bool ready_alike = rng_below(&d->rng, 2);
    for (unsigned o = 0; o < UL1_XOUT; o++)
        x->ready[o] = ready_alike ? ready : draw_constraint(d);
    x->go_on = draw_constraint(d);
    x->single = draw_constraint(d);
    x->to_one = draw_constraint(d);
    x->one = rng_below(&d->rng, UL1_XOUT);
    x->most = rng_below(&d->rng, 4) ? UL1_SECTORS : UL1_XDEPTH + 2;
}

static void offer_again(struct ul1_xbar_in *in, const struct flit *f, unsigned i)
{
    in->i_valid[i] = 1;
    in->i_dst[i] = f->dst;
    FLIT_WRITE(*f, in, i, [i], i);
}

// A new flit: the next one of its packet, or the first of another. All but head, tail and output may be
// anything, as the crossbar only passes it.
static void offer_new(struct xbar_drive *x, struct ul1_xbar_in *in, unsigned i)
{
    struct drive *d = &x->d;
    const bool inside = x->contract.in[i].inside;
    in->i_valid[i] = happens(d, inside ? x->go_on : x->offer[i]);
    in->i_atom[i] = (uint8_t)draw_answered(d);
    in->i_wide[i] &= in->i_atom[i] != UL1_ATOM_NONE;
    in->i_signed[i] &= in->i_atom[i] != UL1_ATOM_NONE;
    if (!in->i_valid[i])
        return;
    if (!inside)
        x->left[i] = rng_percent(&d->rng, x->single) ? 1 : 1 + rng_below(&d->rng, x->most);
    in->i_head[i] = !inside;
    in->i_tail[i] = x->left[i]-- <= 1;
    if (!inside)
        in->i_dst[i] = (uint8_t)(rng_percent(&d->rng, x->to_one) ? x->one : rng_below(&d->rng, UL1_XOUT));
}

static void xbar_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct xbar_drive *x = (struct xbar_drive *)d;
    struct ul1_xbar_in *in = inputs;
    (void)out;
    for (unsigned i = 0; i < UL1_XIN; i++) {
        const struct xbar_side *side = &x->contract.in[i];
        if (side->waits)
            offer_again(in, &side->waiting, i);
        else
            offer_new(x, in, i);
    }
    for (unsigned o = 0; o < UL1_XOUT; o++)
        in->o_ready[o] = happens(d, x->ready[o]);
}

static const char *xbar_check(struct drive *d, const void *in, const void *out)
{
    return xbar_contract_check(&((struct xbar_drive *)d)->contract, in, out);
}

static void xbar_seen(struct drive *d, const void *in, const void *out)
{
    struct xbar_drive *x = (struct xbar_drive *)d;
    xbar_count(d, &x->past, &x->contract, in, out);
}

struct stimulus *xbar_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "xbar",
                                            .size = sizeof(struct xbar_drive),
                                            .points = xbar_event_names,
                                            .point_count = XBAR_POINT_COUNT,
                                            .reset_every = 1000,
                                            .constraints = xbar_constraints,
                                            .drive = xbar_drive_cycle,
                                            .check = xbar_check,
                                            .count = xbar_seen };
    return drive_make(&kind, test, seed, cycles);
}
