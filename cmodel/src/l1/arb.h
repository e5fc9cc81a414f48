// Arbiter: admits at most one access a cycle, reserves the register file's write port for loads, and inserts
// victim readouts and the lookup of the command `line`.
#ifndef UL1_ARB_H
#define UL1_ARB_H

#include "common/address.h"
#include "common/operations.h"
#include "common/slots.h"

struct arb_state {
    uint8_t
        reserved[UL1_AHEAD]; // for each k: the register file's write port is reserved in the cycle k from now

    // The pass in stage 1. Without one the mask is zero. So are cached, replay, fails, readout, inval,
    // flush, atom, red and has_reserved without such a pass. The other fields are undefined.
    uint8_t valid, store, width, sign, beat;
    uint8_t atom, red;      // operation of an atomic or of locks, of a reduction, else none
    uint8_t due;            // the stage in which its words reach the register file
    uint8_t frees_beat;     // the pass is the last use of its intake beat
    uint8_t cached, replay; // a cached access; the replay of a filled line
    uint8_t fails;          // the replay brings an error
    uint8_t readout;        // the pass is a victim readout
    uint8_t inval, flush;   // the pass is of an inval or the command `line`; of a flush
    uint8_t has_reserved;   // the pass is a cached load that writes back if it hits
    uint8_t id, sub, bypass, fresh, stream, writeback; // fields of a cached access
    uint8_t prt, last, drop;                           // fields of a replay
    line_number line;
    lane_set mask;
    array_addr addr[LANES];
};

#endif
