#include "blocks/texture/drive.h"

#include "blocks/draw.h"

// A size of a texture: mostly a few texels, a power of two or not, now and then any.
static uint16_t draw_last(struct rng *r)
{
    const unsigned few = 1u << rng_below(r, 6);
    switch (rng_below(r, 8)) {
    case 0:
        return 0;
    case 1:
        return (uint16_t)rng_below(r, 1u << UL1_TEX_SIZE_W);
    case 2:
    case 3:
        return (uint16_t)rng_below(r, 2 * few);
    default:
        return (uint16_t)(few - 1);
    }
}

// Textures that lie in the same lines, or apart; now and then at the end of all addresses.
static void draw_images(struct texture_drive *t)
{
    struct rng *r = &t->d.rng;
    const uint64_t most = (UINT64_C(1) << UL1_TEX_BASE_W) - 1, any = rng_next(r) & most;
    for (unsigned i = 0; i < TEX_IMAGES_DRIVEN; i++) {
        struct drive_image *image = &t->image[i];
        image->base = rng_below(r, 8) ? (any + rng_below(r, 3)) & most : most;
        image->pitch =
            (uint16_t)(rng_below(r, 8) ? rng_below(r, 9) : rng_next(r) & ((1u << UL1_TEX_PITCH_W) - 1));
        image->last_u = draw_last(r);
        image->last_v = draw_last(r);
        image->format = (uint8_t)rng_below(r, 1u << UL1_TEXFMT_W);
        image->layout = rng_below(r, 2) != 0;
        image->border = rng_below(r, 2) != 0;
    }
}

// Samples that need many lines, most of which are there, while a fetch takes long: the FIFO fills up.
static void fill_fifo(struct texture_drive *t)
{
    t->mostly = 95;
    t->image[0].pitch = 1;
    t->image[0].last_u = t->image[0].last_v = 7;
    t->image[0].format = UL1_TEXFMT_RGBA8;
    t->offer = t->bilinear = t->answer = 100;
    t->fill = 1;
    t->far = 50;
    t->walk = t->fault = t->error = t->drop = t->command = 0;
}

static void texture_constraints(struct drive *d)
{
    struct texture_drive *t = (struct texture_drive *)d;
    static const uint8_t few[] = { 0, 0, 3, 20 };
    t->offer = draw_constraint(d);
    t->bilinear = draw_constraint(d);
    t->far = few[rng_below(&d->rng, sizeof few)];
    t->answer = 5 + draw_constraint(d);
    t->fault = few[rng_below(&d->rng, sizeof few)];
    t->walk = draw_constraint(d);
    t->end = 5 + draw_constraint(d);
    t->fill = 5 + draw_constraint(d);
    t->error = few[rng_below(&d->rng, sizeof few)];
    t->whole = draw_constraint(d);
    t->drop = few[rng_below(&d->rng, sizeof few)];
    t->command = rng_below(&d->rng, 3) ? 0 : 2;
    t->spread = 1u << rng_below(&d->rng, 5);
    t->mostly = 0;
    draw_images(t);
    if (rng_below(&d->rng, 6) == 0)
        fill_fifo(t);
}

// Coordinates from one border to beyond the other; fractions are often none or one half.
static uint32_t draw_coordinate(struct texture_drive *t, unsigned last, unsigned lane, uint32_t first)
{
    struct rng *r = &t->d.rng;
    static const uint8_t fractions[] = { 0, 0, 128, 128, 1, 255 };
    uint32_t whole = first + lane * rng_below(r, 2) + rng_below(r, t->spread + 1);
    if (happens(&t->d, t->far))
        whole = rng_below(r, 3) ? rng_below(r, last + 3) - 1 : (uint32_t)rng_next(r);
    const uint32_t fraction =
        rng_below(r, 3) ? fractions[rng_below(r, sizeof fractions)] : (uint32_t)rng_below(r, TEXEL_ONE);
    return (whole * TEXEL_ONE + fraction) & ((1u << UL1_TEX_COORD_W) - 1);
}

static void drive_offer(struct texture_drive *t, struct ul1_texture_in *in)
{
    struct drive *d = &t->d;
    const struct drive_image *image =
        &t->image[happens(d, t->mostly) ? 0 : rng_below(&d->rng, TEX_IMAGES_DRIVEN)];
    const uint32_t u = rng_below(&d->rng, image->last_u + 3u) - 1,
                   v = rng_below(&d->rng, image->last_v + 3u) - 1;
    in->in_valid = happens(d, t->offer);
    in->in_again = rng_below(&d->rng, 10) == 0;
    if (rng_below(&d->rng, 20) == 0)
        return; // another instruction
    in->in_op = UL1_OP_TEX;
    in->in_mask = rng_below(&d->rng, 20) ? draw_mask(d) : 0;
    in->texin_base = image->base;
    in->texin_pitch = image->pitch;
    in->texin_last_u = image->last_u;
    in->texin_last_v = image->last_v;
    in->texin_format = image->format;
    in->texin_layout = image->layout;
    in->texin_border = image->border;
    in->texin_filter = happens(d, t->bilinear);
    for (unsigned i = 0; i < LANES; i++) {
        in->texin_u[i] = draw_coordinate(t, image->last_u, i % UL1_TEX_LANES, u);
        in->texin_v[i] = draw_coordinate(t, image->last_v, i / UL1_TEX_LANES, v);
    }
}

