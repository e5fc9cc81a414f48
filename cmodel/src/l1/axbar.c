// Address crossbar: gives each bank the row that the stage-1 pass accesses. Combinational.
#include <string.h>

#include "common/address.h"
#include "common/slots.h"

// All active slots of one bank access the same row, so their order does not matter: the arbiter's split
// ensures that for a shared pass, and a cached pass lies on one line.
static void axbar_bank(const struct axbar_in *in, struct ul1_axbar_out *out)
{
    out->bank_en = 0;
    if (!in->map_mask)
        return;

    for (unsigned slot = 0; slot < LANES; slot++)
        out->bank_en |= (bank_set)bit(in->map_mask, slot) << in->map_bank[slot];
    if (one_row(in->map_row, LANES)) {
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
    memcpy(out->bank_row, row, UL1_BANKS * sizeof out->bank_row[0]);
}
