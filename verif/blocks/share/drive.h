// Share: its random drive, within its contract.
#ifndef SHARE_DRIVE_H
#define SHARE_DRIVE_H

#include "blocks/drive.h"
#include "blocks/share/contract.h"

struct share_drive {
    struct drive d;
    struct share_contract contract;
    // rates in percent: requests of an L1, cycles in which memory takes one, responses
    unsigned offer[UL1_SHARERS], ready, answer;
    unsigned resets, stays; // and resets of an L1 alone, per thousand; cycles of a reset, at most
    unsigned reset_left[UL1_SHARERS];
    bool waits[UL1_SHARERS]; // the L1's request was not taken in the previous cycle: `last` has it
    struct ul1_share_in last;
    int before; // see share_count
};

struct stimulus *share_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
