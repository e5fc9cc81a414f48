// Data array: contract and random drive.
#include "blocks/data/contract.h"
#include "blocks/draw.h"
#include "blocks/drive.h"

#include "kit/lane_diff.h"

// No byte is enabled at the write port when nothing is written, so that the enables may be taken for the whole truth; and
// none is served of a bank that was not read.
// (Rows, and when to write and fill, are free. Reading what was never written is no breach, but gives no defined word.)
const char *data_contract_check(struct data_contract *c, const struct ul1_data_in *in, const struct ul1_data_out *out)
{
    (void)out;
    uint32_t read = c->read;
    c->read = in->rst || in->pass_store ? 0 : in->bank_en;
    if (in->rst)
        return NULL;
    uint8_t astray = 0;
    for (unsigned b = 0; b < LANES; b++)
        astray |= read >> b & 1 ? 0 : in->forward_be[b];
    if (astray)
        return "forward_be: bytes served of a bank that was not read";
    return !in->write_valid && any8(in->write_be, LANES) ? "write_be: bytes enabled without write_valid" : NULL;
}

enum { READ_ALL, READ_ONE, STORE_PASS, WRITTEN, PART_WRITTEN, FILLED, FILL_FIRST, READ_AS_WRITTEN, READ_AS_FILLED, READ_AFTER_WRITE,
    ONE_SECTOR, SERVED_WHOLE, SERVED_PART, SERVED_NOT, FILL_FAILED, FAILED_FIRST, OTHER_ROWS, LAST_ROW, WRITTEN_IN_RESET, EVENTS };
static const struct event_name events[EVENTS] = {
    { "all banks read", true },
    { "one bank read", true },
    { "a store's pass reads nothing", true },
    { "write performed", true },
    { "parts of words written", true },
    { "fill performed", true },
    { "fill keeps a write waiting", true },
    { "a word read and written in one cycle", true },
    { "a word read and filled in one cycle", true },
    { "a word read in the cycle after it was written", true },
    { "one sector filled", true },
    { "a word served whole", true },
    { "bytes of a word served", true },
    { "words read that nothing serves", true },
    { "a fill that brings an error", true },
    { "a fill that brings an error keeps a write waiting", true },
    { "several rows read at once", true },
    { "last row read", true },
    { "write in a cycle with reset", true },
};

struct data_drive {
    struct drive d;
    struct data_contract contract;
    unsigned pass, store, write, fill, err, serve; // how often
    struct rows rows;
    uint8_t written[UL1_ROWS][LANES];   // bytes of the array that are defined; no others are read
    uint8_t just[UL1_ROWS][LANES];      // cycle (its low bits) in which a word was last written, for the event
};

static void data_knobs(struct drive *d)
{
    struct data_drive *t = (struct data_drive *)d;
    t->pass = draw_knob(d);
    t->store = draw_knob(d) / 2;
    t->serve = draw_knob(d);
    t->write = draw_knob(d);
    t->fill = draw_knob(d) / (1 + rng_below(&d->rng, 4));
    t->err = rng_below(&d->rng, 2) ? 0 : draw_knob(d) / 2;
    draw_rows(d, &t->rows);
}

// A row of those in use that has an undefined word; UL1_ROWS if there is none.
static unsigned undefined_row(const struct data_drive *t)
{
    for (unsigned i = 0; i < t->rows.count; i++)
        for (unsigned b = 0; b < LANES; b++)
            if (t->written[t->rows.row[i]][b] != 0xf)
                return t->rows.row[i];
    return UL1_ROWS;
}

// Rows new in use are mostly filled as a whole before long; the rest are fills of any sectors, none among them.
static void drive_fill(struct data_drive *t, struct ul1_data_in *in)
{
    struct drive *d = &t->d;
    unsigned undefined = undefined_row(t);
    in->fill_valid = 1;
    if (undefined < UL1_ROWS && happens(d, 50)) {
        in->done_fill_row = (uint16_t)undefined;
        in->fill_sect = 0xf;
        in->fill_err = 0;
    } else if (happens(d, t->fill)) {
        in->done_fill_row = pick_row(d, &t->rows);
        in->fill_sect = (uint8_t)draw_bytes(d); // four, like bytes
        in->fill_err = happens(d, t->err);
    } else {
        in->fill_valid = 0;
    }
}

static void drive_write(struct data_drive *t, struct ul1_data_in *in)
{
    struct drive *d = &t->d;
    in->write_valid = happens(d, t->write);
    uint32_t mask = in->write_valid ? draw_mask(d) : 0;
    for (unsigned b = 0; b < LANES; b++) {
        in->write_be[b] = (uint8_t)(mask >> b & 1 ? draw_bytes(d) : 0);
        if (mask >> b & 1)
            in->write_row[b] = pick_row(d, &t->rows);
    }
}

// A load reads defined words only; what a store's pass names is not read at all.
static void drive_read(struct data_drive *t, struct ul1_data_in *in)
{
    struct drive *d = &t->d;
    in->bank_en = happens(d, t->pass) ? draw_mask(d) : 0;
    if (in->bank_en)
        in->pass_store = happens(d, t->store);
    uint16_t row = pick_row(d, &t->rows);
    unsigned differ = rng_below(&d->rng, 3);
    for (unsigned b = 0; b < LANES; b++) {
        if (!(in->bank_en >> b & 1))
            continue;
        in->bank_row[b] = differ ? pick_row(d, &t->rows) : row;
        if (!in->pass_store && t->written[in->bank_row[b]][b] != 0xf)
            in->bank_en &= ~(1u << b);
    }
}

