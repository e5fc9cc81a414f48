#include "blocks/axbar/contract.h"

#include <stdbool.h>
#include <stddef.h>

// The usual pass: no two slots lie in one bank. This is quick to see, and leaves nothing to compare.
static bool each_its_own_bank(const struct ul1_axbar_in *in)
{
    uint32_t banks = 0;
    for (unsigned i = 0; i < LANES; i++)
        banks |= (in->map_mask >> i & 1) << in->map_bank[i];
    return __builtin_popcount(banks) == __builtin_popcount(in->map_mask);
}

// All active slots that lie in one bank want the same row: of each bank's rows one is written down, and all must agree
// with it. Idle slots write down theirs in a place of their own.
const char *axbar_contract_check(struct axbar_contract *c, const struct ul1_axbar_in *in, const struct ul1_axbar_out *out)
{
    (void)c, (void)out;
    if (!in->map_mask || each_its_own_bank(in))
        return NULL;
    uint32_t bank[LANES], row[LANES + 1], other = 0;
    for (unsigned i = 0; i < LANES; i++)
        bank[i] = in->map_mask >> i & 1 ? in->map_bank[i] : LANES;
    for (unsigned i = 0; i < LANES; i++)
        row[bank[i]] = in->map_row[i];
    for (unsigned i = 0; i < LANES; i++)
        other |= (uint32_t)(row[bank[i]] != in->map_row[i]) << i;
    return other & in->map_mask ? "map_row: two active slots (map_mask) want different rows of one bank (map_bank)" : NULL;
}
