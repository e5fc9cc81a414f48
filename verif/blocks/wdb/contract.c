#include "blocks/wdb/contract.h"

#include <stddef.h>

#include "common/atoms.h"
#include "kit/lane_diff.h"
#include "kit/mask.h"
#include "common/sizes.h"

// A beat is offered and taken only if the intake has a free one.
static const char *check_intake(const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    bool taken = in->pull_valid && in->pull_ready;
    return taken && !out->intake_free ? "pull_ready: a beat is taken with the intake full (intake_free)"
                                      : NULL;
}

// An entry is reserved only if one is free, and its store or flush is always in stage 1 in the next cycle.
static const char *check_credit(const struct wdb_contract *shadow, const struct ul1_wdb_in *in,
                                const struct ul1_wdb_out *out)
{
    if (in->sel_store && !(in->sel_cached ? out->credit_cached : out->credit_shared))
        return "sel_store: without credit_shared, credit_cached";
    bool comes = (in->pass_valid && in->pass_store) || in->pass_flush;
    if (comes && shadow->took && (in->pass_cached || in->pass_flush) != shadow->took_cached)
        return "pass_cached: not what sel_cached said";
    if (shadow->took && !comes)
        return "pass_valid, pass_store, pass_flush: no store or flush in stage 1 in the cycle after "
               "sel_store";
    return comes && !shadow->took
        ? "pass_store, pass_flush: a store or flush in stage 1 that no sel_store came before"
        : NULL;
}

// Whether all banks touched are touched in this row.
static bool one_row(const struct ul1_wdb_in *in, unsigned row)
{
    enum { HALF = UL1_BANKS < 32 ? UL1_BANKS : 32 };
    uint32_t other = 0;
    for (unsigned first = 0; first < UL1_BANKS; first += HALF) {
        const uint32_t on = (uint32_t)(in->bank_en >> first);
        for (unsigned bank = 0; bank < HALF; bank++)
            other |= (in->bank_row[first + bank] ^ (uint32_t)row) & -(on >> bank & 1);
    }
    return !other;
}

// The victim readout of a dirty line comes two cycles after its entry was taken, and reads its dirty sectors.
static const char *check_evicted(const struct wdb_contract *shadow, const struct ul1_wdb_in *in)
{
    if (in->pass_readout != shadow->evicted)
        return "pass_readout: not that there was a dirty line (evict) two cycles before";
    if (!in->pass_readout)
        return NULL;
    bool load = in->pass_valid && !in->pass_store && !in->pass_cached;
    bool whole = load && in->bank_en == row_banks(shadow->evicted_sect, shadow->evicted_row)
        && one_row(in, shadow->evicted_row);
    return whole ? NULL : "pass_readout: no pass that reads the dirty line's sectors (evict_row, evict_sect)";
}

// Whether banks 2n and 2n+1 are accessed together.
static bool pairs(bank_set banks)
{
    const uint64_t even = banks & UINT64_C(0x5555555555555555), odd = banks & UINT64_C(0xaaaaaaaaaaaaaaaa);
    return even << 1 == odd;
}

// A store's beat was filled in an earlier cycle, and no pass has released it since. No banks are touched
// without a pass. A cached load reads one row.
static const char *check_pass(const struct wdb_contract *shadow, const struct ul1_wdb_in *in)
{
    if (in->pass_cached && !in->pass_valid)
        return "pass_cached: without a pass (pass_valid)";
    if (in->pass_replay && (!in->pass_cached || in->pass_store))
        return "pass_replay: without a cached pass, or of a store";
    if (in->pass_flush && (!in->pass_cached || in->pass_store || in->pass_replay))
        return "pass_flush: without a cached pass, or of a store or a replay";
    if (in->pass_replay && in->pass_prt >= UL1_PRT)
        return "pass_prt: no entry of the pending request table";
    if (!in->pass_valid)
        return in->bank_en ? "bank_en: banks touched without a pass (pass_valid)" : NULL;
    if (in->pass_store && !mask_has(shadow->beats, in->pass_beat))
        return "pass_beat: a beat that was not filled, or that an earlier pass has given up "
               "(pass_frees_beat)";
    if (in->pass_atom && (!atom_passes_in(in->pass_store, in->pass_atom) || in->pass_cached))
        return "pass_atom: not built, or of a pass that may not have it";
    if (in->pass_red && (!red_passes_any(in->pass_red) || !in->pass_store || !in->pass_cached))
        return "pass_red: not built, or of anything but a cached store";
    if (!atom_has_slots(in->pass_atom, in->pass_width))
        return "pass_width: not one that the atomic has (pass_atom)";
    if (in->pass_atom && atom_wide(in->pass_atom, in->pass_width) && !pairs(in->bank_en))
        return "bank_en: one bank of the two that have a word of 64 bits (pass_atom, pass_width)";
    unsigned first = in->bank_en ? mask_first(in->bank_en) : 0;
    if (in->pass_cached && !in->pass_store && !one_row(in, in->bank_row[first]))
        return "bank_row: a cached load reads several rows";
    return NULL;
}

// While stores to a line are held, all stores to it are, for the same PRT entry.
static const char *check_held(const struct wdb_contract *shadow, const struct ul1_wdb_in *in)
{
    if (in->store_hold && in->store_prt >= UL1_PRT)
        return "store_prt: no entry of the pending request table";
    if (in->store_hold && mask_has(shadow->held, in->store_prt)
        && shadow->held_line[in->store_prt] != in->pass_line)
        return "store_prt: of another line";
    for (uint64_t left = shadow->held; left; left &= left - 1) {
        unsigned entry = mask_first(left);
        if (shadow->held_line[entry] == in->pass_line && !(in->store_hold && in->store_prt == entry))
            return "store_hold, store_prt: not with the stores of the line that are held";
    }
    return NULL;
}

