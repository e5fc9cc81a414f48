// Data array: reading and writing the banks.
#include "data.h"

static void data_state(const struct data_state *s, const struct ul1_data_in *in, struct ul1_data_out *out)
{
    (void)in;
    out->rd_valid = s->rd_valid;
}

// The array's words, with the newer bytes that wait to be written there.
static void data_rd(const struct data_state *s, const struct ul1_data_in *in, struct ul1_data_out *out)
{
    if (s->rd_valid)
        for (unsigned b = 0; b < LANES; b++)
            out->rd_data[b] = lay_over(s->rd_data[b], in->fwd_data[b], be_bits(in->fwd_be[b]));
}

static void data_w(const struct data_state *s, const struct ul1_data_in *in, struct ul1_data_out *out)
{
    (void)s;
    out->w_ready = !in->fill_valid;
}

// Idle banks are read as well, in whatever row their port holds.
static void data_read(struct data_state *s, const struct ul1_data_in *in)
{
    for (unsigned b = 0; b < LANES; b++)
        s->rd_data[b] = s->word[in->bank_row[b]][b];
}

static void data_write(struct data_state *s, const struct ul1_data_in *in)
{
    uint32_t bits[LANES];
    for (unsigned b = 0; b < LANES; b++)
        bits[b] = be_bits(in->w_be[b]);
    for (unsigned b = 0; b < LANES; b++) {
        uint32_t *word = &s->word[in->w_row[b]][b];
        *word = lay_over(*word, in->w_data[b], bits[b]);
    }
}

// What could not be read brings nothing; it takes the write port all the same.
static void data_fill(struct data_state *s, const struct ul1_data_in *in)
{
    if (in->fill_err)
        return;
    uint32_t *row = s->word[in->fill_row];
    for (unsigned b = 0; b < LANES; b++)
        row[b] = bit(in->fill_sect, bank_sector(b)) ? in->fill_data[b] : row[b];
}

// Reads go first: a word that is written in the same cycle is read as it was. Reset does not hold up a write.
static void data_clock(struct data_state *s, const struct ul1_data_in *in, const struct ul1_data_out *out)
{
    (void)out;
    s->rd_valid = in->pass_store ? 0 : in->bank_en;
    if (s->rd_valid)
        data_read(s, in);
    if (in->fill_valid)
        data_fill(s, in);
    else if (in->w_valid)
        data_write(s, in);
    if (in->rst)
        s->rd_valid = 0;
}
