// Selects the ready signal that applies to an instruction.
#ifndef TAKEN_H
#define TAKEN_H

#include <stdbool.h>

#include "common/sizes.h"

// The constant cache takes the instruction, not lsu.
static inline bool of_constants(unsigned op, unsigned space)
{
    return UL1_CONSTANTS && op == UL1_OP_LOAD && space == UL1_SPACE_CONST;
}

// The texture unit takes the instruction, not lsu.
static inline bool of_textures(unsigned op)
{
    return UL1_TEXTURE && op == UL1_OP_TEX;
}

// A new instruction is accepted by lsu in a cycle in which it is offered and this is true.
static inline bool takes_new(const struct ul1_lsu_out *out, unsigned op, unsigned space)
{
    if (of_constants(op, space) || of_textures(op))
        return false;
    return op != UL1_OP_FENCE && space == UL1_SPACE_SHARED ? out->in_shared_ready : out->in_ready;
}

// The same, by any of the three.
static inline bool offer_taken(const struct ul1_l1_out *out, unsigned op, unsigned space)
{
    return of_textures(op)        ? out->texture.texin_ready
        : of_constants(op, space) ? out->constant.conin_ready
                                  : takes_new(&out->lsu, op, space);
}

#endif
