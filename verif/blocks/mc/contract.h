// MC: its contract, see blocks/contracts.h.
//
// The requests that are held, and the last commands of each bank, follow from the ports. The times of DRAM,
// the order of a line, the cap and the kept entries are rules of their own. They leave one choice, which is
// checked, too: the oldest request that can have a command gets it.
#ifndef MC_CONTRACT_H
#define MC_CONTRACT_H

#include <stdbool.h>

#include "common/sizes.h"

struct mc_asked {
    uint8_t op, sect;
    uint32_t number;
    uint64_t line, vline;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS]; // 0 in bytes that `be` does not enable
};

// A request that is held.
struct mc_held {
    struct mc_asked is;
    unsigned port, entry, bank;
    uint64_t row, since;
    uint8_t left; // sectors that had no column access
    uint8_t away; // those that had one, and have not reached the cells
};

struct mc_column {
    uint64_t at; // the cycle of the column access; the cells have it MC_CL cycles later
    unsigned entry;
    uint8_t sect;
};

struct mc_contract {
    bool judged; // a reset has been seen
    uint64_t cycle;
    bool waits[UL1_MC_PORTS]; // the slice's request was not taken in the previous cycle
    struct mc_asked waiting[UL1_MC_PORTS];
    unsigned last;                     // the slice that was taken last
    struct mc_held held[UL1_MC_QUEUE]; // in the order in which they were taken
    unsigned count;
    struct {
        bool opened;
        uint64_t row;
        // the cycle behind that of the last activation, precharge, and column access of a write; 0: none yet
        uint64_t activated, precharged, written;
        unsigned passed; // column accesses that passed the oldest request
    } bank[UL1_MC_BANKS];
    struct mc_column way[UL1_MC_CL + 1]; // column accesses that have not reached the cells, in their order
    unsigned ways;
    struct mc_held back; // the request whose sector was at the cells in the previous cycle
    bool returns;
    uint8_t sect;
};

const char *mc_contract_check(struct mc_contract *, const struct ul1_mc_in *, const struct ul1_mc_out *);

#endif
