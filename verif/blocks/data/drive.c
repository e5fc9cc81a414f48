#include "blocks/data/drive.h"
#include "blocks/draw.h"

#include "blocks/data/cover_points.h"
#include "common/atoms.h"

static void data_constraints(struct drive *d)
{
    struct data_drive *t = (struct data_drive *)d;
    t->pass = draw_constraint(d);
    t->store = draw_constraint(d) / 2;
    t->serve = draw_constraint(d);
    t->write = draw_constraint(d);
    t->fill = draw_constraint(d);
    t->fill /= 1 + rng_below(&d->rng, 4);
    t->failed = rng_below(&d->rng, 2) ? 0 : draw_constraint(d) / 2;
    draw_rows(d, &t->rows);
}

static bool has_undefined(const uint8_t defined[UL1_LINE_WORDS])
{
    for (unsigned b = 0; b < UL1_LINE_WORDS; b++)
        if (defined[b] != DATA_WHOLE_WORD)
            return true;
    return false;
}

// A row in use with an undefined word; UL1_ARRAY_ROWS if there is none.
static unsigned undefined_row(const struct data_drive *t)
{
    for (unsigned i = 0; i < t->rows.count; i++)
        if (has_undefined(t->track.defined[t->rows.row[i]]))
            return t->rows.row[i];
    return UL1_ARRAY_ROWS;
}

// Rows new in use are mostly filled completely soon; other fills have any sectors, or none.
static void drive_fill(struct data_drive *t, struct ul1_data_in *in)
{
    struct drive *d = &t->d;
    unsigned undefined = undefined_row(t);
    in->fill_valid = 1;
    if (undefined < UL1_ARRAY_ROWS && happens(d, 50)) {
        in->done_fill_row = (uint16_t)undefined;
        in->fill_sect = DATA_WHOLE_LINE;
        in->fill_err = 0;
    } else if (happens(d, t->fill)) {
        in->done_fill_row = pick_row(d, &t->rows);
        in->fill_sect = (uint8_t)(draw_bytes(d) & ALL_SECTORS); // at most as many as bytes in a word
        in->fill_err = happens(d, t->failed);
    } else {
        in->fill_valid = 0;
    }
}

static void drive_write(struct data_drive *t, struct ul1_data_in *in)
{
    struct drive *d = &t->d;
    in->write_valid = happens(d, t->write);
    uint64_t mask = in->write_valid ? draw_some_banks(d) : 0;
    for (unsigned b = 0; b < UL1_BANKS; b++) {
        in->write_be[b] = (uint8_t)(mask >> b & 1 ? draw_bytes(d) : 0);
        if (mask >> b & 1)
            in->write_row[b] = draw_bank_row(d, &t->rows, in->write_row, mask, b);
    }
}

// A load reads only defined words that are not filled in this cycle. A store's pass reads nothing,
// unless it is an atomic.
static void drive_read(struct data_drive *t, struct ul1_data_in *in)
{
    struct drive *d = &t->d;
    in->bank_en = happens(d, t->pass) ? draw_some_banks(d) : 0;
    in->pass_atom = 0;
    if (in->bank_en) {
        in->pass_store = happens(d, t->store);
        in->pass_atom = (uint8_t)(in->pass_store ? draw_atom(d) : draw_load_atom(d));
    }
    uint16_t row = pick_row(d, &t->rows);
    unsigned differ = rng_below(&d->rng, 3);
    const bank_set all = in->bank_en;
    for (unsigned b = 0; b < UL1_BANKS; b++) {
        if (!(in->bank_en >> b & 1))
            continue;
        in->bank_row[b] =
            differ ? draw_bank_row(d, &t->rows, in->bank_row, all, b) : (array_row)bank_row(row, b);
        bool filled = data_fills(in, b) && in->bank_row[b] == in->done_fill_row;
        if (atom_pass_returns(in->pass_store, in->pass_atom)
            && (filled || t->track.defined[in->bank_row[b]][bank_word(b)] != DATA_WHOLE_WORD))
            in->bank_en &= (bank_set) ~((bank_set)1 << b);
    }
}

static void drive_forwarded(struct data_drive *t, struct ul1_data_in *in)
{
    struct drive *d = &t->d;
    bool all = rng_below(&d->rng, 16) == 0;
    uint64_t served = all ? all_of(UL1_BANKS) : happens(d, t->serve) ? draw_some_banks(d) : 0;
    served &= t->contract.shadow.read;
    for (unsigned b = 0; b < UL1_BANKS; b++)
        in->forward_be[b] = (uint8_t)(!(served >> b & 1) ? 0 : all ? DATA_WHOLE_WORD : draw_bytes(d));
}

// Old words replace what was read.
static void drive_olds(struct data_drive *t, struct ul1_data_in *in)
{
    in->old_here = UL1_GLOBAL_ATOMICS > 1 && t->contract.shadow.read && rng_below(&t->d.rng, 8) == 0;
}

static void data_drive(struct drive *d, const void *out, void *inputs)
{
    struct data_drive *t = (struct data_drive *)d;
    (void)out;
    drive_fill(t, inputs);
    drive_write(t, inputs);
    drive_read(t, inputs);
    drive_forwarded(t, inputs);
    drive_olds(t, inputs);
}

static const char *data_check(struct drive *d, const void *in, const void *out)
{
    return data_contract_check(&((struct data_drive *)d)->contract, in, out);
}

static void data_seen(struct drive *d, const void *in, const void *out)
{
    struct data_drive *t = (struct data_drive *)d;
    data_count(d, &t->track, in, out);
    data_track_advance(&t->track, in, d->cycle);
}

struct stimulus *data_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "data",
                                            .size = sizeof(struct data_drive),
                                            .points = data_event_names,
                                            .point_count = DATA_POINT_COUNT,
                                            .reset_every = 400,
                                            .one_way = true,
                                            .constraints = data_constraints,
                                            .drive = data_drive,
                                            .check = data_check,
                                            .count = data_seen };
    return drive_make(&kind, test, seed, cycles);
}
