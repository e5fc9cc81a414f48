// Load/store unit: its contract, see blocks/contracts.h. All zero is the state after reset.
#ifndef LSU_CONTRACT_H
#define LSU_CONTRACT_H

#include "shape/sizes.h"

struct lsu_contract {
    uint8_t running;                    // there was a cycle since the reset; these were its settings
    uint8_t carveout, cfg_home, cfg_interval, cfg_policy;
    uint32_t held;                      // intake beats that the unit has pulled and not given up
    uint64_t returned;                  // bit i: a remainder of entry i is at the instruction side; it is
    uint8_t sub[1 << UL1_ID_W];
    uint32_t slots[1 << UL1_ID_W];
    uint64_t asked;                     // bit i: the fence of entry i is not answered yet

    // The cached access in stage 1, if there is one: what it is, whether it is a replay that brings an error, or a store
    // that is written back.
    uint8_t look, look_err, look_wb, look_id;
    uint64_t look_access;               // its line and its sub-warp, see access_of
    // Of each entry the accesses that wait for a replay, in any order.
    uint8_t waits[1 << UL1_ID_W];
    uint64_t wait[1 << UL1_ID_W][LANES];
    // The lines that are fetched: how many accesses wait for each, and the number of its entry, PRT if that is not known;
    // and those for which a store is held.
    uint32_t fetched, closed;
    uint64_t line[UL1_PRT];
    uint16_t waiting[UL1_PRT];
    uint8_t number[UL1_PRT];
    uint8_t replaying, merged_err;         // of one of them, merged_line, some are replayed and some are not
    uint64_t merged_line;
};

const char *lsu_contract_check(struct lsu_contract *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);

#endif
