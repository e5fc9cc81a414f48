// Data crossbar: its random drive, within its contract.
#ifndef DXBAR_DRIVE_H
#define DXBAR_DRIVE_H

#include "blocks/drive.h"
#include "blocks/dxbar/contract.h"
#include "blocks/dxbar/events.h"

struct dxbar_drive {
    struct drive d;
    struct dxbar_contract contract;
    struct dxbar_past past;

    // How often there is what, in percent: a pass; a store, a cached one, a cached load that misses; a dirty line read out.
    unsigned pass, store, cached, miss, readout;
};

struct stimulus *dxbar_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
