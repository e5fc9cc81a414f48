#include "blocks/lock/shadow.h"

#include <string.h>

#include "common/banks.h"

unsigned lock_shadow_flag(const struct ul1_lock_in *in, unsigned slot)
{
    const unsigned bank = in->map_bank[slot] % UL1_BANKS;
    return (in->bank_row[bank] * UL1_LINE_WORDS + bank_word(bank)) % UL1_LOCKS_SEEN;
}

uint32_t lock_shadow_pred(const struct lock_shadow *s, const struct ul1_lock_in *in)
{
    const bool locks = in->pass_atom == UL1_ATOM_LOCK;
    bool got[UL1_LOCKS_SEEN] = { false };
    uint32_t had = 0;
    if (!UL1_LOCKS || (!locks && in->pass_atom != UL1_ATOM_CUNLOCK))
        return 0;
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned flag = lock_shadow_flag(in, i);
        if (!(in->map_mask >> i & 1) || s->taken[flag] == locks || got[flag])
            continue;
        got[flag] = true;
        had |= UINT32_C(1) << i;
    }
    return had;
}

void lock_shadow_advance(struct lock_shadow *s, const struct ul1_lock_in *in)
{
    if (in->rst) {
        memset(s, 0, sizeof *s);
        s->judged = true;
        return;
    }
    const bool locks = in->pass_atom == UL1_ATOM_LOCK;
    if (!locks && in->pass_atom != UL1_ATOM_UNLOCK && in->pass_atom != UL1_ATOM_CUNLOCK)
        return;
    for (unsigned i = 0; i < LANES; i++)
        if (in->map_mask >> i & 1)
            s->taken[lock_shadow_flag(in, i)] = locks;
}
