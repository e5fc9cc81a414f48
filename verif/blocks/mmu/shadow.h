// Memory management unit: the state of its contract. All zero is the state after reset.
#ifndef MMU_SHADOW_H
#define MMU_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "blocks/mmu/predictor.h"

struct mmu_contract {
    uint8_t running;           // there was a cycle since the reset; these were its settings
    uint8_t use_page, renewed; // the settings may change
    uint64_t use_root;
    uint8_t waits; // a request was offered in the previous cycle and must be in this one; its fields
    uint8_t head_write, head_fence, head_prt, head_wdb, head_sect, head_number, head_level;
    uint8_t head_store, head_fresh, head_warp, head_space;
    uint64_t head_line;
    struct mmu_asked { // likewise, of the constant cache and of the texture cache
        bool waits;
        uint8_t sect, warp, number;
        uint64_t line;
    } con, tex;
    uint8_t walk;                   // bit w: memory has a request of page walker w
    struct mmu_predictor predictor; // the reference predictor
    bool light;                     // its outputs are not checked
};

// No request is offered or in flight.
bool mmu_idle(const struct ul1_mmu_in *, const struct ul1_mmu_out *);

void mmu_shadow_advance(struct mmu_contract *, const struct ul1_mmu_in *, const struct ul1_mmu_out *);

#endif
