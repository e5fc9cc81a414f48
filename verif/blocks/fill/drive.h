// Fill unit: its random drive, within its contract. Plays the memory, the pending request table and the arbiter.
#ifndef FILL_DRIVE_H
#define FILL_DRIVE_H

#include "blocks/drive.h"
#include "blocks/fill/contract.h"
#include "blocks/fill/events.h"

struct fill_drive {
    struct drive d;
    struct fill_contract contract;
    struct fill_past past;

    // How often there is what, in percent: a response, that of no read, that for the page walker, a whole line, an error; an
    // entry that is complete with what has arrived, or by a fault; a replay selected.
    unsigned response, other, walker, whole, failed, done, fault, select;
    unsigned most;                      // replays of an entry
    uint8_t replays[UL1_PRT];           // how many each entry has that is in the queue
};

struct stimulus *fill_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
