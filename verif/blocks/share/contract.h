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
    unsigned owed[UL1_SHARERS]; // answers that memory owes the L1: one for each sector of a read.
    // The L1 was reset alone, and what it had requested is not all done; the fence behind that was taken.
    bool drains[UL1_SHARERS], fenced[UL1_SHARERS];
    bool fences; // the request that must be on offer is such a fence, of any L1 for which one was due
};

// Whether the fence of an L1 that was reset is due.
static inline bool share_fence_due(const struct share_contract *c, unsigned i)
{
    return c->drains[i] && !c->fenced[i] && !c->owed[i];
}

const char *share_contract_check(struct share_contract *, const struct ul1_share_in *,
                                 const struct ul1_share_out *);

#endif
