#include "blocks/copy/drive.h"
#include "blocks/draw.h"

#include <string.h>

static void copy_constraints(struct drive *d)
{
    struct copy_drive *c = (struct copy_drive *)d;
    static const uint8_t few[] = { 0, 0, 5, 30 };
    c->start = draw_constraint(d);
    c->store = draw_constraint(d);
    c->words = draw_constraint(d);
    c->retire = draw_constraint(d);
    c->fail = few[rng_below(&d->rng, sizeof few)];
    c->pull = draw_constraint(d);
    c->commit = draw_constraint(d);
    c->wait = draw_constraint(d);
    c->warps = rng_below(&d->rng, 3) ? 1 + rng_below(&d->rng, 3) : UL1_WARPS;
    c->first = rng_below(&d->rng, UL1_WARPS);
    if (rng_below(&d->rng, 10))
        return;
    // a copy outlasts all commits that its age has bits for
    c->commit = 100;
    c->retire = 0;
    c->warps = 1;
}

static unsigned any_warp(struct copy_drive *c)
{
    return (c->first + rng_below(&c->d.rng, c->warps)) % UL1_WARPS;
}

// An entry without a half of a copy.
static unsigned free_entry(struct copy_drive *c)
{
    const struct copy_shadow *s = &c->contract.shadow;
    unsigned entry = rng_below(&c->d.rng, UL1_INSTRS);
    while (copy_shadow_of(s, COPY_LOADS, entry) || copy_shadow_of(s, COPY_STORES, entry))
        entry = (entry + 1) % UL1_INSTRS;
    return entry;
}

// Any copy in this step, or null.
static const struct copy_told *any_copy(struct copy_drive *c, enum copy_step step)
{
    const unsigned from = rng_below(&c->d.rng, COPY_MOST);
    for (unsigned i = 0; i < COPY_MOST; i++) {
        const struct copy_told *t = &c->contract.shadow.copy[(from + i) % COPY_MOST];
        if (t->step == step)
            return t;
    }
    return NULL;
}

static void drive_offer(struct copy_drive *c, struct ul1_copy_in *in)
{
    struct drive *d = &c->d;
    const struct copy_shadow *s = &c->contract.shadow;
    const struct copy_told *t = &s->copy[s->number];
    in->in_valid = !d->calm && rng_below(&d->rng, 3);
    in->in_again = rng_below(&d->rng, 10) == 0;
    in->in_ready = rng_below(&d->rng, 10) != 0;
    in->in_shared_ready = in->in_ready || rng_below(&d->rng, 2);
    in->in_entry = (uint8_t)free_entry(c);
    in->in_warp = (uint8_t)any_warp(c);
    in->in_copy = rng_below(&d->rng, 4) == 0;
    if (in->in_again)
        return;
    if (s->shown && happens(d, c->store)) {
        in->in_valid = in->in_copy = 1;
        in->in_op = UL1_OP_STORE;
        in->in_warp = (uint8_t)t->warp;
        in->in_width = (uint8_t)t->width;
        in->in_mask = t->mask;
    } else if (copy_shadow_place(s) < COPY_MOST && happens(d, c->start)) {
        in->in_valid = in->in_copy = 1;
        in->in_op = UL1_OP_LOAD;
        in->in_width = (uint8_t)(UL1_WIDTH_B32 + rng_below(&d->rng, 3));
        in->in_mask = rng_below(&d->rng, 20) ? draw_mask(d) : 0;
    } else if (in->in_valid && in->in_op <= UL1_OP_STORE) {
        in->in_copy = 0;
    }
}

// Words of a copy, in pieces, or of another load.
static void drive_words(struct copy_drive *c, struct ul1_copy_in *in)
{
    struct drive *d = &c->d;
    const struct copy_told *t = rng_below(&d->rng, 6) ? any_copy(c, COPY_LOADS) : NULL;
    in->rf_id = (uint8_t)(t ? t->entry : free_entry(c));
    in->load_mask = 0;
    if (!happens(d, c->words))
        return;
    in->load_mask = draw_mask(d);
    for (unsigned i = 0; t && i < UL1_WORDS; i++) {
        in->rf_sub = (uint8_t)((in->rf_sub + 1) % UL1_WORDS);
        const uint32_t left = copy_shadow_slots(t, in->rf_sub) & ~t->came[in->rf_sub];
        if (!left)
            continue;
        in->load_mask = rng_below(&d->rng, 3) && left & in->load_mask ? left & in->load_mask : left;
        return;
    }
    in->load_mask = t ? 0 : in->load_mask;
}

