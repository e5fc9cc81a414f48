// A set of the next cycles, as many as an access has stages. It moves by a cycle in each cycle.
#ifndef STAGES_H
#define STAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sizes.h"

struct stages {
    uint64_t in[2]; // bit k % 64 of word k / 64: cycle k from now
};

_Static_assert(UL1_HLAT < 128, "a stage is a bit of struct stages");

static inline bool stages_has(const struct stages *s, unsigned k)
{
    return k < 128 && s->in[k / 64] >> k % 64 & 1;
}

static inline bool stages_any(const struct stages *s)
{
    return s->in[0] | s->in[1];
}

// Whether cycle k or a later one is in the set.
static inline bool stages_from(const struct stages *s, unsigned k)
{
    return k < 64 ? s->in[0] >> k | s->in[1] : k < 128 && s->in[1] >> (k - 64);
}

// A cycle passes; then cycle k is in the set, if so.
static inline void stages_move(struct stages *s, bool so, unsigned k)
{
    s->in[0] = s->in[0] >> 1 | s->in[1] << 63;
    s->in[1] >>= 1;
    if (so)
        s->in[k / 64 % 2] |= UINT64_C(1) << k % 64;
}

#endif
