// Share: passes requests of several L1s to one memory, in turn.
#ifndef UL1_SHARE_H
#define UL1_SHARE_H

#include "common/bits.h"

struct share_state {
    uint8_t valid; // a request is on offer
    uint8_t last;  // the L1 that was taken last
    // for each L1: it drains, so its requests from before a reset are not all done; the fence behind these
    // was taken; answers that memory owes
    uint8_t drains[UL1_SHARERS], fenced[UL1_SHARERS];
    uint32_t owed[UL1_SHARERS];
    uint8_t op, sect, level;
    uint8_t kind, warp, space; // of a read: its purpose, and the origin of its fetch
    uint8_t atom, wide, sign;  // the operation of a write, else none
    uint8_t returns;           // memory answers the write with old words
    uint32_t old;              // the number of that answer
    uint32_t number;
    uint64_t line, vline;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS];
};

#endif
