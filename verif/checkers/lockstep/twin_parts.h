// A machine of machines as a twin: each of its parts is driven, clocked and sampled in its own section of the
// samples.
#ifndef TWIN_PARTS_H
#define TWIN_PARTS_H

#include "checkers/lockstep/twin.h"

#ifdef __cplusplus
extern "C" {
#endif

// Takes over one twin for each part. Null: memory is exhausted.
struct twin *twin_parts(const struct ul1_block *shape, struct twin *const part[]);

// The twin of a part of such a twin; null for any other.
struct twin *twin_part(const struct twin *, size_t part);

#ifdef __cplusplus
}
#endif
#endif
