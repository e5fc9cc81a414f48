#include "blocks/data/cover_points.h"

const struct point_name data_event_names[DATA_POINT_COUNT] = { DATA_POINTS(POINT_NAME) };

static void count_reads(struct drive *d, const struct data_track *t, const struct ul1_data_in *in)
{
    uint64_t read = in->pass_store ? 0 : in->bank_en;
    bool written = false, filled = false, after = false, differ = false, last = false;
    for (unsigned b = 0; b < UL1_BANKS; b++) {
        if (!(read >> b & 1))
            continue;
        unsigned row = in->bank_row[b];
        written |= !in->fill_valid && in->write_be[b] && in->write_row[b] == row;
        filled |= in->done_fill_row == row && in->fill_valid && !in->fill_err && in->fill_sect;
        after |= t->cycle[row][bank_word(b)] == (uint8_t)(d->cycle - 1);
        differ |= row != in->bank_row[mask_first(read)];
        last |= row == UL1_ARRAY_ROWS - 1;
    }
    saw(d, READ_ALL, (read & ALL_LANES) == ALL_LANES);
    saw(d, READ_ONE, mask_count(read) == 1);
    saw(d, STORE_PASS, in->pass_store && in->bank_en);
    saw(d, READ_AS_WRITTEN, written);
    saw(d, READ_AS_FILLED, filled);
    saw(d, READ_AFTER_WRITE, after);
    saw(d, OTHER_ROWS, differ);
    saw(d, LAST_ROW, last);
}

static void count_forwarded(struct drive *d, const struct ul1_data_in *in, const struct ul1_data_out *out)
{
    bool whole = false, part = false;
    for (unsigned b = 0; b < UL1_BANKS; b++) {
        whole |= in->forward_be[b] == DATA_WHOLE_WORD;
        part |= in->forward_be[b] != 0 && in->forward_be[b] != DATA_WHOLE_WORD;
    }
    saw(d, FORWARDED_WHOLE, whole);
    saw(d, FORWARDED_PART, part);
    saw(d, FORWARDED_NOT, out->read_valid && !whole && !part);
}

static void count_writes(struct drive *d, const struct ul1_data_in *in)
{
    bool part = false;
    for (unsigned b = 0; b < UL1_BANKS; b++)
        part |= in->write_be[b] != 0 && in->write_be[b] != DATA_WHOLE_WORD;
    saw(d, WRITTEN, in->write_valid && !in->fill_valid);
    saw(d, PART_WRITTEN, in->write_valid && !in->fill_valid && part);
    saw(d, FILLED, in->fill_valid && !in->fill_err);
    saw(d, FILL_FAILED, in->fill_valid && in->fill_err);
    saw(d, FAILED_FIRST, in->fill_valid && in->fill_err && in->write_valid);
    saw(d, FILL_FIRST, in->fill_valid && in->write_valid);
    saw(d, ONE_SECTOR, in->fill_valid && !in->fill_err && __builtin_popcount(in->fill_sect) == 1);
}

void data_count(struct drive *d, const struct data_track *t, const struct ul1_data_in *in,
                const struct ul1_data_out *out)
{
    saw(d, WRITTEN_IN_RESET, in->rst && in->write_valid && !in->fill_valid);
    if (in->rst)
        return;
    count_reads(d, t, in);
    count_writes(d, in);
    count_forwarded(d, in, out);
}
