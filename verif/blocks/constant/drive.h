// Constant cache: its random drive, within its contract. It acts as the instruction side, the mmu and memory.
#ifndef CONSTANT_DRIVE_H
#define CONSTANT_DRIVE_H

#include "blocks/constant/contract.h"
#include "blocks/constant/cover_points.h"
#include "blocks/drive.h"

enum { CON_LINES_DRIVEN = 12 };

struct constant_drive {
    struct drive d;
    struct constant_contract contract;
    struct constant_past past;

    // Rates, in percent: offers of constant loads; lanes with one address; loads that are wrong; the mmu
    // answers, with a failure, with a walk; walks that end; memory answers, with an error, with all sectors;
    // invalidations of a line; commands
    unsigned offer, equal, wrong, answer, fault, walk, end, fill, error, whole, drop, command;
    unsigned lines;                  // lines in use
    uint64_t line[CON_LINES_DRIVEN]; // their addresses
    unsigned holds;                  // cycles that a command still takes
};

struct stimulus *constant_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
