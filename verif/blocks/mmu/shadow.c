#include "blocks/mmu/shadow.h"

#include <string.h>

bool mmu_idle(const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    return !in->head_valid && !out->mem_valid && out->walk_state == UL1_WALK_STATE_IDLE;
}

void mmu_shadow_advance(struct mmu_contract *shadow, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    if (in->rst) {
        memset(shadow, 0, sizeof *shadow);
        return;
    }
    shadow->running = 1;
    shadow->cfg_page = in->cfg_page;
    shadow->cfg_root = in->cfg_root;
    shadow->waits = in->head_valid && !out->mmu_take && !out->mmu_fault;
    shadow->head_write = in->head_write;
    shadow->head_fence = in->head_fence;
    shadow->head_wdb = in->head_wdb;
    shadow->head_number = in->head_number;
    shadow->head_level = in->head_level;
    shadow->head_prt = in->head_prt;
    shadow->head_line = in->head_line;
    shadow->head_sect = in->head_sect;
    if (in->fill_walk)
        shadow->walk = 0;
    if (out->mem_valid && in->mem_ready && out->mem_op == UL1_MEMOP_READ && out->mem_number == UL1_PRT)
        shadow->walk = 1;
}
