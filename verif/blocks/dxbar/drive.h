// Data crossbar: its random drive, within its contract.
#ifndef DXBAR_DRIVE_H
#define DXBAR_DRIVE_H

#include "blocks/drive.h"
#include "blocks/dxbar/contract.h"
#include "blocks/dxbar/cover_points.h"

struct dxbar_drive {
    struct drive d;
    struct dxbar_contract contract;
    struct dxbar_past past;

    // Rates, in percent: a pass; a store, a load without slots; words that wait longer than necessary; a
    // victim readout.
    unsigned pass, store, miss, late, readout;
};

struct stimulus *dxbar_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
