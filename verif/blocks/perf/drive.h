// Performance counters: their random drive, within their contract.
#ifndef PERF_DRIVE_H
#define PERF_DRIVE_H

#include "blocks/drive.h"
#include "blocks/perf/contract.h"
#include "blocks/perf/cover_points.h"

struct perf_drive {
    struct drive d;
    struct perf_contract contract;
    struct perf_past past;

    // Rates, in percent: a cycle with events; an access looked up; a request; a counter read. Events occur in
    // all such cycles, or in half of them.
    unsigned traffic, lookup, request, read;
    bool always;
};

struct stimulus *perf_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
