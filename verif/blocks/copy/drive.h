// Asynchronous copies: their random drive, within their contract.
#ifndef COPY_DRIVE_H
#define COPY_DRIVE_H

#include "blocks/copy/contract.h"
#include "blocks/copy/cover_points.h"
#include "blocks/drive.h"

struct copy_drive {
    struct drive d;
    struct copy_contract contract;
    struct copy_past past;

    // Rates, in percent: loads that start copies; stores of copies; words; retirements; loads that fail;
    // beats; commits; waits.
    unsigned start, store, words, retire, fail, pull, commit, wait;
    unsigned warps, first; // warps in use, and the first one
};

struct stimulus *copy_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
