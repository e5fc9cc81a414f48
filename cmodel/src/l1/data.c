// Data array: reads and writes of the banks.
#include <string.h>

#include "l1/data.h"

static void data_state(const struct data_state *s, const struct data_in *in, struct ul1_data_out *out)
{
    (void)in;
    out->read_valid = s->read_valid;
}

// The words of the array, with the newer bytes that the write data buffer forwards. The old words of an
// atomic on global memory replace them.
static void data_read(const struct data_state *s, const struct data_in *in, struct ul1_data_out *out)
{
    unsigned newer = 0;
    if (!s->read_valid)
        return;
    if (UL1_GLOBAL_ATOMICS > 1 && in->old_here) {
        for (unsigned b = 0; b < UL1_BANKS; b++)
            out->read_data[b] = in->old_data[bank_word(b)];
        return;
    }
    for (unsigned b = 0; b < UL1_BANKS; b++)
        newer |= in->forward_be[b];
    memcpy(out->read_data, s->read_data, sizeof s->read_data);
    for (unsigned b = 0; newer && b < UL1_BANKS; b++)
        out->read_data[b] = lay_over(s->read_data[b], in->forward_data[b], be_bits(in->forward_be[b]));
}

static void data_grant(const struct data_state *s, const struct data_in *in, struct ul1_data_out *out)
{
    (void)s;
    out->array_ready = !in->fill_valid;
}

// Idle banks are read as well, at whatever row is on their port.
static void data_sample(struct data_state *s, const struct data_in *in)
{
    if (UL1_ABREAST == 1 && one_row(in->bank_row, UL1_BANKS)) {
        memcpy(s->read_data, s->word[in->bank_row[0]], sizeof s->read_data);
        return;
    }
    EACH_BY_ITSELF
    for (unsigned b = 0; b < UL1_BANKS; b++)
        s->read_data[b] = s->word[in->bank_row[b]][bank_word(b)];
}

// Bits that are written in the cycle in which their word is read are undefined in the read data, as a memory
// macro promises nothing. Here they are inverted.
static void data_store(struct data_state *s, const struct data_in *in)
{
    uint32_t bits[UL1_BANKS];
    for (unsigned b = 0; b < UL1_BANKS; b++)
        bits[b] = be_bits(in->write_be[b]);
    if (UL1_ABREAST == 1 && one_row(in->write_row, UL1_BANKS)) {
        uint32_t *row = s->word[in->write_row[0]];
        for (unsigned b = 0; b < UL1_BANKS; b++)
            row[b] = lay_over(row[b], in->write_data[b], bits[b]);
    } else {
        for (unsigned b = 0; b < UL1_BANKS; b++) {
            uint32_t *word = &s->word[in->write_row[b]][bank_word(b)];
            *word = lay_over(*word, in->write_data[b], bits[b]);
        }
    }
    for (unsigned b = 0; b < UL1_BANKS; b++)
        s->read_data[b] ^= in->bank_row[b] == in->write_row[b] ? bits[b] : 0;
}

// A response with an error writes nothing, but takes the write port. No word is read in the cycle of its
// fill.
static void data_fill(struct data_state *s, const struct data_in *in)
{
    if (in->fill_err)
        return;
    uint32_t *row = s->word[in->done_fill_row];
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        row[w] = bit(in->fill_sect, word_sector(w)) ? in->fill_data[w] : row[w];
}

// A write is performed even with reset.
static void data_clock(struct data_state *s, const struct data_in *in, const struct ul1_data_out *out)
{
    (void)out;
    s->read_valid = returns_words(in->pass_store, in->pass_atom) ? in->bank_en : 0;
    if (s->read_valid)
        data_sample(s, in);
    if (in->fill_valid)
        data_fill(s, in);
    else if (in->write_valid)
        data_store(s, in);
    if (in->rst)
        s->read_valid = 0;
}
