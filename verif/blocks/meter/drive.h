// Performance counters: their random drive, within their contract.
#ifndef METER_DRIVE_H
#define METER_DRIVE_H

#include "blocks/drive.h"
#include "blocks/meter/contract.h"
#include "blocks/meter/events.h"

struct meter_drive {
    struct drive d;
    struct meter_contract contract;
    struct meter_past past;

    // Rates, in percent: a cycle with events; an access looked up; a request; a counter read. Events occur in
    // all such cycles, or in half of them.
    unsigned traffic, lookup, request, read;
    bool always;
};

struct stimulus *meter_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
