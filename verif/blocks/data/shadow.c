#include "blocks/data/shadow.h"

#include "kit/lane_diff.h"
#include "common/atoms.h"

static bool fills_what_is_read(const struct ul1_data_in *in)
{
    if (!in->fill_valid || !atom_pass_returns(in->pass_store, in->pass_atom))
        return false;
    for (uint64_t left = in->bank_en; left; left &= left - 1) {
        unsigned b = mask_first(left);
        if (data_fills(in, b) && in->bank_row[b] == in->done_fill_row)
            return true;
    }
    return false;
}

// A word that is written while it is read reads as inverted: undefined, and the same in both twins, so that
// any use of it shows.
static void write(struct data_shadow *s, const struct ul1_data_in *in, unsigned bank, unsigned row,
                  uint32_t bits, uint32_t word)
{
    const unsigned at = bank_word(bank);
    s->array[row][at] = (s->array[row][at] & ~bits) | (word & bits);
    s->known[row][at] |= bits;
    if (in->bank_row[bank] == row)
        s->word[bank] ^= bits;
}

// A reset does not stop a write.
void data_shadow_advance(struct data_shadow *s, const struct ul1_data_in *in)
{
    s->filled = !in->rst && fills_what_is_read(in);
    s->read = in->rst || !atom_pass_returns(in->pass_store, in->pass_atom) ? 0 : in->bank_en;
    for (uint64_t left = s->read; left; left &= left - 1) {
        const unsigned bank = mask_first(left);
        s->word[bank] = s->array[in->bank_row[bank]][bank_word(bank)];
        s->sure[bank] = s->known[in->bank_row[bank]][bank_word(bank)];
    }
    for (unsigned bank = 0; in->fill_valid && bank < UL1_BANKS; bank++)
        if (data_fills(in, bank))
            write(s, in, bank, in->done_fill_row, UINT32_MAX, in->fill_data[bank_word(bank)]);
    for (uint64_t left = in->write_valid && !in->fill_valid ? lanes_on(in->write_be, UL1_BANKS) : 0; left;
         left &= left - 1) {
        const unsigned bank = mask_first(left);
        write(s, in, bank, in->write_row[bank], mask_bytes(in->write_be[bank]), in->write_data[bank]);
    }
}
