// Share: its contract, see blocks/contracts.h.
#ifndef SHARE_CONTRACT_H
#define SHARE_CONTRACT_H

#include <stdbool.h>

#include "common/sizes.h"

// A request, as an L1 or share offers it.
struct share_request {
    uint8_t op, sect, level;
    uint32_t number;
    uint64_t line, vline;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS]; // 0 in bytes that `be` does not enable
    uint8_t atom, wide, sign;      // the operation of a write
    uint8_t returns;               // memory answers the write with old words
    uint32_t old;                  // the number of that answer
    uint8_t kind, warp, space;     // the purpose of a read
};

struct share_contract {
    bool judged;                               // a reset has been seen
    bool waits[UL1_SHARERS];                   // the L1's request was not taken in the previous cycle
    struct share_request waiting[UL1_SHARERS]; // that request
    unsigned others[UL1_SHARERS];              // requests of other L1s taken since it is offered
    bool holds;                                // a request must be on offer to memory
    struct share_request held;
};

const char *share_contract_check(struct share_contract *, const struct ul1_share_in *,
                                 const struct ul1_share_out *);

#endif