// Whether all words of the copy come by the end of this cycle.
static bool is_whole(const struct copy_told *t, const struct ul1_copy_in *in)
{
    for (unsigned sub = 0; sub < UL1_WORDS; sub++) {
        const bool now = in->rf_id == t->entry && in->rf_sub == sub;
        if (copy_shadow_slots(t, sub) & ~(t->came[sub] | (now ? in->load_mask : 0)))
            return false;
    }
    return true;
}

static void drive_retirement(struct copy_drive *c, struct ul1_copy_in *in)
{
    struct drive *d = &c->d;
    const struct copy_told *t = any_copy(c, rng_below(&d->rng, 2) ? COPY_LOADS : COPY_STORES);
    in->ret_valid = happens(d, c->retire);
    in->ret_id = (uint8_t)(t && rng_below(&d->rng, 5) ? t->entry : free_entry(c));
    in->ret_err = rng_percent(&d->rng, c->fail) ? (uint8_t)(1 + rng_below(&d->rng, UL1_ERR_OP)) : 0;
    t = copy_shadow_of(&c->contract.shadow, COPY_LOADS, in->ret_id);
    if (t && !in->ret_err && !is_whole(t, in))
        in->ret_valid = 0;
}

static void drive_beat(struct copy_drive *c, struct ul1_copy_in *in)
{
    struct drive *d = &c->d;
    const struct copy_told *t = rng_below(&d->rng, 4) ? any_copy(c, COPY_STORES) : NULL;
    in->pull_ready = happens(d, c->pull);
    in->pull_id = (uint8_t)(t ? t->entry : free_entry(c));
    if (!t)
        return;
    in->pull_sub = (uint8_t)rng_below(&d->rng, width_words(t->width));
    in->pull_mask &= copy_shadow_slots(t, in->pull_sub);
}

static void drive_groups(struct copy_drive *c, struct ul1_copy_in *in)
{
    struct drive *d = &c->d;
    const struct copy_shadow *s = &c->contract.shadow;
    in->commit_valid = happens(d, c->commit);
    in->commit_warp = (uint8_t)(rng_below(&d->rng, 2) ? any_warp(c) : in->in_warp % UL1_WARPS);
    in->wait_valid = happens(d, c->wait);
    in->wait_warp = (uint8_t)(rng_below(&d->rng, 2) ? any_warp(c) : in->commit_warp);
    in->wait_groups = (uint8_t)(rng_below(&d->rng, 2) ? 0 : rng_below(&d->rng, COPY_LEAVES));
    if (s->waits[in->wait_warp] && !copy_shadow_opens(s, in->wait_warp))
        in->wait_valid = 0;
}

static void copy_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct copy_drive *c = (struct copy_drive *)d;
    (void)out;
    drive_offer(c, inputs);
    drive_words(c, inputs);
    drive_retirement(c, inputs);
    drive_beat(c, inputs);
    drive_groups(c, inputs);
}

static const char *copy_check(struct drive *d, const void *in, const void *out)
{
    struct copy_drive *c = (struct copy_drive *)d;
    copy_count(d, &c->past, &c->contract.shadow, in);
    return copy_contract_check(&c->contract, in, out);
}

static void copy_seen(struct drive *d, const void *in, const void *out)
{
    (void)d, (void)in, (void)out;
}

struct stimulus *copy_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "copy",
                                            .size = sizeof(struct copy_drive),
                                            .points = copy_event_names,
                                            .point_count = COPY_POINT_COUNT,
                                            .reset_every = 1000,
                                            .one_way = true,
                                            .constraints = copy_constraints,
                                            .drive = copy_drive_cycle,
                                            .check = copy_check,
                                            .count = copy_seen };
    return drive_make(&kind, test, seed, cycles);
}
