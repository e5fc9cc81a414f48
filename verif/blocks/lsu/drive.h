// Load/store unit: its random drive, within its contract. It acts as the instruction side, the intake, the
// arbiter, and the blocks that fetch lines.
#ifndef LSU_DRIVE_H
#define LSU_DRIVE_H

#include "blocks/lsu/contract.h"
#include "blocks/lsu/past.h"

struct lsu_drive {
    struct drive d;
    struct lsu_contract contract;
    struct lsu_settings settings;
    struct lsu_constraints constraints;
    struct lsu_track track;   // the state that the drive uses
    struct lsu_past past;     // the state that the cover points use
    unsigned next_warp;       // the next warp, if all alternate
    bool offers;              // a replay is on offer
    unsigned held, held_what; // an input is held back so long after a reset; which one (drive.c)
};

struct stimulus *lsu_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
