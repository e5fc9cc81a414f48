// Write data buffer (store and victim buffer): the random drive of the block alone. It acts as the arbiter,
// the tag unit and the PRT for a few lines in a few rows, the crossbars, the write port, the request queue
// and the path to memory.
#ifndef WDB_DRIVE_H
#define WDB_DRIVE_H

#include "blocks/wdb/places.h"

struct stimulus *wdb_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
