// Xbar: its contract, see blocks/contracts.h.
#ifndef XBAR_CONTRACT_H
#define XBAR_CONTRACT_H

#include <stdbool.h>

#include "common/flit.h"

enum { XBAR_NONE = -1 };

struct xbar_contract {
    bool judged; // a reset has been seen
    struct xbar_side {
        bool waits; // the flit on offer was not taken in the previous cycle
        struct flit waiting;
        bool inside; // a head was taken, and not yet its tail
        bool comes;  // a flit was taken in the previous cycle
        struct flit coming;
        struct flit fifo[UL1_XDEPTH]; // flits that were taken and have not left, the oldest first
        unsigned count;
        uint8_t passed[UL1_XIN]; // packets of each other input that went before the one at the front
    } in[UL1_XIN];
    struct xbar_end {
        bool holds; // the flit was not taken in the previous cycle
        struct flit held;
        uint8_t held_from;
        int lock;       // the input that it is locked to, or none
        unsigned next;  // the input that is first in rotation
        unsigned asked; // inputs that asked in the previous cycle
        int from;       // the input that moved a flit in it, or none
        struct flit moved;
    } out[UL1_XOUT];
};

const char *xbar_contract_check(struct xbar_contract *, const struct ul1_xbar_in *,
                                const struct ul1_xbar_out *);

#endif
