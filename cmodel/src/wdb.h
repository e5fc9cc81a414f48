// Write data buffer: store data wait in its intake for their pass, and the words of a pass in its entries for the array's
// write port; loads are served from the entries meanwhile.
#ifndef UL1_WDB_H
#define UL1_WDB_H

#include "machine.h"

struct wdb_state {
    // Intake: beats in slot order.
    uint8_t used;                           // bit i: beat i is used
    uint32_t beat[UL1_INK][LANES];

    // Entries: a queue of the bytes that passes have stored and the array has not got. An entry stays where it is until its
    // place is needed again, which is never in the cycle after it was written: a store is let in only if it has a place.
    uint8_t head, count;                    // place of the oldest, and how many
    uint8_t taken;                          // places spoken for, by entries and by stores in stages 0 to 2
    uint8_t wrote;                          // the entry before head was written in the cycle before
    struct wdb_entry {
        uint8_t be[LANES];
        uint16_t row[LANES];
        uint32_t data[LANES];
    } entry[UL1_WDB];

    // The pass in stage 2; without one (neither load nor store) the rest is left over from an earlier pass.
    uint8_t load, store, ink;
    uint8_t free;                           // its beat is not needed again
    uint32_t banks;
    uint16_t row[LANES];
};

#endif
