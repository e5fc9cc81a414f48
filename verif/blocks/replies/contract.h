// Replies: its contract, see blocks/contracts.h.
#ifndef REPLIES_CONTRACT_H
#define REPLIES_CONTRACT_H

#include <stdbool.h>

#include "common/sizes.h"

// A response of memory. The words of one without data count too: they are passed on as they are.
struct replies_response {
    uint8_t op, sect, err;
    uint32_t number;
    uint64_t vline;
    uint32_t data[UL1_LINE_WORDS];
};

struct replies_contract {
    bool judged; // a reset has been seen
    bool waits;  // the previous cycle's response was not taken: `waiting`
    struct replies_response waiting;
    struct replies_response held[UL1_REPLIES]; // those in the queue, the oldest first
    unsigned count;
    unsigned run; // answers in consecutive cycles
};

const char *replies_contract_check(struct replies_contract *, const struct ul1_replies_in *,
                                   const struct ul1_replies_out *);

#endif
