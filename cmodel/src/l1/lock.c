// Lock flags of shared memory. A load-and-lock takes the free flags of its words, a store-and-unlock frees
// them, and a conditional one frees those that are taken. All slots of a pass in one bank have one word, so
// they share a flag; the lowest of them gets it.
#include "l1/lock.h"

#include <string.h>

// The number of the flag, among those of its bank, of the word that the pass accesses in this bank.
static inline unsigned lock_number(const struct lock_in *in, unsigned bank)
{
    return in->bank_row[bank] / UL1_ABREAST % UL1_LOCK_ROWS;
}

// A load-and-lock wants a free flag, a conditional unlock a taken one.
static void lock_lock(const struct lock_state *s, const struct lock_in *in, struct ul1_lock_out *out)
{
    out->lock_pred = 0;
    if (!UL1_LOCKS || (in->pass_atom != UL1_ATOM_LOCK && in->pass_atom != UL1_ATOM_CUNLOCK))
        return;
    const unsigned wanted = in->pass_atom == UL1_ATOM_CUNLOCK;
    bank_set seen = 0;
    for (unsigned i = 0; i < LANES; i++) {
        if (!bit(in->map_mask, i))
            continue;
        const unsigned bank = in->map_bank[i], taken = s->taken[lock_number(in, bank)] >> bank & 1;
        out->lock_pred |= (lane_set)(taken == wanted && !(seen >> bank & 1)) << i;
        seen |= (bank_set)1 << bank;
    }
}

static void lock_clock(struct lock_state *s, const struct lock_in *in, const struct ul1_lock_out *out)
{
    const unsigned locks = in->pass_atom == UL1_ATOM_LOCK;
    const lane_set slots = in->pass_atom == UL1_ATOM_UNLOCK ? in->map_mask : out->lock_pred;
    for (unsigned i = 0; UL1_LOCKS && i < LANES && slots >> i; i++) {
        if (!bit(slots, i))
            continue;
        const bank_set one = (bank_set)1 << in->map_bank[i];
        bank_set *taken = &s->taken[lock_number(in, in->map_bank[i])];
        *taken = locks ? *taken | one : *taken & ~one;
    }
    if (in->rst)
        memset(s->taken, 0, sizeof s->taken);
}
