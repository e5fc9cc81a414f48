// Sni: the network interface of an SM, between an L1 and the networks.
#ifndef UL1_SNI_H
#define UL1_SNI_H

#include "cluster/flits.h"

struct sni_state {
    // the request that is sent
    struct flits_out request;
    struct head sent;
    uint8_t be[UL1_LINE_WORDS];
    // writes that are not answered, and the fence that closed the epoch
    uint16_t count[1 << UL1_EPOCH_W];
    uint32_t fence[UL1_EPOCHS];
    uint8_t oldest, youngest;
    uint8_t invs; // invs that are not in the register yet, of a command's fence
    // the reply that comes, or is there
    struct flits_in reply;
    struct head came;
    uint8_t waited; // a response waited in the cycle before
};

#endif