// A cached store goes somewhere: to memory, to the array, or is held.
static const char *check_store(const struct wdb_contract *shadow, const struct ul1_wdb_in *in)
{
    if (!in->pass_cached || !in->pass_store) {
        bool any = in->store_hold || in->store_through || in->store_sect;
        return any ? "store_hold, store_through, store_sect: without a cached store" : NULL;
    }
    if (in->pass_red && (in->store_hold || !in->store_through || in->store_sect))
        return "store_hold, store_through, store_sect: a reduction goes to memory alone";
    if (in->pass_red && shadow->held)
        return "pass_red: while a store is held";
    if (!in->store_through && !in->store_sect)
        return "store_through, store_sect: a store that goes nowhere";
    if (in->store_sect & ~sectors_in(in->bank_en))
        return "store_sect: a sector that the store does not touch (bank_en)";
    return check_held(shadow, in);
}

// A dirty line is evicted when there is a credit for it: by a lookup that takes its way, by a flush, or by a
// command, when no store is left.
static const char *check_evict(const struct wdb_contract *shadow, const struct ul1_wdb_in *in,
                               const struct ul1_wdb_out *out)
{
    if (!in->evict_valid)
        return NULL;
    if (!out->credit_dirty && !in->pass_flush)
        return "evict_valid: without credit_dirty, and not of a flush";
    if (!in->evict_sect)
        return "evict_sect: no sector";
    if (in->pass_replay || in->gone_valid)
        return "evict_valid: beside a replay, or with gone_valid";
    if (in->pass_cached && in->pass_flush && in->evict_line != in->pass_line)
        return "evict_line: of a flush another than that looked up";
    if (in->pass_cached && in->pass_store && (in->evict_line == in->pass_line) != (in->pass_red != 0))
        return "evict_line: the line that a store looks up, or another than that of a reduction";
    bool stores = shadow->store || (in->pass_valid && in->pass_store) || out->wdb_used & ~shadow->dirty_lines;
    return !in->pass_cached && stores ? "evict_valid: of a command, while stores wait" : NULL;
}

// A last replay reports the sectors of its line that stay. A lookup reports the row that is given up; some
// sectors may stay then too, unless the way goes to a store.
static const char *check_ends(const struct ul1_wdb_in *in)
{
    if ((in->look_valid || in->held_dirty) && !(in->pass_replay && in->pass_last))
        return "look_valid, held_dirty: without a last replay";
    if (!in->gone_valid)
        return NULL;
    if (!in->pass_cached || (in->pass_replay && !in->pass_last))
        return "gone_valid: without a lookup or a last replay";
    return in->pass_store && in->gone_keep ? "gone_keep: not none, of a line that gives up its way" : NULL;
}

// Only a store in stage 2 stores bytes, in the banks that it touches, which have known rows.
static const char *check_words(const struct wdb_contract *shadow, const struct ul1_wdb_in *in)
{
    if (!any8(in->cross_be, UL1_BANKS))
        return NULL;
    if (!shadow->store)
        return "cross_be: bytes stored without a store in stage 2";
    if (shadow->atomic && lanes_on(in->cross_be, UL1_BANKS) != shadow->banks)
        return "cross_be: not all words of an atomic";
    uint64_t others = lanes_on(in->cross_be, UL1_BANKS) & ~(uint64_t)shadow->banks;
    return others ? "cross_be: bytes stored in a bank that the pass does not touch (bank_en)" : NULL;
}

// Writes on offer wait. Those of one line leave in the order in which they came, each when it can. A write
// offered to memory has left.
static const char *check_writes(const struct wdb_contract *shadow, const struct ul1_wdb_in *in,
                                const struct ul1_wdb_out *out)
{
    bool answered = in->mmu_take || in->mmu_fault, write = in->mem_valid && in->mem_op == UL1_MEMOP_WRITE;
    if (in->head_write && !wdb_waits(shadow, in->head_wdb))
        return "head_wdb: no write that waits";
    if (in->mmu_take && in->mmu_fault)
        return "mmu_take, mmu_fault: both";
    if (in->head_write && answered && !mask_has(out->leave_ready, in->head_wdb))
        return "mmu_take, mmu_fault: of a write that cannot leave (leave_ready)";
    if (in->head_write && answered && !wdb_may_leave(shadow, in->head_wdb))
        return "mmu_take, mmu_fault: not of the write of its line that has waited the longest";
    bool sent = in->mem_number < UL1_WDB && mask_has(shadow->sent, in->mem_number);
    return write && !sent ? "mem_number: a write that has not been sent" : NULL;
}

static const char *check(const struct wdb_contract *shadow, const struct ul1_wdb_in *in,
                         const struct ul1_wdb_out *out)
{
    const char *broken = check_intake(in, out);
    if (!broken)
        broken = check_credit(shadow, in, out);
    if (!broken)
        broken = check_pass(shadow, in);
    if (!broken)
        broken = check_evicted(shadow, in);
    if (!broken)
        broken = check_store(shadow, in);
    if (!broken)
        broken = check_evict(shadow, in, out);
    if (!broken)
        broken = check_ends(in);
    if (!broken)
        broken = check_words(shadow, in);
    if (!broken)
        broken = check_writes(shadow, in, out);
    return broken || shadow->light ? broken : wdb_predictor_check(&shadow->predictor, in, out);
}

const char *wdb_contract_check(struct wdb_contract *shadow, const struct ul1_wdb_in *in,
                               const struct ul1_wdb_out *out)
{
    const char *broken = in->rst ? NULL : check(shadow, in, out);
    wdb_shadow_advance(shadow, in, out);
    return broken;
}
