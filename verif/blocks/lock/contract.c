#include "blocks/lock/contract.h"

#include <stddef.h>

#include "common/atoms.h"

// All slots of one enabled bank have its row, so they have one word.
static const char *check(const struct ul1_lock_in *in)
{
    if (!atom_passes(in->pass_atom))
        return "pass_atom: not built";
    if (!atom_locks(in->pass_atom))
        return NULL;
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned bank = in->map_bank[i];
        if (!(in->map_mask >> i & 1))
            continue;
        if (bank >= UL1_BANKS || !(in->bank_en >> bank & 1))
            return "bank_en: not the bank of an active slot (map_mask, map_bank)";
        if (in->bank_row[bank] >= UL1_ARRAY_ROWS)
            return "bank_row: no row";
    }
    return NULL;
}

const char *lock_contract_check(struct lock_contract *c, const struct ul1_lock_in *in,
                                const struct ul1_lock_out *out)
{
    const char *broken = in->rst ? NULL : check(in);
    if (!broken && !in->rst && c->shadow.judged && !c->light
        && out->lock_pred != lock_shadow_pred(&c->shadow, in))
        broken = "lock_pred: not one slot for each flag that is free, or taken for an unlock";
    if (!broken)
        lock_shadow_advance(&c->shadow, in);
    return broken;
}
