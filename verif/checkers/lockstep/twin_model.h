// The C model as a twin.
#ifndef TWIN_MODEL_H
#define TWIN_MODEL_H

#include "checkers/lockstep/twin.h"

#ifdef __cplusplus
extern "C" {
#endif

// The block with that port table, in its reset state. Null: memory is exhausted.
struct twin *twin_model(const struct ul1_block *shape);

#ifdef __cplusplus
}
#endif
#endif
