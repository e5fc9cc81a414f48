// Tag unit: the random drive of the block alone. It acts as the PRT, the write data buffer, the responses of
// memory and the accesses that wait for them, and the source of commands.
#ifndef TAG_DRIVE_H
#define TAG_DRIVE_H

#include "blocks/tag/constraints.h"

struct stimulus *tag_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
