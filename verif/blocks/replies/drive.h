// Replies: its random drive, within its contract.
#ifndef REPLIES_DRIVE_H
#define REPLIES_DRIVE_H

#include "blocks/drive.h"
#include "blocks/replies/contract.h"
#include "blocks/replies/cover_points.h"

struct replies_drive {
    struct drive d;
    struct replies_contract contract;
    unsigned offer; // rate in percent of cycles with a new response
    bool waits;     // the previous cycle's response was not taken: `last` has it
    struct ul1_replies_in last;
    struct replies_track track;
};

struct stimulus *replies_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
