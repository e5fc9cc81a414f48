// Pending request table: its contract, see blocks/contracts.h. All zero is the state after reset.
#ifndef PRT_CONTRACT_H
#define PRT_CONTRACT_H

#include "shape/sizes.h"

struct prt_contract {
    uint8_t cfg_fetch;                  // the setting of the cycle before
    uint8_t shown, shown_prt, shown_last, shown_fail; // the replay on offer in the cycle before
    uint8_t writes;                     // bit i: the write of entry i of the write data buffer is in the request queue
    uint8_t have[UL1_PRT];              // the sectors that the line of an entry has
    uint8_t sent[UL1_PRT];              // those that were asked for and have not arrived
    uint16_t row[UL1_PRT];
    uint8_t replays[UL1_PRT];           // its accesses that have been replayed
    uint8_t queue[UL1_PRT];             // entries that are filled, in order, as a ring
    uint32_t head, count;
};

const char *prt_contract_check(struct prt_contract *, const struct ul1_prt_in *, const struct ul1_prt_out *);

#endif
