#include "blocks/prt/contract.h"

#include <stddef.h>

#include "common/atoms.h"
#include "kit/mask.h"
#include "common/sizes.h"

// The settings change only while no line is under fetch and none is requested. After a reset they change
// from zero.
static const char *check_settings(const struct prt_contract *shadow, const struct ul1_prt_in *in,
                                  const struct ul1_prt_out *out)
{
    bool idle = !out->prt_used && !in->look_judge;
    bool same = in->cfg_fetch == shadow->cfg_fetch && in->cfg_policy == shadow->cfg_policy;
    return !idle && !same ? "cfg_fetch, cfg_policy: one changes while lines are under fetch" : NULL;
}

// The access is a missing load, a store, an inval or a flush, and needs sectors. Only a store covers sectors.
// It purges the line only if it covers all of it and is written through.
static const char *check_ask(const struct ul1_prt_in *in)
{
    bool cmo = in->pass_inval || in->pass_flush;
    if (in->look_judge && cmo && (in->pass_store || (in->pass_inval && in->pass_flush)))
        return "pass_inval, pass_flush: both, or of a store";
    if (in->look_miss != (in->look_judge && !in->pass_store && !cmo))
        return "look_miss: not that look_judge is high and pass_store, pass_inval, pass_flush are low";
    if (!in->look_judge)
        return in->look_purge ? "look_purge: without look_judge" : NULL;
    if (in->pass_red && !(red_passes_any(in->pass_red) && in->pass_store))
        return "pass_red: not built, or of anything but a store";
    if (in->pass_replay)
        return "look_judge: beside a replay (pass_replay)";
    if (!in->look_need)
        return "look_need: no sector";
    if (in->pass_fresh && UL1_CACHES_BEHIND && !(in->look_miss && in->pass_bypass))
        return "pass_fresh: of anything but a load that bypasses";
    if (in->look_cover & ~(in->pass_store ? in->look_need : 0))
        return "look_cover: of a load, or a sector that is not needed";
    if (in->pass_store && in->pass_writeback && in->pass_bypass)
        return "pass_writeback: a store that bypasses is written back";
    if (in->pass_red)
        return in->look_purge != (in->look_there && in->look_way)
            ? "look_purge: not that the line of a reduction is there and free"
            : NULL;
    bool whole = in->pass_store && in->pass_bypass && in->look_cover == ALL_SECTORS;
    bool may = whole && in->look_there && in->look_way;
    return in->look_purge && !may ? "look_purge: not a bypassing store of a whole line that is there and free"
                                  : NULL;
}

// For a line with an entry the tag unit's outputs are those when the entry was opened, plus the sectors that
// have arrived since. A load misses it because it lacks a sector, because the entry is closed, or because the
// load bypasses.
static const char *check_fetched(const struct prt_contract *shadow, const struct ul1_prt_in *in,
                                 const struct ul1_prt_out *out, unsigned entry)
{
    if (!in->look_there)
        return "look_there: not, though the line has an entry";
    if (in->look_way)
        return "look_way: for a line that has an entry";
    if (in->look_have != shadow->have[entry])
        return "look_have: not what the line had and has got";
    bool may_hit = !mask_has(out->prt_closed, entry) && !in->pass_bypass;
    return in->look_miss && may_hit && !(in->look_need & ~in->look_have)
        ? "look_need: nothing that the line lacks"
        : NULL;
}

// A present line without an entry is free. It has valid sectors, but a bypassing load that takes its way over
// may use none.
static const char *check_free(const struct prt_contract *shadow, const struct ul1_prt_in *in,
                              const struct ul1_prt_out *out)
{
    bool takes_over = in->look_miss && in->pass_bypass;
    if (!in->look_have != (!in->look_there || takes_over))
        return "look_have: a line is there if and only if it has a valid sector, and is not taken over";
    if (in->look_there && !in->look_way)
        return "look_way: not, though the line is there and free";
    if (in->look_way && prt_row_taken(shadow, out, in->look_row))
        return "look_row: the row of another entry";
    return in->look_miss && !(in->look_need & ~in->look_have) ? "look_need: nothing that the line lacks"
                                                              : NULL;
}

