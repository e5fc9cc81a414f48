// The L1s of a machine: an L1 itself, or those among the parts of a machine of machines, by their number.
#ifndef SM_L1S_H
#define SM_L1S_H

#include <stdbool.h>
#include <stddef.h>

#include "ul1.h"

// 1 for an L1 itself, 0 if none is part of the machine.
unsigned l1s_count(const struct ul1_block *shape);

const struct ul1_block *l1s_block(const struct ul1_block *shape, unsigned number);
const char *l1s_path(const struct ul1_block *shape, unsigned number);

// How the L1s of tests lie on a machine with clusters. `near` is the order of the SMs. With `apart` each is
// in the next cluster, and with `pairs` every two of them. On other machines all are near. False: there is no
// such word, or clusters have no pairs.
bool l1s_place(const char *how);

// Its number among the parts of a machine of machines.
size_t l1s_part(const struct ul1_block *shape, unsigned number);

// Whether there are several, and each can be reset while the others go on.
bool l1s_reset_alone(const struct ul1_block *shape);

// Whether the environment can run this machine. If not, `why` has the reason.
bool l1s_fit(const struct ul1_block *shape, char *why, size_t size);

#endif