static void drive_served(struct data_drive *t, struct ul1_data_in *in)
{
    struct drive *d = &t->d;
    uint32_t served = happens(d, t->serve) ? draw_mask(d) & t->contract.read : 0;
    for (unsigned b = 0; b < LANES; b++)
        in->forward_be[b] = (uint8_t)(served >> b & 1 ? draw_bytes(d) : 0);
}

static void data_drive(struct drive *d, const void *out, void *inputs)
{
    struct data_drive *t = (struct data_drive *)d;
    (void)out;
    drive_fill(t, inputs);
    drive_write(t, inputs);
    drive_read(t, inputs);
    drive_served(t, inputs);
}

static const char *data_check(struct drive *d, const void *in, const void *out)
{
    return data_contract_check(&((struct data_drive *)d)->contract, in, out);
}

static void count_reads(struct data_drive *t, const struct ul1_data_in *in)
{
    struct drive *d = &t->d;
    uint32_t read = in->pass_store ? 0 : in->bank_en;
    bool written = false, filled = false, after = false, differ = false, last = false;
    for (unsigned b = 0; b < LANES; b++) {
        if (!(read >> b & 1))
            continue;
        unsigned row = in->bank_row[b];
        written |= !in->fill_valid && in->write_be[b] && in->write_row[b] == row;
        filled |= in->fill_valid && !in->fill_err && in->done_fill_row == row && in->fill_sect >> b / (LANES / 4) & 1;
        after |= t->just[row][b] == (uint8_t)(d->cycle - 1);
        differ |= row != in->bank_row[__builtin_ctz(read)];
        last |= row == UL1_ROWS - 1;
    }
    saw(d, READ_ALL, read == ALL_LANES);
    saw(d, READ_ONE, __builtin_popcount(read) == 1);
    saw(d, STORE_PASS, in->pass_store && in->bank_en);
    saw(d, READ_AS_WRITTEN, written);
    saw(d, READ_AS_FILLED, filled);
    saw(d, READ_AFTER_WRITE, after);
    saw(d, OTHER_ROWS, differ);
    saw(d, LAST_ROW, last);
}

static void count_served(struct data_drive *t, const struct ul1_data_in *in, const struct ul1_data_out *out)
{
    struct drive *d = &t->d;
    bool whole = false, part = false;
    for (unsigned b = 0; b < LANES; b++) {
        whole |= in->forward_be[b] == 0xf;
        part |= in->forward_be[b] != 0 && in->forward_be[b] != 0xf;
    }
    saw(d, SERVED_WHOLE, whole);
    saw(d, SERVED_PART, part);
    saw(d, SERVED_NOT, out->read_valid && !whole && !part);
}

static void count_writes(struct data_drive *t, const struct ul1_data_in *in)
{
    struct drive *d = &t->d;
    bool part = false;
    for (unsigned b = 0; b < LANES; b++)
        part |= in->write_be[b] != 0 && in->write_be[b] != 0xf;
    saw(d, WRITTEN, in->write_valid && !in->fill_valid);
    saw(d, PART_WRITTEN, in->write_valid && !in->fill_valid && part);
    saw(d, FILLED, in->fill_valid && !in->fill_err);
    saw(d, FILL_FAILED, in->fill_valid && in->fill_err);
    saw(d, FAILED_FIRST, in->fill_valid && in->fill_err && in->write_valid);
    saw(d, FILL_FIRST, in->fill_valid && in->write_valid);
    saw(d, ONE_SECTOR, in->fill_valid && !in->fill_err && __builtin_popcount(in->fill_sect) == 1);
}

// Reset does not hold up a write.
static void track_writes(struct data_drive *t, const struct ul1_data_in *in)
{
    for (unsigned b = 0; b < LANES; b++) {
        unsigned row = in->fill_valid ? in->done_fill_row : in->write_row[b], bytes = in->write_valid ? in->write_be[b] : 0;
        if (in->fill_valid)
            bytes = !in->fill_err && in->fill_sect >> b / (LANES / 4) & 1 ? 0xf : 0;
        t->written[row][b] |= (uint8_t)bytes;
        if (bytes)
            t->just[row][b] = (uint8_t)t->d.cycle;
    }
}

static void data_count(struct drive *d, const void *inputs, const void *out)
{
    struct data_drive *t = (struct data_drive *)d;
    const struct ul1_data_in *in = inputs;
    saw(d, WRITTEN_IN_RESET, in->rst && in->write_valid && !in->fill_valid);
    if (!in->rst) {
        count_reads(t, in);
        count_writes(t, in);
        count_served(t, in, out);
    }
    track_writes(t, in);
}

struct stimulus *data_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "data", sizeof(struct data_drive), events, EVENTS, 400, data_knobs, data_drive, NULL,
        data_check, data_count };
    return drive_make(&kind, test, seed, cycles);
}
