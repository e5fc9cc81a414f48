#include "blocks/constant/drive.h"

#include "blocks/draw.h"

// Lines of few sets, so that they meet; neighbours among them.
static void draw_lines(struct constant_drive *c)
{
    struct rng *r = &c->d.rng;
    const uint64_t sets = rng_below(r, 2) ? 1 : UL1_CON_SETS, any = rng_next(r) >> (64 - UL1_VA_W);
    c->lines = 1 + rng_below(r, CON_LINES_DRIVEN);
    for (unsigned i = 0; i < CON_LINES_DRIVEN; i++) {
        const uint64_t tag = rng_below(r, 3) ? rng_below(r, 8) : UINT64_C(1) << rng_below(r, UL1_CON_TAG_W);
        const uint64_t at = (tag * UL1_CON_SETS + rng_below(r, (unsigned)sets)) * CON_LINE;
        c->line[i] = (any ^ at) / CON_LINE * CON_LINE;
    }
}

static void constant_constraints(struct drive *d)
{
    struct constant_drive *c = (struct constant_drive *)d;
    static const uint8_t few[] = { 0, 0, 3, 20 };
    c->offer = draw_constraint(d);
    c->equal = draw_constraint(d);
    c->wrong = few[rng_below(&d->rng, sizeof few)];
    c->answer = 5 + draw_constraint(d);
    c->fault = few[rng_below(&d->rng, sizeof few)];
    c->walk = draw_constraint(d);
    c->end = 5 + draw_constraint(d);
    c->fill = 5 + draw_constraint(d);
    c->error = few[rng_below(&d->rng, sizeof few)];
    c->whole = draw_constraint(d);
    c->drop = few[rng_below(&d->rng, sizeof few)];
    c->command = rng_below(&d->rng, 3) ? 0 : 2;
    draw_lines(c);
}

static uint64_t draw_addr(struct constant_drive *c, unsigned width)
{
    const uint64_t at = c->line[rng_below(&c->d.rng, c->lines)] + rng_below(&c->d.rng, CON_LINE);
    return at / width_bytes(width) * width_bytes(width);
}

static void drive_offer(struct constant_drive *c, struct ul1_constant_in *in)
{
    struct drive *d = &c->d;
    in->in_valid = happens(d, c->offer);
    in->in_again = rng_below(&d->rng, 10) == 0;
    if (rng_below(&d->rng, 20) == 0)
        return; // another instruction
    in->in_op = UL1_OP_LOAD;
    in->in_space = UL1_SPACE_CONST;
    in->in_width = (uint8_t)draw_width(d);
    in->in_mask = rng_below(&d->rng, 20) ? draw_mask(d) : 0;
    in->in_atom = UL1_ATOM_NONE;
    in->in_matrix = UL1_MATRIX_NONE;
    const uint64_t first = draw_addr(c, in->in_width);
    for (unsigned i = 0; i < LANES; i++)
        in->in_addr[i] = happens(d, c->equal) ? first : draw_addr(c, in->in_width);
    if (!rng_percent(&d->rng, c->wrong))
        return;
    if (rng_below(&d->rng, 3) == 0)
        in->in_atom = UL1_ATOM_LOCK;
    else if (rng_below(&d->rng, 2))
        in->in_matrix = UL1_MATRIX_PLAIN;
    else
        in->in_addr[rng_below(&d->rng, LANES)] |= 1;
}

static void drive_fetch(struct constant_drive *c, struct ul1_constant_in *in)
{
    struct drive *d = &c->d;
    const struct con_fetch *f = &c->contract.shadow.fetch;
    in->conmmu_take = in->conmmu_fault = in->conmmu_wait = in->fill_con = 0;
    in->walk_ends = happens(d, c->end) ? (uint8_t)(1u << rng_below(&d->rng, UL1_WALKERS)) : 0;
    if (f->state == UL1_CON_STATE_ASKS && happens(d, c->answer)) {
        in->conmmu_fault = happens(d, c->fault);
        if (!in->conmmu_fault && happens(d, c->walk))
            in->conmmu_wait = (uint8_t)(rng_below(&d->rng, 4) ? 1u << rng_below(&d->rng, UL1_WALKERS)
                                                              : (1u << UL1_WALKERS) - 1);
        in->conmmu_take = !in->conmmu_fault && !in->conmmu_wait;
        in->conmmu_err = rng_below(&d->rng, 2) ? UL1_ERR_PAGE : UL1_ERR_BUS;
    }
    if (f->state != UL1_CON_STATE_SENT || !happens(d, c->fill))
        return;
    const unsigned lacks = con_sectors(f->addr) & ~(unsigned)f->got;
    in->fill_con = 1;
    in->fill_err = happens(d, c->error);
    in->fill_sect = (uint8_t)(happens(d, c->whole) ? lacks : 1u << draw_bit(d, lacks, UL1_SECTORS));
}

static void drive_drops(struct constant_drive *c, struct ul1_constant_in *in)
{
    struct drive *d = &c->d;
    in->pass_inval = happens(d, c->drop);
    const uint64_t line = c->line[rng_below(&d->rng, c->lines)] + rng_below(&d->rng, CON_LINE);
    if (rng_below(&d->rng, 4))
        in->pass_line = line / UL1_LINE_BYTES;
    if (!c->holds && happens(d, c->command))
        c->holds = 1 + rng_below(&d->rng, 40);
    c->holds -= c->holds != 0;
    in->cmd_hold = c->holds != 0;
}

static void constant_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct constant_drive *c = (struct constant_drive *)d;
    (void)out;
    drive_offer(c, inputs);
    drive_fetch(c, inputs);
    drive_drops(c, inputs);
}

static const char *constant_check(struct drive *d, const void *in, const void *out)
{
    struct constant_drive *c = (struct constant_drive *)d;
    constant_count(d, &c->past, &c->contract.shadow, in, out);
    return constant_contract_check(&c->contract, in, out);
}

static void constant_seen(struct drive *d, const void *in, const void *out)
{
    const struct ul1_constant_out *o = out;
    (void)in;
    d->stimulus.passes += o->con_valid;
}

struct stimulus *constant_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "constant",
                                            .size = sizeof(struct constant_drive),
                                            .points = constant_event_names,
                                            .point_count = CONSTANT_POINT_COUNT,
                                            .reset_every = 1000,
                                            .constraints = constant_constraints,
                                            .drive = constant_drive_cycle,
                                            .check = constant_check,
                                            .count = constant_seen };
    return drive_make(&kind, test, seed, cycles);
}
