// A memory controller: its state.
#ifndef UL1_MC_H
#define UL1_MC_H

#include "common/bits.h"

struct mc_entry {
    uint8_t port, writes, bank;
    uint8_t left; // sectors that have had no column access
    uint32_t number;
    uint64_t line, vline, row;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS];
};

// A column access on its way to the cells.
struct mc_access {
    uint8_t valid, entry, sect, last; // last: of its entry
};

struct mc_state {
    uint64_t now; // cycles since the reset
    struct mc_entry entry[UL1_MC_QUEUE];
    uint64_t used;
    uint8_t order[UL1_MC_QUEUE], count; // the entries in use, the oldest first
    uint8_t held[UL1_MC_PORTS];         // entries of each slice
    uint8_t last;                       // the slice that was taken last
    struct {
        uint8_t opened, passed;
        uint64_t row;
        uint64_t activates, accesses, precharges; // the cycle from which it may
    } bank[UL1_MC_BANKS];
    struct mc_access way[UL1_MC_CL]; // that of cycle n is at n modulo MC_CL
    // The access that was at the cells in the previous cycle
    struct {
        uint8_t valid, port, writes, sect;
        uint32_t number;
        uint64_t vline;
    } answer;
};

#endif
