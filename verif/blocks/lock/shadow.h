// Lock flags: the state of their contract. All zero is the state after reset.
#ifndef LOCK_SHADOW_H
#define LOCK_SHADOW_H

#include <stdbool.h>

#include "common/sizes.h"

struct lock_shadow {
    bool judged; // there was a reset, so the flags are known
    bool taken[UL1_LOCKS_SEEN];
};

// The flag of the word that a slot of the pass accesses: its number in the array, modulo the flags.
unsigned lock_shadow_flag(const struct ul1_lock_in *, unsigned slot);

// The slots of the pass that get their flag, or give it back.
uint32_t lock_shadow_pred(const struct lock_shadow *, const struct ul1_lock_in *);

void lock_shadow_advance(struct lock_shadow *, const struct ul1_lock_in *);

#endif
