#include "blocks/axbar/contract.h"

#include <stdbool.h>
#include <stddef.h>

#include "common/banks.h"

// All active slots in one bank must access the same row; a bank of 64 bits counts once. One row of
// each bank is written down, and all must agree with it. Idle slots write theirs to an element of their own.
static const char *check_map(const struct ul1_axbar_in *in)
{
    uint32_t bank[LANES], row[LANES + 1], other = 0;
    for (unsigned i = 0; i < LANES; i++)
        bank[i] = in->map_mask >> i & 1 ? whole_bank(in->map_bank[i]) : LANES;
    for (unsigned i = 0; i < LANES; i++)
        row[bank[i]] = in->map_row[i] / UL1_ABREAST;
    for (unsigned i = 0; i < LANES; i++)
        other |= (uint32_t)(row[bank[i]] != in->map_row[i] / UL1_ABREAST) << i;
    return other & in->map_mask
        ? "map_row: two active slots (map_mask) want different rows of one bank (map_bank)"
        : NULL;
}

// Lines side by side: a slot's bank is one that has its row.
static bool beside_row(const struct ul1_axbar_in *in)
{
    uint32_t other = 0;
    for (unsigned i = 0; UL1_ABREAST > 1 && i < LANES; i++)
        other |= (uint32_t)(bank_row(in->map_row[i], in->map_bank[i]) != in->map_row[i]) << i;
    return other & in->map_mask;
}

// The banks of the slots have the rows that these access, and no other bank is enabled. (If no two slots
// share a bank, which is quick to see, no rows need comparing.)
const char *axbar_contract_check(struct axbar_contract *c, const struct ul1_axbar_in *in,
                                 const struct ul1_axbar_out *out)
{
    (void)c;
    bank_set banks = 0;
    uint32_t words = 0, other = 0;
    for (unsigned i = 0; i < LANES; i++) {
        banks |= (bank_set)(in->map_mask >> i & 1) << in->map_bank[i];
        words |= (in->map_mask >> i & 1) << whole_bank(in->map_bank[i]);
    }
    const char *broken = __builtin_popcount(words) == __builtin_popcount(in->map_mask) ? NULL : check_map(in);
    if (broken)
        return broken;
    if (beside_row(in))
        return "map_bank: not a bank that has the row of an active slot (map_row)";
    if (out->bank_en != banks)
        return "bank_en: not the banks of the slots";
    for (unsigned i = 0; i < LANES && in->map_mask; i++)
        other |= (uint32_t)(out->bank_row[in->map_bank[i] % UL1_BANKS] != in->map_row[i]) << i;
    return other & in->map_mask ? "bank_row: not the row that a slot wants" : NULL;
}
