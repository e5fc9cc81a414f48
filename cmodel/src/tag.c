// Tag unit: bank, row and byte of each slot.
#include "tag.h"

static void tag_map(const struct ul1_tag_in *in, struct ul1_tag_out *out)
{
    for (unsigned i = 0; i < LANES; i++) {
        out->map_bank[i] = (uint8_t)addr_bank(in->pass_addr[i]);
        out->map_row[i] = (uint16_t)addr_row(in->pass_addr[i]);
        out->map_byte[i] = (uint8_t)addr_byte(in->pass_addr[i]);
    }
}
