// Which of the two ready signals an instruction goes by.
#ifndef SHAPE_TAKEN_H
#define SHAPE_TAKEN_H

#include <stdbool.h>

#include "shape/sizes.h"

// A new one is taken in a cycle in which it is offered.
static inline bool takes_new(const struct ul1_lsu_out *out, unsigned op, unsigned space)
{
    return op != UL1_OP_FENCE && space == UL1_SPACE_SHARED ? out->in_shared_ready : out->in_ready;
}

#endif
