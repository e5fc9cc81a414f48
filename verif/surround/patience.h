// How long instructions stand still. The oldest instruction in flight of a warp waits for nobody of its own warp; so it gets on
// within a time that others cannot lengthen for ever, whatever they do. (Those behind it may wait for all that are before
// them.) To get on is to have a beat pulled, a pass, a lookup that is not deferred, a remainder presented again, to retire.
//
// Cycles are those of a part, at whose beginning nothing is in flight.
#ifndef PATIENCE_H
#define PATIENCE_H

#include "surround/program.h"

struct patience {
    struct {
        bool live;
        uint8_t warp;
        uint64_t taken, moved;  // moved: when it last got on; of who has become the oldest of its warp, when that was, if later
    } entry[ENTRIES];
    uint8_t oldest[WARPS];      // of each warp, the entry of its oldest instruction; ENTRIES: it has none
};

void patience_reset(struct patience *);

// The instruction of the entry was taken, got on, retires. The latter two tell for how long it had not got on as the oldest of its
// warp; if it is not that, 0.
void patience_taken(struct patience *, unsigned entry, unsigned warp, uint64_t cycle);
int64_t patience_moved(struct patience *, unsigned entry, uint64_t cycle);
int64_t patience_retired(struct patience *, unsigned entry, uint64_t cycle);

// Who has stood for so long; ENTRIES: nobody.
unsigned patience_lost(const struct patience *, uint64_t cycle, uint64_t limit);

#endif
