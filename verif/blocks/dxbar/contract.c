#include "blocks/dxbar/contract.h"

#include <stddef.h>
#include <string.h>

#include "kit/lane_diff.h"

// An access lies within its word: of the slots active, the bits of map_byte below the width are zero.
static bool aligned(const struct ul1_dxbar_in *in)
{
    uint64_t bits = dxbar_align_bits(in->pass_width) * 0x0101010101010101ull, low = 0;
    for (unsigned i = 0; i < LANES; i += 8) {
        uint64_t bytes;
        memcpy(&bytes, in->map_byte + i, 8);
        low |= bytes & spread_bits(in->map_mask >> i);
    }
    return !(low & bits);
}

// Without a pass there are no slots. A shared load with slots HLAT - LAT cycles behind a cached one that has some, which
// would be written back in the same cycle, was kept out. A dirty line's pass is like a shared load, but nothing of it is
// written back.
static const char *check_pass(const struct dxbar_shadow *s, const struct ul1_dxbar_in *in)
{
    if (!in->pass_valid && in->map_mask)
        return "map_mask: slots without a pass (pass_valid)";
    if (!in->pass_valid)
        return in->pass_cached | in->pass_readout ? "pass_cached, pass_readout: without a pass (pass_valid)" : NULL;
    if (in->pass_readout && (in->pass_store || in->pass_cached))
        return "pass_readout: of a store (pass_store) or of a cached access (pass_cached)";
    bool shared_load = !in->pass_store && !in->pass_cached && !in->pass_readout && in->map_mask;
    if (shared_load && dxbar_meets_hit(s))
        return "map_mask: a shared load whose words come with those of a hit";
    return aligned(in) ? NULL : "map_byte: an active slot (map_mask) is not aligned to pass_width";
}

const char *dxbar_contract_check(struct dxbar_contract *c, const struct ul1_dxbar_in *in, const struct ul1_dxbar_out *out)
{
    const char *broken = in->rst ? NULL : check_pass(&c->shadow, in);
    dxbar_shadow_advance(&c->shadow, in, out);
    return broken;
}
