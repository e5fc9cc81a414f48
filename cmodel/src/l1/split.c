// Splitter (bank-conflict detector): selects the slots of an access that one pass can serve. Combinational.
#include "common/address.h"
#include "common/operations.h"
#include "common/slots.h"

// A pass has a slot for each lane, or for half of 64: the lower half of the slots goes before the upper.
static lane_set split_half(lane_set waiting)
{
    const lane_set lower = waiting & (lane_set)below(UL1_ROW_WORDS);
    return LANES > UL1_ROW_WORDS && lower ? lower : waiting;
}

// With MULTICAST 0 only the word of the lowest waiting slot is for several slots. Every other bank serves its
// lowest slot among those that could go.
static lane_set split_one_word(const struct split_in *in, const uint32_t bank[LANES],
                               const uint32_t row[LANES], lane_set could)
{
    const unsigned first = lowest(in->req_mask);
    lane_set go = 0;
    uint32_t banks = 0;
    for (unsigned i = 0; i < LANES; i++) {
        if (!bit(could, i))
            continue;
        if (!bit(banks, bank[i]) || (bank[i] == bank[first] && row[i] == row[first]))
            go |= (lane_set)one(i);
        banks |= 1u << bank[i];
    }
    return go;
}

// For an atomic each bank serves its lowest slot alone, of those that could go.
static lane_set split_leaders(const uint32_t bank[LANES], lane_set could)
{
    lane_set go = 0;
    uint32_t banks = 0;
    for (unsigned i = 0; i < LANES; i++) {
        if (!bit(could, i))
            continue;
        go |= (lane_set)!bit(banks, bank[i]) << i;
        banks |= 1u << bank[i];
    }
    return go;
}

// Rule 2 of shared memory: each bank serves the word of its lowest waiting slot, and every slot that needs
// that word. A cached access lies on one line and has no conflicts.
static void split_accept(const struct split_in *in, struct ul1_split_out *out)
{
    out->split_mask = in->req_mask;
    out->split_more = 0;
    if (!in->req_mask || in->req_cached)
        return;

    const lane_set could = split_half(in->req_mask);
    uint32_t bank[LANES], row[LANES];
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned word = in->req_addr[i] >> UL1_BYTE_W;
        bank[i] = bank_or_none(could, i, word & (UL1_ROW_WORDS - 1));
        row[i] = word >> UL1_BANK_W;
    }
    uint32_t lead[UL1_BANKS + 1]; // the row that each bank serves; its lowest slot is the last to set it
    EACH_BY_ITSELF
    for (unsigned i = LANES; i-- > 0;)
        lead[bank[i]] = row[i];

    uint32_t first[LANES];
    lane_set same = 0;
    EACH_BY_ITSELF
    for (unsigned i = 0; i < LANES; i++)
        first[i] = lead[bank[i]];
    for (unsigned i = 0; i < LANES; i++)
        same |= (lane_set)(first[i] == row[i]) << i;
    out->split_mask = same & could;
    if (is_atomic(in->req_atom))
        out->split_mask = split_leaders(bank, could);
    else if (!UL1_MULTICAST)
        out->split_mask = split_one_word(in, bank, row, out->split_mask);
    out->split_more = out->split_mask != in->req_mask;
}
