// Tag unit: the random drive of the block alone. It plays the pending request table, the write data buffer, what the memory
// sends, who waits for it, and who commands.
#ifndef TAG_DRIVE_H
#define TAG_DRIVE_H

#include "blocks/tag/knobs.h"

struct stimulus *tag_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