static const char *check_look(const struct prt_contract *shadow, const struct ul1_prt_in *in,
                              const struct ul1_prt_out *out)
{
    if (!in->look_judge)
        return NULL;
    bool takes_over = in->look_there && in->look_miss && in->pass_bypass;
    if (in->pass_red && in->look_dirty && (!in->look_there || in->look_dirty & ~in->look_have))
        return "look_dirty: of a reduction, a sector that the line does not have";
    if (in->look_dirty && !in->pass_red
        && (in->look_there != (in->pass_flush || takes_over) || !in->look_way))
        return "look_dirty: no way is given away, or of a flush the line is not there and free";
    if (in->pass_flush && in->look_dirty & ~in->look_have)
        return "look_dirty: of a flush, a sector that the line does not have";
    unsigned entry = prt_entry_of(out, in->pass_line);
    return entry == PRT_NONE ? check_free(shadow, in, out) : check_fetched(shadow, in, out, entry);
}

// When a way is given away, its dirty line is written back; so is a flushed line; no other one is in the
// cycle of a lookup. The write data buffer has a credit for it; a flush has reserved one. A write joins the
// queue once.
static const char *check_writes(const struct prt_contract *shadow, const struct ul1_prt_in *in,
                                const struct ul1_prt_out *out)
{
    bool flushes = (in->pass_flush && !out->miss_defer) || in->pass_red;
    bool gives = in->look_judge && (out->miss_open || out->store_alloc || flushes) && in->look_dirty;
    bool joins = out->store_through && in->alloc_new;
    if (in->look_judge && in->pass_red && !in->alloc_new)
        return "alloc_new: a reduction has an entry of its own";
    if (in->look_judge && in->evict_valid != gives)
        return "evict_valid: not that a way with a dirty line is reserved, or that one is flushed";
    if (in->evict_valid && in->pass_replay)
        return "evict_valid: beside a replay (pass_replay)";
    if (in->evict_valid && !in->credit_dirty && !(in->look_judge && in->pass_flush))
        return "evict_valid: without credit_dirty, and not of a flush";
    if ((in->evict_valid && in->alloc_dirty >= UL1_WDB) || (joins && in->alloc_store >= UL1_WDB))
        return "alloc_dirty, alloc_store: no entry of the write data buffer";
    if (in->evict_valid && mask_has(shadow->writes, in->alloc_dirty))
        return "alloc_dirty: a write that is in the queue";
    return joins && mask_has(shadow->writes, in->alloc_store) ? "alloc_store: a write that is in the queue"
                                                              : NULL;
}

// A warp's fence names its entry of the instruction table; a command requests a fence when no other is left.
static const char *check_fence(const struct ul1_prt_in *in)
{
    if (in->fence_valid && in->cmd_fence)
        return "fence_valid, cmd_fence: both";
    return in->fence_valid && in->fence_id >= UL1_INSTRS ? "fence_id: no entry of the instruction table"
                                                         : NULL;
}

static const char *check_request(const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    if ((in->mmu_take || in->mmu_fault) && !out->head_valid)
        return "mmu_take, mmu_fault: without head_valid";
    if (in->mmu_take && in->mmu_fault)
        return "mmu_take, mmu_fault: both";
    if (in->mmu_wait && (!out->head_valid || out->head_fence || in->mmu_take || in->mmu_fault))
        return "mmu_wait: nothing waits that is not offered, is a fence, or has another answer";
    if (!in->mmu_fault)
        return NULL;
    if (out->head_fence)
        return "mmu_fault: of a fence";
    bool walk = in->mmu_err == UL1_ERR_PAGE || in->mmu_err == UL1_ERR_BUS;
    bool readonly = out->head_write && in->mmu_err == UL1_ERR_READONLY;
    return walk || readonly ? NULL : "mmu_err: no error that the translation of such a request has";
}

