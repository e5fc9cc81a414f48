// Splitter (bank-conflict detector): selects the slots of an access that one pass can serve. Combinational.
#include "common/address.h"
#include "common/operations.h"
#include "common/slots.h"

// With MULTICAST 0 only the word of the lowest waiting slot is for several slots. Every other bank serves its
// lowest slot among those that could go.
static uint32_t split_one_word(const struct split_in *in, const uint32_t bank[LANES],
                               const uint32_t row[LANES], uint32_t could)
{
    const unsigned first = lowest(in->req_mask);
    uint32_t go = 0, banks = 0;
    for (unsigned i = 0; i < LANES; i++) {
        if (!bit(could, i))
            continue;
        if (!bit(banks, bank[i]) || (bank[i] == bank[first] && row[i] == row[first]))
            go |= 1u << i;
        banks |= 1u << bank[i];
    }
    return go;
}

// For an atomic each bank serves its lowest waiting slot alone.
static uint32_t split_leaders(const struct split_in *in, const uint32_t bank[LANES])
{
    uint32_t go = 0, banks = 0;
    for (unsigned i = 0; i < LANES; i++) {
        if (!bit(in->req_mask, i))
            continue;
        go |= (uint32_t)!bit(banks, bank[i]) << i;
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

    uint32_t bank[LANES], row[LANES];
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned word = in->req_addr[i] >> UL1_BYTE_W;
        bank[i] = bank_or_none(in->req_mask, i, word & (LANES - 1));
        row[i] = word >> (UL1_LANE_W + UL1_DEEP_W);
    }
    uint32_t lead[UL1_BANKS + 1]; // the row that each bank serves; its lowest slot is the last to set it
    EACH_BY_ITSELF
    for (unsigned i = LANES; i-- > 0;)
        lead[bank[i]] = row[i];

    uint32_t first[LANES], same = 0;
    EACH_BY_ITSELF
    for (unsigned i = 0; i < LANES; i++)
        first[i] = lead[bank[i]];
    for (unsigned i = 0; i < LANES; i++)
        same |= (uint32_t)(first[i] == row[i]) << i;
    out->split_mask = same & in->req_mask;
    if (is_atomic(in->req_atom))
        out->split_mask = split_leaders(in, bank);
    else if (!UL1_MULTICAST)
        out->split_mask = split_one_word(in, bank, row, out->split_mask);
    out->split_more = out->split_mask != in->req_mask;
}
