// Arbiter: lets at most one access a cycle into the pipeline, splits from it the part that is free of bank conflicts, books
// the register write-back of loads, and inserts the slots in which dirty lines are read out.
#ifndef UL1_ARB_H
#define UL1_ARB_H

#include "common/machine.h"

struct arb_state {
    uint8_t slots;              // bit k: the register write port is taken in the cycle k from now

    // The pass in stage 1. Without one (not valid) its mask is zero and the rest is left over from an earlier pass, but for
    // cached, rep, fail, evict and booked, which are zero without such a pass.
    uint8_t valid, store, width, sign, beat_at;
    uint8_t free;               // its intake beat is not needed again
    uint8_t cached, rep;        // a cached access; the replay of a filled line
    uint8_t fail;               // of those: it brings an error
    uint8_t evict;              // a dirty line is read out
    uint8_t booked;             // a cached load that is to write back when it hits
    uint8_t id, sub, bypass, wb; // of a cached access
    uint8_t prt, last, drop;    // of a replay
    uint64_t line;
    uint32_t mask;
    uint16_t addr[LANES];
};

#endif
