// Lni: its random drive, within its contract.
#ifndef LNI_DRIVE_H
#define LNI_DRIVE_H

#include "blocks/drive.h"
#include "blocks/lni/contract.h"
#include "blocks/lni/past.h"

struct lni_drive {
    struct drive d;
    struct lni_contract contract, before; // after this cycle, and at its beginning
    // rates in percent: packets, writes among them, flits of one that has begun, cycles in which the slice
    // takes a request
    unsigned request, write, go_on, take;
    // responses, answers of writes among them, errors; cycles in which the network takes a flit
    unsigned response, answer, error, leave;
    unsigned left; // sectors of the packet that are left
    struct ul1_lni_in last;
    struct lni_past past;
};

struct stimulus *lni_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
