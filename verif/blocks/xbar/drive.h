// Xbar: its random drive, within its contract.
#ifndef XBAR_DRIVE_H
#define XBAR_DRIVE_H

#include "blocks/drive.h"
#include "blocks/xbar/contract.h"
#include "blocks/xbar/past.h"

struct xbar_drive {
    struct drive d;
    struct xbar_contract contract;
    // rates in percent: packets at an input, flits of one that has begun, packets of one flit, and those for
    // one output; cycles in which an output's flit is taken
    unsigned offer[UL1_XIN], go_on, single, to_one, ready[UL1_XOUT];
    unsigned one;           // that output
    unsigned most;          // flits of a packet at most
    unsigned left[UL1_XIN]; // flits of the packet that are left
    struct xbar_past past;
};

struct stimulus *xbar_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
