// Splitter (bank-conflict detector): selects the slots of an access that one pass can serve. Combinational.
#include "common/address.h"
#include "common/slots.h"

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
        bank[i] = bank_or_none(in->req_mask, i, addr_bank(in->req_addr[i]));
        row[i] = addr_row(in->req_addr[i]);
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
    out->split_more = out->split_mask != in->req_mask;
}
