// Tag unit: maps each slot of a pass to its location in the array. Shared memory is direct-mapped; a cached
// pass is looked up in its set. The unit has the carveout, and executes commands on the lines.
//
// Each file uses only earlier ones. They are state.h; replace.h (the victim); ways.h (rows, and the state of
// a line); lookup.h (the lookup); command.h (commands and their sweep); evict.c (evictions); tag.c (the
// outputs and the clock edge).
#ifndef UL1_TAG_STATE_H
#define UL1_TAG_STATE_H

#include "common/address.h"
#include "common/carveout.h"

_Static_assert(UL1_WAYS <= 8 && UL1_SECTORS <= 8, "sets of ways and of sectors have eight bits");

struct tag_state {
    uint8_t carveout;
    uint8_t page;    // settings in use
    uint16_t random; // with the policy random
    uint64_t root;

    struct tag_set {
        line_number line[UL1_WAYS];
        uint8_t sect[UL1_WAYS];  // valid sectors
        uint8_t dirty[UL1_WAYS]; // dirty sectors, which memory has not received
        union {
            uint8_t age[UL1_WAYS]; // see tag_age
            uint8_t tree;          // with plru; bit n: node n points to its upper half
        };
        uint8_t closed; // bit w: a store is held for the line of way w
    } set[UL1_SETS];
    uint8_t pend[UL1_SETS], lock[UL1_SETS]; // for each set, bit w: the line of way w is pending, is locked
    uint8_t dirty[UL1_SETS];                // for each set, bit w: the line of way w has a dirty sector

    uint8_t readout_valid; // a victim readout is due: its row and sectors
    array_row readout_row;
    uint8_t readout_sect;

    // The command; its fields are undefined while there is none.
    uint8_t cmd; // a cmd_state
    uint8_t op, new_carveout;
    uint8_t renews;  // the command is the machine's own: it brings new settings into use
    uint16_t sweeps; // the set that the sweep comes to next
    uint64_t addr;
};

#endif
