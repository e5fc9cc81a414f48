// Selects the ready signal that applies to an instruction.
#ifndef TAKEN_H
#define TAKEN_H

#include <stdbool.h>

#include "common/sizes.h"

// A new instruction is accepted in a cycle in which it is offered and this is true.
static inline bool takes_new(const struct ul1_lsu_out *out, unsigned op, unsigned space)
{
    return op != UL1_OP_FENCE && space == UL1_SPACE_SHARED ? out->in_shared_ready : out->in_ready;
}

#endif
