// Lock flags: their random drive, within their contract.
#ifndef LOCK_DRIVE_H
#define LOCK_DRIVE_H

#include "blocks/draw.h"
#include "blocks/lock/contract.h"
#include "blocks/lock/cover_points.h"

struct lock_drive {
    struct drive d;
    struct lock_contract contract;
    struct lock_past past;
    unsigned pass, lock,
        ask; // rates, in percent: lock passes; locks among them; conditional unlocks of the rest
    struct rows rows;
};

struct stimulus *lock_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
