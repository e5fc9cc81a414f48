// Load/store unit: its random drive, within its contract. Plays the instruction side, the intake, the arbiter, and those who
// fetch lines.
#ifndef LSU_DRIVE_H
#define LSU_DRIVE_H

#include "blocks/lsu/contract.h"
#include "blocks/lsu/past.h"

struct lsu_drive {
    struct drive d;
    struct lsu_contract contract;
    struct lsu_settings settings;
    struct lsu_knobs knobs;
    struct lsu_track track;             // what is driven goes by it
    struct lsu_past past;               // and what is counted by this
    unsigned next_warp;                 // if all take turns
    bool offers;                        // a replay is on offer
    unsigned held, held_what;           // so long something is kept back behind a reset, and what (drive.c)
};

struct stimulus *lsu_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
