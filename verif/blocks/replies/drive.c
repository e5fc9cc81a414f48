#include "blocks/replies/drive.h"
#include "blocks/draw.h"

#include <string.h>

// In half of the phases memory answers in nearly each cycle.
static void replies_constraints(struct drive *d)
{
    struct replies_drive *s = (struct replies_drive *)d;
    s->offer = rng_below(&d->rng, 2) ? 99 : draw_constraint(d);
}

static void offer_again(struct ul1_replies_in *in, const struct ul1_replies_in *last)
{
    const uint8_t rst = in->rst;
    *in = *last;
    in->rst = rst;
}

static void replies_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct replies_drive *s = (struct replies_drive *)d;
    struct ul1_replies_in *in = inputs;
    (void)out;
    if (s->waits) {
        offer_again(in, &s->last);
        return;
    }
    in->resp_valid = happens(d, s->offer);
    in->resp_op =
        (uint8_t)rng_below(&d->rng, (UL1_GLOBAL_ATOMICS > 1 ? UL1_MEMOP_ATOM : UL1_MEMOP_FENCE) + 1);
}

static const char *replies_check(struct drive *d, const void *in, const void *out)
{
    return replies_contract_check(&((struct replies_drive *)d)->contract, in, out);
}

static void replies_seen(struct drive *d, const void *in, const void *out)
{
    struct replies_drive *s = (struct replies_drive *)d;
    const struct ul1_replies_out *o = out;
    s->last = *(const struct ul1_replies_in *)in;
    s->waits = !s->last.rst && s->last.resp_valid && !o->resp_ready;
    replies_count(d, &s->track, in, out);
}

struct stimulus *replies_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "replies",
                                            .size = sizeof(struct replies_drive),
                                            .points = replies_event_names,
                                            .point_count = REPLIES_POINT_COUNT,
                                            .reset_every = 1000,
                                            .constraints = replies_constraints,
                                            .drive = replies_drive_cycle,
                                            .check = replies_check,
                                            .count = replies_seen };
    return drive_make(&kind, test, seed, cycles);
}
