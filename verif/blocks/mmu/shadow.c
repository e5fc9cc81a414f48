#include "blocks/mmu/shadow.h"

#include <stddef.h>
#include <string.h>

bool mmu_idle(const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    bool idle = !in->head_valid && !in->conmiss_valid && !in->texmiss_valid && !out->mem_valid;
    for (unsigned w = 0; w < UL1_WALKERS; w++)
        idle &= out->walk_state[w] == UL1_WALK_STATE_IDLE;
    return idle;
}

void mmu_shadow_advance(struct mmu_contract *shadow, const struct ul1_mmu_in *in,
                        const struct ul1_mmu_out *out)
{
    if (!shadow->light)
        mmu_predictor_advance(&shadow->predictor, in);
    if (in->rst) {
        memset(shadow, 0, offsetof(struct mmu_contract, predictor));
        return;
    }
    shadow->running = 1;
    shadow->use_page = in->use_page;
    shadow->use_root = in->use_root;
    shadow->renewed = in->forget_all;
    shadow->waits = in->head_valid && !out->mmu_take && !out->mmu_fault && !out->mmu_wait && !out->walk_ends;
    shadow->head_write = in->head_write;
    shadow->head_fence = in->head_fence;
    shadow->head_wdb = in->head_wdb;
    shadow->head_number = in->head_number;
    shadow->head_level = in->head_level;
    shadow->head_prt = in->head_prt;
    shadow->head_line = in->head_line;
    shadow->head_sect = in->head_sect;
    shadow->head_store = in->head_store;
    shadow->head_fresh = in->head_fresh;
    shadow->head_warp = in->head_warp;
    shadow->head_space = in->head_space;
    shadow->con = (struct mmu_asked){ .waits = in->conmiss_valid && !out->conmmu_take && !out->conmmu_fault
                                          && !out->conmmu_wait,
                                      .sect = in->conmiss_sect,
                                      .warp = in->conmiss_warp,
                                      .line = in->conmiss_line };
    shadow->tex = (struct mmu_asked){ .waits = in->texmiss_valid && !out->texmmu_take && !out->texmmu_fault
                                          && !out->texmmu_wait,
                                      .sect = in->texmiss_sect,
                                      .number = in->texmiss_number,
                                      .line = in->texmiss_line };
    shadow->walk &= (uint8_t)~in->fill_walk;
    if (out->mem_valid && in->mem_ready && out->mem_op == UL1_MEMOP_READ && out->mem_number >= UL1_PRT
        && out->mem_number < UL1_PRT + UL1_WALKERS)
        shadow->walk |= (uint8_t)(1u << (out->mem_number - UL1_PRT));
}
