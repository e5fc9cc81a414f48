// MC: its random drive, within its contract.
#ifndef MC_DRIVE_H
#define MC_DRIVE_H

#include "blocks/drive.h"
#include "blocks/mc/contract.h"
#include "blocks/mc/cover_points.h"

struct mc_drive {
    struct drive d;
    struct mc_contract contract;
    struct mc_seen seen;
    // Rates in percent: requests of a slice; writes among them, requests of all sectors, for the row of the
    // one before, and for its line; cells that fail
    unsigned offer[UL1_MC_PORTS], write, whole, row, line, fails;
    unsigned banks, rows; // that are accessed in this phase: the first ones
    uint64_t upper;       // bits of a row's number above those
    uint64_t last_line;
    bool waits[UL1_MC_PORTS]; // the slice's request was not taken in the previous cycle: `last` has it
    struct ul1_mc_in last;
};

struct stimulus *mc_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
