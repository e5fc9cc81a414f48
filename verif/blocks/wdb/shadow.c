#include "blocks/wdb/shadow.h"

#include <stddef.h>
#include <string.h>

#include "kit/mask.h"
#include "common/atoms.h"

static void join(struct wdb_contract *shadow, unsigned entry, uint64_t line)
{
    shadow->line[entry % UL1_WDB] = line;
    if (shadow->count < UL1_WDB)
        shadow->queue[shadow->count++] = (uint8_t)entry;
}

static void leave(struct wdb_contract *shadow, unsigned entry)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < shadow->count; i++)
        if (shadow->queue[i] != entry)
            shadow->queue[left++] = shadow->queue[i];
    shadow->count = left;
}

bool wdb_waits(const struct wdb_contract *shadow, unsigned entry)
{
    bool waits = false;
    for (uint32_t i = 0; i < shadow->count; i++)
        waits |= shadow->queue[i] == entry;
    return waits;
}

bool wdb_may_leave(const struct wdb_contract *shadow, unsigned entry)
{
    uint32_t i = 0;
    while (i < shadow->count && shadow->queue[i] != entry
           && shadow->line[shadow->queue[i] % UL1_WDB] != shadow->line[entry % UL1_WDB])
        i++;
    return i < shadow->count && shadow->queue[i] == entry;
}

// A write is answered, others join; memory takes one that has left.
static void advance_writes(struct wdb_contract *shadow, const struct ul1_wdb_in *in,
                           const struct ul1_wdb_out *out)
{
    bool answered = in->head_write && (in->mmu_take || in->mmu_fault);
    if (in->mem_valid && in->mem_op == UL1_MEMOP_WRITE && in->mem_ready)
        shadow->sent &= ~mask_bit(in->mem_number % UL1_WDB);
    if (answered && in->mmu_take)
        shadow->sent |= mask_bit(in->head_wdb);
    if (answered)
        leave(shadow, in->head_wdb);
    shadow->dirty_lines &= out->wdb_used;
    if (in->evict_valid) {
        shadow->dirty_lines |= mask_bit(out->alloc_dirty);
        join(shadow, out->alloc_dirty, in->evict_line);
    }
    if (in->pass_cached && in->pass_store && in->store_through && out->alloc_new)
        join(shadow, out->alloc_store, in->pass_line);
}

static void advance_held(struct wdb_contract *shadow, const struct ul1_wdb_in *in)
{
    if (in->pass_replay && in->pass_last)
        shadow->held &= ~mask_bit(in->pass_prt % UL1_PRT);
    if (in->pass_cached && in->pass_store && in->store_hold) {
        shadow->held |= mask_bit(in->store_prt % UL1_PRT);
        shadow->held_line[in->store_prt % UL1_PRT] = in->pass_line;
    }
}

void wdb_shadow_advance(struct wdb_contract *shadow, const struct ul1_wdb_in *in,
                        const struct ul1_wdb_out *out)
{
    if (!shadow->light)
        wdb_predictor_advance(&shadow->predictor, in, out);
    if (in->rst) {
        memset(shadow, 0, offsetof(struct wdb_contract, predictor));
        return;
    }
    advance_writes(shadow, in, out);
    advance_held(shadow, in);
    shadow->evicted = shadow->evicts;
    shadow->evicted_row = shadow->evicts_row;
    shadow->evicted_sect = shadow->evicts_sect;
    shadow->evicts = in->evict_valid;
    shadow->evicts_row = in->evict_row;
    shadow->evicts_sect = in->evict_sect;
    shadow->took = in->sel_store;
    shadow->took_cached = in->sel_cached;
    shadow->store = in->pass_valid && in->pass_store;
    shadow->atomic = shadow->store && atom_is(UL1_OP_STORE, in->pass_atom);
    shadow->banks = in->bank_en;
    if (shadow->store && in->pass_frees_beat)
        shadow->beats &= ~mask_bit(in->pass_beat);
    if (in->pull_valid && in->pull_ready)
        shadow->beats |= mask_bit(out->intake_beat);
}
