// Splitter: its random drive, within its contract.
#ifndef SPLIT_DRIVE_H
#define SPLIT_DRIVE_H

#include "blocks/split/contract.h"
#include "blocks/drive.h"
#include "blocks/draw.h"

struct split_drive {
    struct drive d;
    struct split_contract contract;
    unsigned access, cached;            // how often there is one, that is cached, in percent
    struct rows rows;
    struct ul1_split_in last;           // of the cycle before,
    uint32_t left;                      // and the slots that were left over
};

struct stimulus *split_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
