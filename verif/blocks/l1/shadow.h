// The pins of the whole machine: the state of their contract. All zero is the state after reset.
#ifndef L1_SHADOW_H
#define L1_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

// Numbers of reads.
enum { L1_NUMBERS = UL1_READ_NUMBERS };

struct l1_contract {
    uint8_t running; // there was a cycle since the reset; these were its settings
    uint8_t cfg_home, cfg_interval, cfg_policy, cfg_bankwidth, cfg_fetch, cfg_page;
    uint64_t cfg_root;
    // for each number of a read, the sectors that memory still has to bring
    uint8_t sent[L1_NUMBERS];
    uint64_t fences;          // bit i: fence number i is not answered yet
    uint64_t olds;            // bit i: atomic number i is not answered yet
    uint64_t writes;          // writes that were taken, less those that have failed
    struct {                  // instructions when taken; kept as long as remainders may come back
        uint8_t width, pairs; // pairs: how far the lanes of its pairs lie apart; 0 without
        uint32_t mask;
        uint64_t addr[LANES];
    } taken[1 << UL1_ID_W];
};

void l1_shadow_advance(struct l1_contract *, const struct ul1_l1_in *, const struct ul1_l1_out *);

#endif
