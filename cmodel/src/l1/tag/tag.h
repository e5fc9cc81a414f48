// Tag unit: maps each slot of a pass to its place in the array. Shared memory is direct-mapped; a cached pass is looked up
// among the lines of its set. It has the carveout, and carries out commands on the lines.
//
// What is kept of a way is indexed by the number that a row gives it, border or not: so many that no row leads out of it.
#ifndef UL1_TAG_H
#define UL1_TAG_H

#include "common/machine.h"

enum { TAG_WAYS = 8 };

struct tag_state {
    uint8_t carveout;
    uint8_t page;                           // settings, a cycle old
    uint32_t root;

    struct tag_set {
        uint64_t line[TAG_WAYS];
        uint8_t sect[TAG_WAYS];             // sectors that are valid
        uint8_t dirty[TAG_WAYS];            // and those of them that memory is yet to get
        uint8_t age[TAG_WAYS];              // see tag_age
        uint8_t closed;                     // bit w: a store is held for the line of way w
    } set[UL1_SETS];
    uint64_t pend[TAG_WAYS], lock[TAG_WAYS]; // bit s: of set s, as they are shown
    uint64_t dirty_sets[TAG_WAYS];               // likewise: a sector is dirty

    uint8_t readout_valid;                       // a dirty line is to be read out: its row and sectors
    uint16_t readout_row;
    uint8_t readout_sect;

    // The command. What it is to do is left over while there is none.
    uint8_t cmd;                            // enum cmdst
    uint8_t op, new_split;
    uint8_t at;                             // the set that its sweep comes to next
    uint64_t addr;
};

#endif
