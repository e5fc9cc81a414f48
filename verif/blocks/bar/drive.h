// Barriers: their random drive, within their contract.
#ifndef BAR_DRIVE_H
#define BAR_DRIVE_H

#include "blocks/bar/contract.h"
#include "blocks/bar/cover_points.h"
#include "blocks/drive.h"

struct bar_drive {
    struct drive d;
    struct bar_contract contract;
    struct bar_past past;
    struct bar_told arrived; // the bar of this cycle's arrival, if it is flying

    // Rates, in percent: offers; bars among them; retirements; warps that wait; bars with a fault; warps that
    // arrive though they wait; true predicates.
    unsigned offer, bar, retire, wait, fault, twice, truth;
    bool any;                        // predicates are random, else true or false in the whole warp
    unsigned barriers, warps, first; // barriers and warps in use, and the first warp
    unsigned expects[BAR_BARRIERS];  // arrivals of each barrier, except for faults
};

struct stimulus *bar_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
