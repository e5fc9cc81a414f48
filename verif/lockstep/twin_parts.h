// A machine of machines as a twin: its parts stand side by side, each driven, clocked and sampled in its own piece of the samples.
#ifndef TWIN_PARTS_H
#define TWIN_PARTS_H

#include "lockstep/twin.h"

#ifdef __cplusplus
extern "C" {
#endif

// Out of a twin for each of its parts, which it takes over. Null: no memory.
struct twin *twin_parts(const struct ul1_block *shape, struct twin *const part[]);

// The twin of a part of such a twin; null of any other.
struct twin *twin_part(const struct twin *, size_t part);

#ifdef __cplusplus
}
#endif
#endif
