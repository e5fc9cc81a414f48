// Old words of atomics on global memory: their random drive, within their contract.
#ifndef OLD_DRIVE_H
#define OLD_DRIVE_H

#include "blocks/drive.h"
#include "blocks/old/contract.h"
#include "blocks/old/cover_points.h"

struct old_drive {
    struct drive d;
    struct old_contract contract;

    // Rates, in percent: accesses that ask for old words; offers of writes; writes that memory takes, that
    // cannot be translated; answers, and errors among them; accesses taken; passes that return words.
    unsigned ask, offer, take, fault, answer, fail, accept, pass;
};

struct stimulus *old_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
