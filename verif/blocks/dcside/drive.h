// Dcside: its random drive at the pins of the SMs. They request lines of a few families, so that requests
// meet in nodes, ways and slices.
#ifndef DCSIDE_DRIVE_H
#define DCSIDE_DRIVE_H

#include "blocks/dcside/bench.h"
#include "blocks/drive.h"

enum {
    DCSIDE_IN_A_ROW = 24,
    DCSIDE_OF_A_SET = 16,
    DCSIDE_ANYWHERE = 4,
    DCSIDE_TABLES = 4,
    DCSIDE_LINES = 48
};

struct dcside_drive {
    struct drive d;
#ifdef UL1_HAS_DCSIDE
    struct dcside_bench bench;
    uint64_t line[DCSIDE_LINES];
    // rates in percent: requests of an SM, fences, writes and walks among them, writes of a byte, sectors
    // that are written whole, reductions and atomics among writes
    unsigned offer[UL1_SMS], fence, write, walk, byte, whole, operate, host;
    unsigned first, lines; // that are requested in this phase
    bool waits[UL1_SMS];   // the SM's request was not taken
    bool busy;
    struct wait waited[STIMULUS_WAITS]; // the first: the request that took longest
    bool storm; // all SMs request as much as they can, but for the rare times when everything comes to rest
    struct ul1_sni_in last[UL1_SMS];
#endif
};

struct stimulus *dcside_drive_make(const struct test *, uint64_t seed, uint64_t cycles);
// The same with the near clock twice as fast.
struct stimulus *dcside_boost_make(const struct test *, uint64_t seed, uint64_t cycles);
struct stimulus *dcside_storm_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
