// Lni: the network interface of a slice, between the networks and the slice.
#ifndef UL1_LNI_H
#define UL1_LNI_H

#include "cluster/flits.h"

struct lni_state {
    // the request that comes, or is on offer
    struct flits_in request;
    struct head came;
    uint8_t from;
    uint8_t be[UL1_LINE_WORDS];
    // the response that is sent
    struct flits_out reply;
    struct head sent;
    uint8_t dst;
};

#endif
