// Address crossbar: its random drive, within its contract.
#ifndef AXBAR_DRIVE_H
#define AXBAR_DRIVE_H

#include "blocks/axbar/contract.h"
#include "blocks/drive.h"
#include "blocks/draw.h"

struct axbar_drive {
    struct drive d;
    struct axbar_contract contract;
    unsigned pass; // rate of passes, in percent
    struct rows rows;
};

struct stimulus *axbar_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
