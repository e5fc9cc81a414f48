#include "blocks/split/drive.h"
#include "blocks/draw.h"

#include "blocks/split/cover_points.h"

static void split_constraints(struct drive *d)
{
    struct split_drive *s = (struct split_drive *)d;
    s->access = draw_constraint(d);
    s->cached = draw_constraint(d) / 2;
    draw_rows(d, &s->rows);
}

// A row for each slot: one for all, one of a few, or all different. The previous access's remainder is often
// presented again.
static void split_drive(struct drive *d, const void *out, void *inputs)
{
    struct split_drive *s = (struct split_drive *)d;
    struct ul1_split_in *in = inputs;
    (void)out;
    if (s->left && rng_below(&d->rng, 2)) {
        *in = s->last;
        in->req_mask = s->left;
        return;
    }
    uint8_t bank[LANES];
    draw_banks(d, bank);
    in->req_mask = happens(d, s->access) ? draw_mask(d) : 0;
    in->req_cached = happens(d, s->cached);
    in->req_atom = (uint8_t)(in->req_cached ? 0 : (rng_below(&d->rng, 8) ? draw_atom(d) : draw_load_atom(d)));
    unsigned how = in->req_cached ? 0 : rng_below(&d->rng, 3), first = pick_row(d, &s->rows);
    for (unsigned i = 0; i < LANES; i++) {
        unsigned row = how == 0 ? first : how == 1 ? pick_row(d, &s->rows) : (first + i) % UL1_ARRAY_ROWS;
        unsigned byte = rng_below(&d->rng, UL1_WORD_BYTES);
        unsigned word = in->req_cached ? bank[i] % UL1_LINE_WORDS : bank[i];
        in->req_addr[i] = (row << UL1_COLUMN_W | word) << UL1_BYTE_W | byte;
    }
}

static const char *split_check(struct drive *d, const void *in, const void *out)
{
    return split_contract_check(&((struct split_drive *)d)->contract, in, out);
}

static void split_seen(struct drive *d, const void *inputs, const void *outputs)
{
    struct split_drive *s = (struct split_drive *)d;
    const struct ul1_split_in *in = inputs;
    const struct ul1_split_out *out = outputs;
    split_count(d, in, out);
    d->stimulus.passes += in->req_mask != 0;
    s->last = *in;
    s->left = in->req_mask & ~out->split_mask;
}

struct stimulus *split_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "split",
                                            .size = sizeof(struct split_drive),
                                            .points = split_event_names,
                                            .point_count = SPLIT_POINT_COUNT,
                                            .reset_every = 400,
                                            .one_way = true,
                                            .constraints = split_constraints,
                                            .drive = split_drive,
                                            .check = split_check,
                                            .count = split_seen };
    return drive_make(&kind, test, seed, cycles);
}
