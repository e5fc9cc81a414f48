#include "blocks/split/contract.h"

#include <stddef.h>

#include "common/atoms.h"

// The slots of a cached access lie on one line, so they access one row, and no remainder is left. (Those of a
// shared access may have any address and need not be aligned: the split compares words.)
static const char *check_request(const struct ul1_split_in *in)
{
    if (!atom_passes(in->req_atom) || (in->req_atom && in->req_cached))
        return "req_atom: not built, or of a cached access (req_cached)";
    if (!in->req_cached || !in->req_mask)
        return NULL;
    const unsigned first = split_row(in, (unsigned)__builtin_ctz(in->req_mask));
    uint32_t other = 0;
    for (unsigned i = 0; i < LANES; i++)
        other |= (uint32_t)(split_row(in, i) != first) << i;
    return other & in->req_mask
        ? "req_addr: two slots (req_mask) of a cached access (req_cached) want different rows"
        : NULL;
}

// Without multicast of several words, slots above another in their bank stay, but for those with the word of
// the lowest of all.
static uint32_t alone(const struct ul1_split_in *in, uint32_t mask)
{
    const unsigned first = (unsigned)__builtin_ctz(in->req_mask | 1u << (LANES - 1));
    for (unsigned slot = 0; slot < LANES; slot++)
        for (unsigned below = 0; below < slot; below++)
            if (mask >> slot & mask >> below & 1
                && !((in->req_addr[slot] ^ in->req_addr[below]) >> UL1_BYTE_W) // one word, and one bank
                && (in->req_addr[slot] ^ in->req_addr[first]) >> UL1_BYTE_W)
                mask &= ~(1u << slot);
    return mask;
}

// For an atomic, the lowest waiting slot of each bank alone.
static uint32_t lowest_of_banks(const struct ul1_split_in *in)
{
    uint32_t mask = in->req_mask;
    for (unsigned slot = 0; slot < LANES; slot++)
        for (unsigned below = 0; below < slot; below++)
            if (in->req_mask >> below & 1
                && (in->req_addr[slot] ^ in->req_addr[below]) % (LANES * UL1_WORD_BYTES) < UL1_WORD_BYTES)
                mask &= ~(1u << slot);
    return mask;
}

// For each bank the word of the lowest waiting slot, and every slot with the same word. A bank of 64 bits has
// words of two rows.
static uint32_t accepted(const struct ul1_split_in *in)
{
    uint32_t mask = 0, banks = 0;
    unsigned row[LANES];
    for (uint32_t left = in->req_mask; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctz(left), word = in->req_addr[slot] >> UL1_BYTE_W,
                       bank = word % LANES, own = word / LANES / UL1_BANK_WORDS;
        if (!(banks >> bank & 1))
            row[bank] = own;
        banks |= 1u << bank;
        mask |= (uint32_t)(row[bank] == own) << slot;
    }
    if (atom_is(UL1_OP_STORE, in->req_atom))
        return lowest_of_banks(in);
    return UL1_MULTICAST || in->req_cached ? mask : alone(in, mask);
}

const char *split_contract_check(struct split_contract *c, const struct ul1_split_in *in,
                                 const struct ul1_split_out *out)
{
    const char *broken = check_request(in);
    (void)c;
    if (broken)
        return broken;
    if (out->split_mask != accepted(in))
        return "split_mask: not the slots that want the word of the lowest in their bank";
    return out->split_more != (out->split_mask != in->req_mask) ? "split_more: not that some are left" : NULL;
}
