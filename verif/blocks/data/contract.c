#include "blocks/data/contract.h"

#include <stddef.h>

#include "common/atoms.h"
#include "kit/lane_diff.h"

// Whether read data differ from the prediction: the last word written, inverted if it was written in the same
// cycle, overlaid with the forwarded bytes.
static bool reads_otherwise(const struct data_shadow *s, const struct ul1_data_in *in,
                            const struct ul1_data_out *out)
{
    uint32_t other = 0;
    for (uint64_t left = s->read; left; left &= left - 1) {
        const unsigned b = mask_first(left);
        const uint32_t served = mask_bytes(in->forward_be[b]);
        other |= (out->read_data[b] ^ s->word[b]) & s->sure[b] & ~served;
        other |= (out->read_data[b] ^ in->forward_data[b]) & served;
    }
    return other;
}

// The same of a pass that returns old words: these replace what was read.
static bool returns_otherwise(const struct data_shadow *s, const struct ul1_data_in *in,
                              const struct ul1_data_out *out)
{
    uint32_t other = 0;
    for (uint64_t left = s->read; left; left &= left - 1) {
        const unsigned b = mask_first(left);
        other |= out->read_data[b] ^ in->old_data[bank_word(b)];
    }
    return other;
}

// Lines side by side: bytes are written to a bank that has the row.
static bool writes_beside_row(const struct ul1_data_in *in)
{
    for (unsigned b = 0; UL1_ABREAST > 1 && b < UL1_BANKS; b++)
        if (in->write_be[b] && bank_row(in->write_row[b], b) != in->write_row[b])
            return true;
    return false;
}

// No byte is enabled at the write port without a write, so that the enables alone are sufficient; and no byte
// is forwarded for a bank that was not read. No word is filled while it is read, unless
// old words replace it. (Rows and times of writes
// and fills are free otherwise. Reading a word that was never written, or one that is being written, is legal
// but gives an undefined word; the memory checker sees its use.)
static const char *check(const struct data_shadow *s, const struct ul1_data_in *in)
{
    if (any8(in->forward_be, UL1_BANKS) && lanes_on(in->forward_be, UL1_BANKS) & ~s->read)
        return "forward_be: bytes forwarded of a bank that was not read";
    if (in->pass_atom
        && (in->bank_en ? !atom_passes_in(in->pass_store, in->pass_atom) : !atom_passes(in->pass_atom)))
        return "pass_atom: not built, or of a pass that may not have it (pass_store)";
    if (in->old_here && UL1_GLOBAL_ATOMICS < 2)
        return "old_here: not built";
    if (s->filled && !in->old_here)
        return "done_fill_row: a word was filled as it was read (bank_row)";
    if (writes_beside_row(in))
        return "write_row: not a row of that bank (write_be)";
    return !in->write_valid && any8(in->write_be, UL1_BANKS) ? "write_be: bytes enabled without write_valid"
                                                             : NULL;
}

static const char *check_read(const struct data_shadow *s, const struct ul1_data_in *in,
                              const struct ul1_data_out *out)
{
    if (out->read_valid != s->read)
        return "read_valid: not the banks that were read";
    if (in->old_here)
        return returns_otherwise(s, in, out) ? "read_data: not the old words" : NULL;
    return reads_otherwise(s, in, out) ? "read_data: not what was written last, or is forwarded" : NULL;
}

const char *data_contract_check(struct data_contract *c, const struct ul1_data_in *in,
                                const struct ul1_data_out *out)
{
    const char *broken = in->rst ? NULL : check(&c->shadow, in);
    if (!broken && !in->rst)
        broken = check_read(&c->shadow, in, out);
    data_shadow_advance(&c->shadow, in);
    return broken;
}
