// Fill unit: its random drive, within its contract. It acts as the memory, the PRT and the arbiter.
#ifndef FILL_DRIVE_H
#define FILL_DRIVE_H

#include "blocks/drive.h"
#include "blocks/fill/contract.h"
#include "blocks/fill/cover_points.h"

struct fill_drive {
    struct drive d;
    struct fill_contract contract;
    struct fill_past past;

    // Rates, in percent: a response; to no read; for the page walker; with a whole line; with an error; an
    // entry complete with its last response; complete by a fault; a replay selected.
    unsigned response, other, walker, whole, failed, done, fault, select;
    unsigned most;            // the most replays of an entry
    uint8_t replays[UL1_PRT]; // for each entry in the queue, its replays
};

struct stimulus *fill_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
