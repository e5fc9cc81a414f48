// Address crossbar: takes the row that a pass wants from its slots to the banks. Combinational.
#include <string.h>

#include "common/address.h"
#include "common/slots.h"

// All active slots that lie in one bank want the same row, so their order does not matter: those of a shared pass because
// the arbiter has seen to it, those of a cached one because they lie on one line.
static void axbar_bank(const struct axbar_in *in, struct ul1_axbar_out *out)
{
    out->bank_en = 0;
    if (!in->map_mask)
        return;

    for (unsigned slot = 0; slot < LANES; slot++)
        out->bank_en |= bit(in->map_mask, slot) << in->map_bank[slot];
    if (one_row(in->map_row)) {
        for (unsigned b = 0; b < UL1_BANKS; b++)
            out->bank_row[b] = in->map_row[0];
        return;
    }
    uint32_t bank[LANES];
    for (unsigned i = 0; i < LANES; i++)
        bank[i] = bank_or_none(in->map_mask, i, in->map_bank[i]);
    array_row row[UL1_BANKS + 1] = { 0 };
    EACH_BY_ITSELF
    for (unsigned i = 0; i < LANES; i++)
        row[bank[i]] = in->map_row[i];
    memcpy(out->bank_row, row, sizeof out->bank_row);
}
