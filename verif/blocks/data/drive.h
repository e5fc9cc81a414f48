// Data array: its random drive, within its contract.
#ifndef DATA_DRIVE_H
#define DATA_DRIVE_H

#include "blocks/data/contract.h"
#include "blocks/data/track.h"
#include "blocks/drive.h"
#include "blocks/draw.h"

struct data_drive {
    struct drive d;
    struct data_contract contract;
    struct data_track track;

    // Rates, in percent: a pass, of a store; a write; a fill, with an error; forwarded words.
    unsigned pass, store, write, fill, failed, serve;
    struct rows rows;
};

struct stimulus *data_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
