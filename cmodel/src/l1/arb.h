// Arbiter: lets at most one access a cycle into the pipeline, books the register write-back of loads, and inserts the readouts
// of dirty lines and the lookup of the command `line`.
#ifndef UL1_ARB_H
#define UL1_ARB_H

#include "common/address.h"
#include "common/slots.h"

struct arb_state {
    uint32_t booked;            // bit k: the register file's write port is taken in the cycle k from now

    // The pass in stage 1. Without one (not valid) its mask is zero and the rest is left over from an earlier pass, but for
    // cached, replay, fails, readout, inval, flush and has_booked, which are zero without such a pass.
    uint8_t valid, store, width, sign, beat;
    uint8_t due;                // the stage in which its words stand at the register file
    uint8_t frees_beat;         // its intake beat is not needed again
    uint8_t cached, replay;     // a cached access; the replay of a filled line
    uint8_t fails;              // of those: it brings an error
    uint8_t readout;            // a dirty line is read out
    uint8_t inval, flush;       // an inval's, or the command's; a flush's
    uint8_t has_booked;         // a cached load that is to write back when it hits
    uint8_t id, sub, bypass, writeback; // of a cached access
    uint8_t prt, last, drop;    // of a replay
    line_number line;
    uint32_t mask;
    array_addr addr[LANES];
};

_Static_assert(UL1_AHEAD <= 32, "bookings are a mask of 32 bits");

#endif
