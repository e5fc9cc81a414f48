#include "blocks/dxbar/contract.h"

#include <stddef.h>
#include <string.h>

#include "common/atoms.h"
#include "kit/lane_diff.h"

// An access lies within its word: for active slots, the bits of map_byte below the width are zero.
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

// Without a pass there are no slots, and no operation. The words of a load with slots are due in a stage from
// LAT to HLAT, and no other words are due in the same cycle.
static const char *check_pass(const struct dxbar_shadow *s, const struct ul1_dxbar_in *in)
{
    if (!in->pass_valid && in->map_mask)
        return "map_mask: slots without a pass (pass_valid)";
    if (!in->pass_valid && (in->pass_atom || in->pass_red))
        return "pass_atom, pass_red: without a pass (pass_valid)";
    if (!in->pass_valid)
        return in->pass_readout ? "pass_readout: without a pass (pass_valid)" : NULL;
    if (in->pass_atom && !atom_passes_in(in->pass_store, in->pass_atom))
        return "pass_atom: not built, or of a pass that may not have it (pass_store)";
    if (in->lock_pred & ~(dxbar_asks(in) ? in->map_mask : 0))
        return "lock_pred: of an idle slot (map_mask), or of a pass without lock (pass_atom)";
    if (in->pass_red && (!red_passes_any(in->pass_red) || !in->pass_store || in->pass_atom))
        return "pass_red: not built, or of a pass that may not have it (pass_store, pass_atom)";
    if (in->map_mask
        & ~(atom_access_slots(in->pass_atom, in->pass_width)
            & atom_access_slots(in->pass_red, in->pass_width)))
        return "map_mask: slots of the second operand of an atomic";
    if (in->pass_readout && in->pass_store)
        return "pass_readout: of a store (pass_store)";
    if (dxbar_writes(in) && (in->pass_due < UL1_LAT || in->pass_due > UL1_HLAT))
        return "pass_due: no stage in which words stand at the register file";
    if (dxbar_writes(in) && dxbar_meets(s, in->pass_due))
        return "pass_due: of a load whose words come with those of another";
    return aligned(in) ? NULL : "map_byte: an active slot (map_mask) is not aligned to pass_width";
}

static bool any_word(const uint32_t *word, unsigned count)
{
    uint32_t any = 0;
    for (unsigned i = 0; i < count; i++)
        any |= word[i];
    return any;
}

// Words reach the register file exactly when a load's are due, and bytes the array exactly with a store in
// stage 2. (The memory checker sees which words and bytes.)
static const char *check_words(const struct dxbar_shadow *s, const struct ul1_dxbar_out *out)
{
    if (out->load_mask && !stages_has(&s->due, 0))
        return "load_mask: words of no load that is due";
    if (!s->judged)
        return NULL;
    if (out->load_mask != s->mask[0])
        return "load_mask: not the slots of the load that is due";
    if (out->load_pred != s->pred[0])
        return "load_pred: not the predicates of the load that is due (lock_pred)";
    if (!s->swaps && any_word(out->cross_swap, UL1_SWAPS))
        return "cross_swap: words without a `cas` in stage 2";
    return !s->store && any8(out->cross_be, UL1_BANKS) ? "cross_be: bytes without a store in stage 2" : NULL;
}

const char *dxbar_contract_check(struct dxbar_contract *c, const struct ul1_dxbar_in *in,
                                 const struct ul1_dxbar_out *out)
{
    const char *broken = in->rst ? NULL : check_pass(&c->shadow, in);
    if (!broken && !in->rst)
        broken = check_words(&c->shadow, out);
    dxbar_shadow_advance(&c->shadow, in, out);
    return broken;
}
