#include "blocks/sni/drive.h"
#include "blocks/draw.h"
#include "blocks/sni/cover_points.h"
#include "blocks/sni/requests.h"

enum { STORM_EVERY = 8 };

static void sni_constraints(struct drive *d)
{
    struct sni_drive *s = (struct sni_drive *)d;
    s->offer = draw_constraint(d);
    s->fence = rng_below(&d->rng, 2) ? 3 : draw_constraint(d);
    s->command = rng_below(&d->rng, 2) ? 10 : draw_constraint(d);
    s->write = draw_constraint(d);
    s->word = draw_constraint(d);
    s->whole = draw_constraint(d);
    s->take = draw_constraint(d);
    s->reply = draw_constraint(d);
    s->answer = draw_constraint(d);
    s->error = draw_constraint(d);
    s->go_on = draw_constraint(d);
    s->half = rng_below(&d->rng, 2) ? 0 : draw_constraint(d);
    if (rng_below(&d->rng, STORM_EVERY))
        return;
    // writes until no more can be counted, or until all epochs have some
    s->offer = s->write = s->word = s->take = 100;
    s->fence = rng_below(&d->rng, 2) ? 0 : 10;
    s->answer = 0;
}

// ---- requests

static void draw_operation(struct drive *d, struct ul1_sni_in *in)
{
    in->memdata_atom = (uint8_t)draw_answered(d);
    const bool returns = UL1_GLOBAL_ATOMICS > 1 && rng_below(&d->rng, 2);
    in->memold_valid = in->memdata_atom && (returns || red_swaps(in->memdata_atom));
    in->memold_number &= (1 << (UL1_TAG_W - UL1_EPOCH_W)) - 1;
    in->memdata_wide = in->memdata_atom && rng_below(&d->rng, 2);
    in->memdata_signed = in->memdata_atom && rng_below(&d->rng, 2);
}

static void offer_new(struct sni_drive *s, struct ul1_sni_in *in)
{
    struct drive *d = &s->d;
    in->mem_valid = happens(d, s->offer);
    in->mem_op = happens(d, s->fence)    ? UL1_MEMOP_FENCE
        : rng_percent(&d->rng, s->write) ? UL1_MEMOP_WRITE
                                         : UL1_MEMOP_READ;
    if (UL1_INVS && in->mem_op == UL1_MEMOP_FENCE && happens(d, s->command))
        in->mem_number = UL1_CMD_ID;
    in->mem_sect = (uint8_t)draw_sectors(d);
    memset(in->memdata_be, 0, sizeof in->memdata_be);
    in->memdata_atom = in->memdata_wide = in->memdata_signed = in->memold_valid = 0;
    if (!in->mem_valid || in->mem_op != UL1_MEMOP_WRITE)
        return;
    sni_draw_bytes(d, in, s->whole, s->word);
    draw_operation(d, in);
}

// ---- replies

static void reply_again(struct ul1_sni_in *in, const struct flit *f)
{
    in->rp_valid = 1;
    FLIT_WRITE(*f, in, rp, , 0);
}

// An epoch that awaits the answer of a write, or none.
static int owing(struct sni_drive *s)
{
    const unsigned from = rng_below(&s->d.rng, UL1_EPOCHS);
    for (unsigned k = 0; k < UL1_EPOCHS; k++) {
        const unsigned e = (from + k) % UL1_EPOCHS;
        if (s->contract.owed[e])
            return (int)e;
    }
    return -1;
}

static void reply_head(struct sni_drive *s, struct ul1_sni_in *in)
{
    struct drive *d = &s->d;
    const int epoch = owing(s);
    const bool answers = epoch >= 0 && rng_percent(&d->rng, s->answer);
    const bool old = UL1_GLOBAL_ATOMICS > 1 && rng_below(&d->rng, 2);
    in->rp_valid = happens(d, s->reply);
    in->rp_head = 1;
    in->rp_kind = !answers ? UL1_PACKET_DATA : old ? UL1_PACKET_OLD : UL1_PACKET_ACK;
    in->rp_err = rng_percent(&d->rng, s->error);
    if (answers)
        in->rp_sub = (__typeof__(in->rp_sub))((in->rp_sub & ~((1u << UL1_EPOCH_W) - 1)) | (unsigned)epoch);
    s->left = in->rp_kind == UL1_PACKET_ACK ? 0 : draw_sectors(d);
    const bool flits = s->left && !in->rp_err;
    in->rp_sect = (uint8_t)(flits ? s->left & (0 - s->left) : s->left);
    s->left = flits ? s->left & (s->left - 1) : 0;
    in->rp_tail = !s->left;
}

static void reply_body(struct sni_drive *s, struct ul1_sni_in *in)
{
    in->rp_valid = happens(&s->d, s->go_on);
    in->rp_head = 0;
    in->rp_sect = (uint8_t)(s->left & (0 - s->left));
    in->rp_tail = !(s->left & (s->left - 1));
    if (in->rp_valid)
        s->left &= s->left - 1;
}

static void sni_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct sni_drive *s = (struct sni_drive *)d;
    struct ul1_sni_in *in = inputs;
    (void)out;
    in->half = !in->rst && rng_percent(&d->rng, s->half);
    if (s->contract.waits)
        sni_offer_again(in, &s->last);
    else
        offer_new(s, in);
    in->rq_ready = happens(d, s->take);
    if (s->contract.flit_waits)
        reply_again(in, &s->contract.flit_waiting);
    else if (s->contract.inside)
        reply_body(s, in);
    else
        reply_head(s, in);
}

static const char *sni_check(struct drive *d, const void *in, const void *out)
{
    struct sni_drive *s = (struct sni_drive *)d;
    s->before = s->contract;
    return sni_contract_check(&s->contract, in, out);
}

static void sni_seen(struct drive *d, const void *in, const void *out)
{
    struct sni_drive *s = (struct sni_drive *)d;
    s->last = *(const struct ul1_sni_in *)in;
    sni_count(d, &s->past, &s->before, in, out);
}

struct stimulus *sni_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "sni",
                                            .size = sizeof(struct sni_drive),
                                            .points = sni_event_names,
                                            .point_count = SNI_POINT_COUNT,
                                            .reset_every = 1000,
                                            .constraints = sni_constraints,
                                            .drive = sni_drive_cycle,
                                            .check = sni_check,
                                            .count = sni_seen };
    return drive_make(&kind, test, seed, cycles);
}
