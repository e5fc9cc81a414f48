// Xbar: what its cover points need of earlier cycles.
#ifndef XBAR_PAST_H
#define XBAR_PAST_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

struct xbar_past {
    bool full, locked;       // in the cycle before
    bool fresh;              // no output has granted anything since a reset
    bool took[UL1_XIN];      // a flit joined the FIFO in the cycle before
    unsigned flits[UL1_XIN]; // flits of the packet that comes
    struct {
        int from;             // the input that moved a tail in the cycle before, or none
        unsigned flits, last; // flits of the packet that moves, and of the one before
    } out[UL1_XOUT];
};

#endif
