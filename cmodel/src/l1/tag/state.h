// Tag unit: maps each slot of a pass to its place in the array. Shared memory is direct-mapped; a cached pass is looked up
// among the lines of its set. It has the carveout, and carries out commands on the lines.
//
// What it consists of, each part using only some of those before it: this file (the state), ways.h (ages, rows, and what is
// known of a line), lookup.h (the lookup of a cached pass), command.h (commands and their sweep), evict.h (what goes); tag.c
// (the outputs and the clock edge).
#ifndef UL1_TAG_STATE_H
#define UL1_TAG_STATE_H

#include "common/address.h"
#include "common/carveout.h"

_Static_assert(UL1_WAYS <= 8 && UL1_SECTORS <= 8, "sets of ways and of sectors have eight bits");

struct tag_state {
    uint8_t carveout;
    uint8_t page;                           // settings in use
    uint64_t root;

    struct tag_set {
        line_number line[UL1_WAYS];
        uint8_t sect[UL1_WAYS];             // sectors that are valid
        uint8_t dirty[UL1_WAYS];            // and those of them that memory is yet to get
        uint8_t age[UL1_WAYS];              // see tag_age
        uint8_t closed;                     // bit w: a store is held for the line of way w
    } set[UL1_SETS];
    uint8_t pend[UL1_SETS], lock[UL1_SETS]; // of each set, bit w: the line of way w is pending, is locked
    uint8_t dirty[UL1_SETS];                // of each set, bit w: a sector of the line of way w is dirty

    uint8_t readout_valid;                  // a dirty line is to be read out: its row and sectors
    array_row readout_row;
    uint8_t readout_sect;

    // The command. What it is to do is left over while there is none.
    uint8_t cmd;                            // a cmd_state
    uint8_t op, new_carveout;
    uint8_t renews;                         // it is none from outside: other settings are to be in use
    uint16_t sweeps;                        // the set that its sweep comes to next
    uint64_t addr;
};

#endif
