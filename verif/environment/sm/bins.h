// Functional coverage of a machine: counts the bins of machine.bins from the machine's outputs.
#ifndef SM_BINS_H
#define SM_BINS_H

#include "common/sizes.h"
#include "environment/sm/program.h"
#include "ul1_bins.h"

struct bins {
    uint64_t *count;    // BIN_COUNT counters, shared by all machines
    const bool *wanted; // whether bins are counted
    struct {
        uint8_t width;     // the width's index on its axis
        uint8_t shape[4];  // for each sub-warp, the index of its pattern of active lanes
        uint8_t passes[4]; // passes of each sub-warp's current access so far
        bool store, live;
    } entry[ENTRIES];
};

void bins_reset(struct bins *);
void bins_taken(struct bins *, unsigned entry, const struct instr *);
void bins_retired(struct bins *, unsigned entry);
void bins_cycle(struct bins *, const struct ul1_l1_in *, const struct ul1_l1_out *, unsigned remainders);

#endif
