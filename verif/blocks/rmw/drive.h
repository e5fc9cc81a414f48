// Rmw: its random drive, within its contract.
#ifndef RMW_DRIVE_H
#define RMW_DRIVE_H

#include "blocks/drive.h"
#include "blocks/rmw/contract.h"
#include "blocks/rmw/cover_points.h"

enum { RMW_LINES_DRIVEN = 2 * UL1_RMWS }; // so that all places are often taken

struct rmw_drive {
    struct drive d;
    struct rmw_contract contract;
    // rates in percent: requests, operations among writes, fences, cycles in which memory takes a request and
    // answers, sectors that come one by one, errors, cycles in which an answer is taken
    unsigned offer, operate, fence, ready, answer, pieces, error, accept;
    bool queues;    // memory answers in pauses alone, one by one: operations wait behind a result
    unsigned pause; // cycles in which memory takes nothing
    uint64_t line[RMW_LINES_DRIVEN]; // that requests are for
    uint32_t word[4];                // that operands and memory have
    struct ul1_rmw_in last;
    bool held_before; // a write of an operation was sent: it may fail
    uint32_t sent;    // its number
    struct rmw_track track;
};

struct stimulus *rmw_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