// A fetch that memory has yet to bring, in any order.
static bool draw_fetch(struct texture_drive *t, unsigned *fetch)
{
    const struct texture_shadow *s = &t->contract.shadow;
    const unsigned from = rng_below(&t->d.rng, UL1_TEX_FETCHES);
    for (unsigned n = 0; n < UL1_TEX_FETCHES; n++) {
        *fetch = (from + n) % UL1_TEX_FETCHES;
        if (tex_lacks(s, *fetch))
            return true;
    }
    return false;
}

static void drive_fetches(struct texture_drive *t, struct ul1_texture_in *in)
{
    struct drive *d = &t->d;
    const struct texture_shadow *s = &t->contract.shadow;
    unsigned fetch;
    in->texmmu_take = in->texmmu_fault = in->texmmu_wait = in->fill_tex = 0;
    in->walk_ends = happens(d, t->end) ? (uint8_t)(1u << rng_below(&d->rng, UL1_WALKERS)) : 0;
    if (s->unsent && !s->walks && happens(d, t->answer)) {
        in->texmmu_fault = happens(d, t->fault);
        if (!in->texmmu_fault && happens(d, t->walk))
            in->texmmu_wait = (uint8_t)(rng_below(&d->rng, 4) ? 1u << rng_below(&d->rng, UL1_WALKERS)
                                                              : (1u << UL1_WALKERS) - 1);
        in->texmmu_take = !in->texmmu_fault && !in->texmmu_wait;
        in->texmmu_err = rng_below(&d->rng, 2) ? UL1_ERR_PAGE : UL1_ERR_BUS;
    }
    if (!happens(d, t->fill) || !draw_fetch(t, &fetch))
        return;
    const unsigned lacks = tex_lacks(s, fetch);
    in->fill_tex = 1;
    in->fill_fetch = (uint8_t)fetch;
    in->fill_err = happens(d, t->error);
    in->fill_sect = (uint8_t)(happens(d, t->whole) ? lacks : 1u << draw_bit(d, lacks, UL1_SECTORS));
}

// A line that is there, or any.
static uint64_t draw_line(struct texture_drive *t)
{
    const struct texture_shadow *s = &t->contract.shadow;
    const struct tex_line *l =
        &s->set[rng_below(&t->d.rng, UL1_TEX_SETS)][rng_below(&t->d.rng, UL1_TEX_WAYS)];
    return l->sectors ? l->line : t->image[0].base * (512 / UL1_LINE_BYTES);
}

static void drive_drops(struct texture_drive *t, struct ul1_texture_in *in)
{
    struct drive *d = &t->d;
    in->pass_inval = happens(d, t->drop);
    if (rng_below(&d->rng, 4))
        in->pass_line = draw_line(t);
    if (!t->holds && happens(d, t->command))
        t->holds = 1 + rng_below(&d->rng, 60);
    t->holds -= t->holds != 0;
    in->cmd_hold = t->holds != 0;
}

static void texture_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct texture_drive *t = (struct texture_drive *)d;
    (void)out;
    drive_offer(t, inputs);
    drive_fetches(t, inputs);
    drive_drops(t, inputs);
}

static const char *texture_check(struct drive *d, const void *in, const void *out)
{
    struct texture_drive *t = (struct texture_drive *)d;
    texture_count(d, &t->past, &t->contract.shadow, in, out);
    return texture_contract_check(&t->contract, in, out);
}

static void texture_seen(struct drive *d, const void *in, const void *out)
{
    const struct ul1_texture_out *o = out;
    (void)in;
    d->stimulus.passes += o->texlook_valid;
}

struct stimulus *texture_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "texture",
                                            .size = sizeof(struct texture_drive),
                                            .points = texture_event_names,
                                            .point_count = TEXTURE_POINT_COUNT,
                                            .reset_every = 1000,
                                            .constraints = texture_constraints,
                                            .drive = texture_drive_cycle,
                                            .check = texture_check,
                                            .count = texture_seen };
    return drive_make(&kind, test, seed, cycles);
}
