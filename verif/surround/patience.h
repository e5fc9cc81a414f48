// How long instructions stand still. The oldest instruction in flight of a warp waits for nobody of its own warp; so it gets on
// within a time that others cannot lengthen for ever, whatever they do. (Those behind it may wait for all that are before
// them.) To get on is to have a beat pulled, a pass, a lookup that is not deferred, a remainder presented again, to retire.
#ifndef PATIENCE_H
#define PATIENCE_H

#include "surround/flight.h"

struct patience {
    uint8_t oldest[WARPS];      // of each warp, the entry of its oldest instruction; ENTRIES: it has none
};

void patience_reset(struct patience *);

// The instruction of the entry was taken, got on, retires and is still live. The latter two tell for how long it had not got
// on as the oldest of its warp; if it is not that, 0.
void patience_taken(struct patience *, struct flight[ENTRIES], unsigned entry, uint64_t cycle);
int64_t patience_moved(const struct patience *, struct flight[ENTRIES], unsigned entry, uint64_t cycle);
int64_t patience_retired(struct patience *, struct flight[ENTRIES], unsigned entry, uint64_t cycle);

// Who has stood for so long; ENTRIES: nobody.
unsigned patience_lost(const struct patience *, const struct flight[ENTRIES], uint64_t cycle, uint64_t limit);

#endif