static const char *check_arrival(const struct prt_contract *shadow, const struct ul1_prt_in *in)
{
    if (!in->fill_valid)
        return NULL;
    if (!in->fill_sect)
        return "fill_sect: no sector";
    unsigned sent = in->fill_prt < UL1_PRT ? shadow->sent[in->fill_prt] : 0;
    return in->fill_sect & ~sent ? "fill_sect: a sector that was not asked for, or has arrived" : NULL;
}

// The index of this entry among the filled ones, in the order in which they were filled; their number if it
// is none.
static unsigned filled_number(const struct prt_contract *shadow, unsigned entry)
{
    unsigned n = 0;
    while (n < shadow->count && prt_filled_first(shadow, n) != entry)
        n++;
    return n;
}

// The replay that enters was about to enter; the last one of its entry, and no other, is marked so.
static const char *check_pass(const struct prt_contract *shadow, const struct ul1_prt_in *in,
                              const struct ul1_prt_out *out)
{
    if (!in->pass_replay)
        return NULL;
    const unsigned entry = in->pass_prt % UL1_PRT, merges = out->prt_merges[entry];
    if (!shadow->shown || in->pass_prt != shadow->shown_prt)
        return "pass_replay, pass_prt: not the replay that was about to enter";
    if (in->pass_last != (shadow->replays[entry] + 1u >= merges))
        return "pass_last: not what merged_last said";
    return in->pass_fail != (shadow->failed[entry] != UL1_ERR_NONE) ? "pass_fail: not what merged_err said"
                                                                    : NULL;
}

// Entries are on offer in the order in which they were filled, each access once; they enter in the same
// order.
static const char *check_replay(const struct prt_contract *shadow, const struct ul1_prt_in *in)
{
    const bool last = in->pass_replay && in->pass_last;
    if (in->cand_replay && (shadow->count - last == 0 || in->cand_prt != prt_filled_first(shadow, last)))
        return "cand_prt: not the entry that was filled first";
    if (!in->replay_valid)
        return NULL;
    const unsigned number = filled_number(shadow, in->replay_prt);
    if (number == shadow->count)
        return "replay_prt: an entry that is not filled";
    const bool same = in->replay_prt == shadow->offered_prt;
    if (!shadow->offered)
        return in->replay_pos ? "replay_pos: not the next access of its entry" : NULL;
    if (!same && (!shadow->offered_last || number != filled_number(shadow, shadow->offered_prt) + 1))
        return "replay_prt: not the entry that was filled next";
    const bool next = in->replay_pos == shadow->offered_pos + !shadow->offered_last;
    return (same ? in->replay_pos == shadow->offered_pos || next : !in->replay_pos)
        ? NULL
        : "replay_pos: not the next access of its entry";
}

static const char *check_error(const struct prt_contract *shadow, const struct ul1_prt_in *in,
                               const struct ul1_prt_out *out)
{
    const bool told = in->replay_valid && out->merged_err != shadow->err[in->replay_prt % UL1_PRT];
    return told ? "merged_err: not the first error of the entry" : NULL;
}

static const char *check(const struct prt_contract *shadow, const struct ul1_prt_in *in,
                         const struct ul1_prt_out *out)
{
    const char *broken = check_settings(shadow, in, out);
    if (!broken)
        broken = check_ask(in);
    if (!broken)
        broken = check_look(shadow, in, out);
    if (!broken)
        broken = check_writes(shadow, in, out);
    if (!broken)
        broken = check_fence(in);
    if (!broken)
        broken = check_request(in, out);
    if (!broken)
        broken = check_arrival(shadow, in);
    if (!broken)
        broken = check_pass(shadow, in, out);
    if (!broken)
        broken = check_replay(shadow, in);
    if (!broken && !shadow->light)
        broken = prt_predictor_check(&shadow->predictor, in, out);
    return broken ? broken : check_error(shadow, in, out);
}

const char *prt_contract_check(struct prt_contract *shadow, const struct ul1_prt_in *in,
                               const struct ul1_prt_out *out)
{
    const char *broken = in->rst ? NULL : check(shadow, in, out);
    prt_shadow_advance(shadow, in, out);
    return broken;
}
