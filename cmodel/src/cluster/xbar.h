// Xbar: passes packets of flits from inputs to outputs.
#ifndef UL1_XBAR_H
#define UL1_XBAR_H

#include "cluster/flits.h"
#include "common/ring.h"

struct flit {
    uint8_t first, last, dst, sect;
    struct head head;
    uint8_t be[UL1_SECTOR_WORDS];
    uint32_t word[UL1_SECTOR_WORDS];
};

struct xbar_state {
    struct xbar_input {
        struct ring ring;
        uint8_t sends, to; // it has sent a head and not yet the tail: to this output
        struct flit flit[UL1_XDEPTH];
    } in[UL1_XIN];
    struct xbar_output {
        uint8_t valid; // a flit is on offer
        uint8_t from;  // the input that it came by
        uint8_t locked, lock;
        uint8_t after; // the input behind the one that it granted last
        struct flit flit;
    } out[UL1_XOUT];
};

#endif
