// The L1s of a machine: an L1 itself, or those among the parts of a machine of machines, by their number.
#ifndef SM_L1S_H
#define SM_L1S_H

#include <stddef.h>

#include "ul1.h"

// 1 for an L1 itself, 0 if none is part of the machine.
unsigned l1s_count(const struct ul1_block *shape);

const struct ul1_block *l1s_block(const struct ul1_block *shape, unsigned number);
const char *l1s_path(const struct ul1_block *shape, unsigned number);

// Its number among the parts of a machine of machines.
size_t l1s_part(const struct ul1_block *shape, unsigned number);

// Why the environment cannot run this machine, or null.
const char *l1s_refuse(const struct ul1_block *shape);

#endif
