#include "blocks/l1/shadow.h"

#include <string.h>

#include "kit/mask.h"
#include "common/pairs.h"
#include "common/taken.h"

// Requests that memory takes, and its responses, take effect at the end of the cycle.
static void advance_memory(struct l1_contract *shadow, const struct ul1_l1_in *in,
                           const struct ul1_l1_out *out)
{
    unsigned number = out->mmu.mem_number;
    if (in->resp_valid && in->resp_op == UL1_MEMOP_READ)
        shadow->sent[in->resp_number % L1_NUMBERS] &= (uint8_t)~in->resp_sect;
    if (in->resp_valid && in->resp_op == UL1_MEMOP_WRITE)
        shadow->writes -= shadow->writes != 0;
    if (in->resp_valid && in->resp_op == UL1_MEMOP_ATOM)
        shadow->olds &= ~mask_bit(in->resp_number % UL1_OLDS);
    if (in->resp_valid && in->resp_op == UL1_MEMOP_FENCE)
        shadow->fences &= ~mask_bit(in->resp_number % (1 << UL1_ID_W));
    if (!out->mmu.mem_valid || !in->mem_ready)
        return;
    if (out->mmu.mem_op == UL1_MEMOP_READ)
        shadow->sent[number % L1_NUMBERS] |= out->mmu.mem_sect;
    shadow->writes += out->mmu.mem_op == UL1_MEMOP_WRITE;
    if (out->old.memold_valid)
        shadow->olds |= mask_bit(out->old.memold_number);
    if (out->mmu.mem_op == UL1_MEMOP_FENCE)
        shadow->fences |= mask_bit(number % (1 << UL1_ID_W));
}

void l1_shadow_advance(struct l1_contract *shadow, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (in->rst) {
        shadow->running = 0; // the instructions are forgotten: none can be presented again
        memset(shadow->sent, 0, sizeof shadow->sent); // nor can a request be answered
        shadow->fences = shadow->writes = shadow->olds = 0;
        return;
    }
    shadow->running = 1;
    shadow->cfg_home = in->cfg_home;
    shadow->cfg_interval = in->cfg_interval;
    shadow->cfg_policy = in->cfg_policy;
    shadow->cfg_bankwidth = in->cfg_bankwidth;
    shadow->cfg_fetch = in->cfg_fetch;
    shadow->cfg_page = in->cfg_page;
    shadow->cfg_root = in->cfg_root;
    advance_memory(shadow, in, out);
    if (in->cfg_home == UL1_HOME_INSTR && in->in_valid && !in->in_again
        && takes_new(&out->lsu, in->in_op, in->in_space)) {
        unsigned id = out->lsu.in_entry;
        shadow->taken[id].width = in->in_width;
        shadow->taken[id].mask = in->in_mask;
        shadow->taken[id].pairs = (uint8_t)pairs_apart(in->in_op, in->in_matrix, in->in_space, in->in_width,
                                                       in->in_mask, in->in_addr);
        for (unsigned lane = 0; lane < LANES; lane++)
            shadow->taken[id].addr[lane] = in->in_addr[lane];
    }
}
