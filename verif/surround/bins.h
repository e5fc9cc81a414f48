// Functional coverage of a machine: which of the bins of machine.bins are reached, from what the machine shows of itself.
#ifndef SURROUND_BINS_H
#define SURROUND_BINS_H

#include "shape/sizes.h"
#include "surround/program.h"
#include "ul1_bins.h"

struct bins {
    uint64_t *count;                        // BIN_COUNT of them, counted by all machines
    const bool *wanted;                     // whether they are
    struct {
        uint8_t width;                      // as a place on its axis
        uint8_t shape[4];                   // of each sub-warp, which lanes are active, likewise
        uint8_t passes[4];                  // of the access under way, so far
        bool store, live;
    } entry[ENTRIES];
};

void bins_reset(struct bins *);
void bins_taken(struct bins *, unsigned entry, const struct instr *);
void bins_retired(struct bins *, unsigned entry);
void bins_cycle(struct bins *, const struct ul1_l1_in *, const struct ul1_l1_out *, unsigned remainders);

#endif
