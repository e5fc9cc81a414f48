// Splitter: its random drive, within its contract.
#ifndef SPLIT_DRIVE_H
#define SPLIT_DRIVE_H

#include "blocks/split/contract.h"
#include "blocks/drive.h"
#include "blocks/draw.h"

struct split_drive {
    struct drive d;
    struct split_contract contract;
    unsigned access, cached; // rates of accesses and of cached ones, in percent
    struct rows rows;
    struct ul1_split_in last; // inputs of the previous cycle
    uint32_t left;            // the slots left by its pass
};

struct stimulus *split_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
