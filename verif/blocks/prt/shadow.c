#include "blocks/prt/shadow.h"

#include <stddef.h>
#include <string.h>

#include "kit/mask.h"

unsigned prt_entry_of(const struct ul1_prt_out *out, uint64_t line)
{
    for (uint64_t left = out->prt_used; left; left &= left - 1)
        if (out->prt_line[mask_first(left)] == line)
            return mask_first(left);
    return PRT_NONE;
}

bool prt_row_taken(const struct prt_contract *shadow, const struct ul1_prt_out *out, unsigned row)
{
    bool taken = false;
    for (uint64_t left = out->prt_used; left; left &= left - 1)
        taken |= shadow->row[mask_first(left)] == row;
    return taken;
}

bool prt_full(const struct ul1_prt_out *out)
{
    return out->prt_used == mask_all(UL1_PRT);
}

unsigned prt_lowest_free(const struct ul1_prt_out *out)
{
    return mask_first(~(uint64_t)out->prt_used);
}

static void fail(struct prt_contract *shadow, unsigned entry, unsigned err)
{
    if (shadow->err[entry] == UL1_ERR_NONE)
        shadow->err[entry] = (uint8_t)err;
}

// If a fill and a fault fail in one cycle, the fill's error comes first.
static void advance_errors(struct prt_contract *shadow, const struct ul1_prt_in *in,
                           const struct ul1_prt_out *out)
{
    if (in->fill_valid && in->fill_err)
        fail(shadow, in->fill_prt % UL1_PRT, UL1_ERR_BUS);
    if (in->mmu_fault && !out->head_write)
        fail(shadow, out->head_prt % UL1_PRT, in->mmu_err);
    if (out->miss_open && !prt_full(out))
        shadow->err[prt_lowest_free(out)] = UL1_ERR_NONE;
}

// Requested sectors arrive, and more are requested.
static void advance_fetches(struct prt_contract *shadow, const struct ul1_prt_in *in,
                            const struct ul1_prt_out *out)
{
    unsigned filled = in->fill_prt % UL1_PRT;
    if (in->fill_valid) {
        shadow->sent[filled] &= (uint8_t)~in->fill_sect;
        shadow->have[filled] |= in->fill_err ? 0 : in->fill_sect;
    }
    if (in->mmu_take && !out->head_write && !out->head_fence)
        shadow->sent[out->head_prt % UL1_PRT] |= out->head_sect;
    if (out->miss_open && !prt_full(out)) {
        unsigned opened = prt_lowest_free(out);
        shadow->have[opened] = in->look_have;
        shadow->sent[opened] = 0;
        shadow->row[opened] = in->look_row;
    }
}

// A write leaves the queue, others join.
static void advance_writes(struct prt_contract *shadow, const struct ul1_prt_in *in,
                           const struct ul1_prt_out *out)
{
    if ((in->mmu_take || in->mmu_fault) && out->head_write)
        shadow->writes &= ~mask_bit(out->head_wdb);
    if (in->evict_valid)
        shadow->writes |= mask_bit(in->alloc_dirty);
    if (out->store_through && in->alloc_new)
        shadow->writes |= mask_bit(in->alloc_store);
}

static void join(struct prt_contract *shadow, unsigned entry)
{
    shadow->queue[(shadow->head + shadow->count++) % UL1_PRT] = (uint8_t)entry;
    shadow->replays[entry] = 0;
}

// Completes the replay in stage 1, and the entry with its last one; filled entries wait for their replays.
static void advance_replays(struct prt_contract *shadow, const struct ul1_prt_in *in,
                            const struct ul1_prt_out *out)
{
    if (in->pass_replay) {
        shadow->replays[in->pass_prt % UL1_PRT]++;
        shadow->head = (shadow->head + in->pass_last) % UL1_PRT;
        shadow->count -= in->pass_last;
    }
    if (out->done_fill)
        join(shadow, in->fill_prt % UL1_PRT);
    if (out->done_fault)
        join(shadow, out->head_prt % UL1_PRT);
    shadow->shown = in->cand_replay;
    shadow->shown_prt = in->cand_prt;
    shadow->offered = in->replay_valid;
    if (!in->replay_valid)
        return;
    shadow->offered_prt = in->replay_prt;
    shadow->offered_pos = in->replay_pos;
    shadow->offered_last = out->merged_last;
    shadow->failed[in->replay_prt % UL1_PRT] = out->merged_err;
}

void prt_shadow_advance(struct prt_contract *shadow, const struct ul1_prt_in *in,
                        const struct ul1_prt_out *out)
{
    if (!shadow->light)
        prt_predictor_advance(&shadow->predictor, in);
    if (in->rst) {
        memset(shadow, 0, offsetof(struct prt_contract, predictor));
        return;
    }
    shadow->cfg_fetch = in->cfg_fetch;
    shadow->cfg_policy = in->cfg_policy;
    advance_fetches(shadow, in, out);
    advance_errors(shadow, in, out);
    advance_writes(shadow, in, out);
    advance_replays(shadow, in, out);
}
