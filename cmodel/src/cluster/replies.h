// Replies: a queue of responses of memory on their way to L1s.
#ifndef UL1_REPLIES_H
#define UL1_REPLIES_H

#include "common/bits.h"

struct replies_state {
    uint8_t count, first; // responses in the queue, and the place of the oldest
    uint8_t run;          // responses that have left in consecutive cycles
    struct reply {
        uint8_t op, sect, err;
        uint32_t number;
        uint64_t vline;
        uint32_t data[UL1_LINE_WORDS];
    } reply[UL1_REPLIES]; // a ring
};

#endif
