// The C model as a twin.
#ifndef TWIN_MODEL_H
#define TWIN_MODEL_H

#include "lockstep/twin.h"

#ifdef __cplusplus
extern "C" {
#endif

// The block of that shape, in its reset state. Null: no memory.
struct twin *twin_model(const struct ul1_block *shape);

#ifdef __cplusplus
}
#endif
#endif
