#include "blocks/prt/cover_points.h"

#include "kit/mask.h"
#include "common/sizes.h"

const struct point_name prt_points[PRT_POINT_COUNT] = { PRT_POINTS(POINT_NAME) };

// A load that misses; its line has this entry, or none.
static void count_load(struct drive *drive, const struct prt_track *track, const struct ul1_prt_in *in,
                       const struct ul1_prt_out *out, unsigned entry)
{
    enum { NO_CAUSE = 1 << UL1_CAUSE_W };
    bool there = entry != PRT_NONE, filled = there && out->prt_state[entry] == UL1_PRT_STATE_FILLED;
    bool merges_full = there && out->prt_merges[entry] == UL1_MERGE,
         closed = there && mask_has(out->prt_closed, entry);
    bool some = in->look_need != ALL_SECTORS && !in->look_have; // the setting matters
    uint64_t lowest = prt_full(out) ? 0 : mask_bit(prt_lowest_free(out));
    unsigned cause = out->miss_defer ? out->miss_cause : NO_CAUSE;
    saw(drive, OPENED, out->miss_open);
    saw(drive, OPENED_SOME_THERE, out->miss_open && in->look_have);
    saw(drive, OPENED_LAST, out->miss_open && (out->prt_used | lowest) == mask_all(UL1_PRT));
    saw(drive, OPENED_IN_A_GAP, out->miss_open && out->prt_used > lowest);
    saw(drive, OPENED_DIRTY, out->miss_open && in->look_dirty);
    saw(drive, REUSED, out->miss_open && track->freed == lowest);
    saw(drive, ALL_OF_LINE, out->miss_open && some && in->cfg_fetch == UL1_FETCH_LINE);
    saw(drive, SECTORS_ONLY, out->miss_open && some && in->cfg_fetch == UL1_FETCH_SECTOR);
    saw(drive, MERGED, out->miss_merge);
    saw(drive, MERGED_MORE, out->miss_merge && prt_asked(track, in, out, entry));
    saw(drive, MERGED_NOTHING_MORE, out->miss_merge && !prt_asked(track, in, out, entry));
    saw(drive, CLOSED_FILLED, cause == UL1_CAUSE_CLOSED && filled && !closed);
    saw(drive, CLOSED_HELD, cause == UL1_CAUSE_CLOSED && !filled);
    saw(drive, CLOSED_HIT, cause == UL1_CAUSE_CLOSED && !(in->look_need & ~in->look_have));
    bool fenced = there && mask_has(track->fenced, entry),
         kept_out = cause == UL1_CAUSE_CLOSED && in->pass_bypass;
    bool joinable = there && !filled && !closed;
    saw(drive, CLOSED_FENCED, kept_out && joinable && fenced && in->look_need & ~in->look_have);
    saw(drive, CLOSED_COPY, kept_out && joinable && !fenced);
    saw(drive, MERGED_BYPASS, out->miss_merge && in->pass_bypass);
    saw(drive, MERGED_FENCED, out->miss_merge && fenced);
    saw(drive, ANSWERED_AS_OPENED, out->miss_open && in->answer_fence);
    saw(drive, CLOSED_AND_FULL, cause == UL1_CAUSE_CLOSED && merges_full);
    saw(drive, MERGES_FULL, cause == UL1_CAUSE_MERGE);
    saw(drive, NO_WAY, cause == UL1_CAUSE_WAY && !prt_full(out));
    saw(drive, NO_ENTRY, cause == UL1_CAUSE_ENTRY && !in->defer_holds);
    saw(drive, NEITHER, cause == UL1_CAUSE_WAY && prt_full(out));
    saw(drive, NO_CREDIT, cause == UL1_CAUSE_CREDIT);
    saw(drive, HELD_BACK,
        cause == UL1_CAUSE_ENTRY && !prt_full(out) && (!in->look_dirty || in->credit_dirty));
    saw(drive, HELD_BACK_CREDIT,
        cause == UL1_CAUSE_ENTRY && in->defer_holds && in->look_dirty && !in->credit_dirty);
    saw(drive, MERGED_HELD_BACK, out->miss_merge && in->defer_holds);
}

// A store to a line that has an entry.
static void count_held(struct drive *drive, const struct prt_track *track, const struct ul1_prt_in *in,
                       const struct ul1_prt_out *out, unsigned entry)
{
    bool filled = out->prt_state[entry] == UL1_PRT_STATE_FILLED,
         back = out->store_hold && !out->store_through;
    bool at_the_last = track->selecting && in->cand_prt == entry && track->ahead[0].last;
    saw(drive, HELD_MORE, back && prt_asked(track, in, out, entry));
    saw(drive, HELD_NOTHING_MORE, back && !prt_asked(track, in, out, entry));
    saw(drive, HELD_THROUGH, out->store_hold && !in->pass_writeback);
    saw(drive, HELD_FILLED, back && filled);
    saw(drive, HELD_LATE, out->store_hold && in->pass_writeback && out->store_through && filled);
    saw(drive, HELD_NO_DROP, back && mask_has(track->drops, entry));
    saw(drive, HELD_AGAIN, out->store_hold && mask_has(out->prt_closed, entry));
    saw(drive, HELD_AT_THE_LAST, back && at_the_last);
}

// A store to a line that has no entry.
static void count_store(struct drive *drive, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    unsigned not_brought = ALL_SECTORS & ~(unsigned)in->look_have & ~(unsigned)in->look_cover;
    unsigned lacks = in->look_need & not_brought;
    bool some = lacks && lacks != not_brought; // the setting matters
    bool room = !in->look_dirty || in->credit_dirty, fails = in->pass_writeback && out->store_through;
    saw(drive, HELD_NEW, out->miss_open);
    saw(drive, HELD_NEW_DIRTY, out->miss_open && in->look_dirty);
    saw(drive, HELD_NEW_LINE, out->miss_open && some && in->cfg_fetch == UL1_FETCH_LINE);
    saw(drive, HELD_NEW_SECTOR, out->miss_open && some && in->cfg_fetch == UL1_FETCH_SECTOR);
    saw(drive, MADE_DIRTY, out->store_dirty);
    saw(drive, MADE_DIRTY_COVERED, out->store_dirty && in->look_need & ~in->look_have);
    saw(drive, ALLOC, out->store_alloc && !in->look_dirty);
    saw(drive, ALLOC_DIRTY, out->store_alloc && in->look_dirty);
    saw(drive, THROUGH_SOME, out->store_through && out->store_sect && out->store_sect != in->look_need);
    saw(drive, THROUGH_NONE, out->store_through && !in->look_there);
    saw(drive, THROUGH_PURGE, out->store_through && in->look_purge);
    saw(drive, THROUGH_NO_WAY, fails && !in->look_way);
    saw(drive, THROUGH_NO_ENTRY, fails && in->look_way && room && !in->defer_holds);
    saw(drive, THROUGH_NO_CREDIT, fails && in->look_way && !in->credit_dirty && !in->defer_holds);
    saw(drive, THROUGH_HELD_BACK, fails && in->look_way && in->defer_holds && room && !prt_full(out));
}

// An inval or a flush; its line has this entry, or none.
static void count_cmo(struct drive *drive, const struct ul1_prt_in *in, const struct ul1_prt_out *out,
                      unsigned entry)
{
    bool there = entry != PRT_NONE, done = !out->miss_defer;
    saw(drive, CMO_CLOSED, there);
    saw(drive, CMO_CLOSED_FULL, there && out->prt_merges[entry] == UL1_MERGE);
    saw(drive, INVAL_DONE, in->pass_inval && done);
    saw(drive, FLUSH_DONE, in->pass_flush && done);
    saw(drive, FLUSH_EVICTS, in->pass_flush && done && in->evict_valid);
    saw(drive, FLUSH_FULL, in->pass_flush && done && in->evict_valid && prt_full(out));
    saw(drive, FLUSH_OWN_CREDIT, in->pass_flush && in->evict_valid && !in->credit_dirty && in->defer_holds);
}

static void count_writes(struct drive *drive, const struct prt_contract *shadow, const struct ul1_prt_in *in,
                         const struct ul1_prt_out *out)
{
    bool joins = in->evict_valid || (out->store_through && in->alloc_new),
         answered = in->mmu_take || in->mmu_fault;
    bool fence = out->accept_fence && (in->fence_valid || in->cmd_fence),
         fails = out->head_write && in->mmu_fault;
    saw(drive, THROUGH_JOINS, out->store_through && !in->alloc_new);
    saw(drive, WRITES_FULL, shadow->writes == mask_all(UL1_WDB));
    saw(drive, EVICT_AND_READ, in->evict_valid && out->miss_open);
    saw(drive, EVICT_SWEEP, in->evict_valid && !in->look_judge);
    saw(drive, WRITE_TAKEN, out->head_write && in->mmu_take);
    saw(drive, WRITE_NOT_READY, out->head_write && !out->head_valid);
    saw(drive, WRITE_LEAVES_AND_JOINS, out->head_write && answered && joins);
    saw(drive, WRITE_PAGE, fails && in->mmu_err == UL1_ERR_PAGE);
    saw(drive, WRITE_BUS, fails && in->mmu_err == UL1_ERR_BUS);
    saw(drive, WRITE_READONLY, fails && in->mmu_err == UL1_ERR_READONLY);
    saw(drive, FENCE_JOINS, fence && in->fence_valid);
    saw(drive, FENCE_COMMAND, fence && in->cmd_fence);
    saw(drive, FENCE_NOT_YET, in->fence_valid && !out->accept_fence);
    saw(drive, FENCE_AND_WRITE, fence && joins);
    saw(drive, FENCE_FIRST, out->head_valid && out->head_fence);
    saw(drive, FENCE_TAKEN, out->head_fence && in->mmu_take);
}

// The outcome of a read on offer, and of the access in stage 1 that joins its entry.
static void count_request(struct drive *drive, const struct prt_track *track,
                          const struct prt_contract *shadow, const struct ul1_prt_in *in,
                          const struct ul1_prt_out *out)
{
    unsigned asks = 0, entry = out->head_prt;
    for (unsigned i = 0; i < UL1_PRT; i++)
        asks += mask_has(out->prt_used, i) && out->prt_state[i] == UL1_PRT_STATE_ASKS;
    saw(drive, ALL_ASK, asks == UL1_PRT);
    if (!out->head_valid || out->head_write || out->head_fence)
        return;
    struct prt_joining joins = prt_joins(track, in, out);
    bool more = joins.entry == entry && joins.more;
    bool again = (track->got[entry] | shadow->sent[entry]) & ~out->head_sect; // after the request
    saw(drive, NOT_TAKEN, !in->mmu_take && !in->mmu_fault);
    saw(drive, TAKEN, in->mmu_take);
    saw(drive, TAKEN_AGAIN, in->mmu_take && again);
    saw(drive, TAKEN_AND_MORE, in->mmu_take && more && in->look_miss);
    saw(drive, TAKEN_AND_STORE, in->mmu_take && more && in->pass_store);
    saw(drive, FAULT_PAGE, in->mmu_fault && in->mmu_err == UL1_ERR_PAGE);
    saw(drive, FAULT_BUS, in->mmu_fault && in->mmu_err == UL1_ERR_BUS);
    saw(drive, FAULT_DONE, out->done_fault);
    saw(drive, FAULT_NOT_DONE, in->mmu_fault && shadow->sent[entry]);
    saw(drive, FAULT_AND_MORE, in->mmu_fault && more);
}

// Requests that wait for walks.
static void count_waits(struct drive *drive, const struct prt_track *track, const struct ul1_prt_in *in,
                        const struct ul1_prt_out *out)
{
    unsigned woken = 0;
    bool fenced = !out->accept_fence && !out->head_fence, offers = out->head_valid || out->head_write;
    for (unsigned i = 0; i < track->waiting; i++)
        woken += (track->waits[i] & in->walk_ends) != 0;
    saw(drive, WAITS, in->mmu_wait);
    saw(drive, WAITS_ANY, in->mmu_wait & (in->mmu_wait - 1));
    saw(drive, WAITS_NOT, in->mmu_wait & in->walk_ends);
    saw(drive, WAIT_MANY, track->waiting > 2 && !offers);
    saw(drive, WOKEN, woken > 1);
    saw(drive, WOKEN_SOME, woken && woken < track->waiting);
    saw(drive, PASSES, track->waiting && in->mmu_take);
    saw(drive, PASSES_FENCE, track->waiting && in->mmu_take && fenced);
    saw(drive, FENCE_KEPT, track->waiting && fenced && !offers);
}

static void count_arrival(struct drive *drive, const struct prt_track *track, const struct ul1_prt_in *in,
                          const struct ul1_prt_out *out)
{
    if (!in->fill_valid)
        return;
    unsigned entry = in->fill_prt;
    struct prt_joining joins = prt_joins(track, in, out);
    bool all = (track->got[entry] | in->fill_sect) == track->wanted[entry],
         joined = all && joins.entry == entry;
    bool fault = !out->head_write && in->mmu_fault, one = fault && entry == out->head_prt;
    saw(drive, FILLED, out->done_fill);
    saw(drive, FILLED_PART, !out->done_fill);
    saw(drive, FAILED, in->fill_err);
    saw(drive, FILL_AND_MERGE, joined && in->look_miss && !joins.more);
    saw(drive, FILL_AND_MORE, joined && in->look_miss && joins.more);
    saw(drive, FILL_AND_STORE, joined && in->pass_store && joins.more);
    saw(drive, MERGED_OTHER, all && joins.entry != PRT_NONE && joins.entry != entry);
    saw(drive, FILL_FAULT_ONE, one);
    saw(drive, FILL_FAULT_ONE_DONE, one && out->done_fill);
    saw(drive, BOTH_FAIL, one && in->fill_err && !track->err[entry] && in->mmu_err == UL1_ERR_PAGE);
    saw(drive, FILL_FAULT_TWO, out->done_fill && out->done_fault);
}

// An error of an entry that already has another; of two in one cycle, that of the arrival counts as the
// first.
static void count_errors(struct drive *drive, const struct prt_track *track, const struct ul1_prt_in *in,
                         const struct ul1_prt_out *out)
{
    bool fails = in->fill_valid && in->fill_err;
    uint8_t filled = fails ? track->err[in->fill_prt] : UL1_ERR_NONE;
    saw(drive, ERROR_STAYS, filled != UL1_ERR_NONE && filled != UL1_ERR_BUS);
    if (!in->mmu_fault || out->head_write)
        return;
    uint8_t before = track->err[out->head_prt];
    if (before == UL1_ERR_NONE && fails && in->fill_prt == out->head_prt)
        before = UL1_ERR_BUS;
    saw(drive, ERROR_STAYS, before != UL1_ERR_NONE && before != in->mmu_err);
}

static void count_replay(struct drive *drive, const struct prt_track *track, const struct ul1_prt_in *in,
                         const struct ul1_prt_out *out)
{
    uint64_t filled = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        filled |= out->prt_state[i] == UL1_PRT_STATE_FILLED ? mask_bit(i) : 0;
    saw(drive, ALL_FILLED, (out->prt_used & filled) == mask_all(UL1_PRT));
    saw(drive, REPLAYED, track->selecting);
    saw(drive, REPLAY_WAITS, in->cand_replay && !track->selecting);
    saw(drive, REPLAYED_DROP, track->selecting && out->merged_drop && !track->ahead[0].fail);
    saw(drive, REPLAYED_KEEP, track->selecting && !out->merged_drop);
    if (!track->taking)
        return;
    saw(drive, LAST_OF_ONE, out->merged_last && in->replay_pos == 0 && !out->merged_bare);
    saw(drive, LAST_OF_ALL, out->merged_last && in->replay_pos == UL1_MERGE - 1);
    saw(drive, REPLAYED_PAGE, out->merged_err == UL1_ERR_PAGE);
    saw(drive, REPLAYED_BUS, out->merged_err == UL1_ERR_BUS);
}

// A last replay in stage 1.
static void count_end(struct drive *drive, const struct prt_track *track, const struct ul1_prt_in *in,
                      const struct ul1_prt_out *out)
{
    if (!in->pass_replay || !in->pass_last)
        return;
    saw(drive, REPLAYED_BARE, track->stage1.bare && !in->pass_fail);
    saw(drive, BARE_FAILS, track->stage1.bare && in->pass_fail);
    saw(drive, END_DIRTY, out->held_dirty);
    saw(drive, END_DIRTY_LOADS, out->held_dirty && !track->stage1.bare && out->prt_merges[in->pass_prt] > 1);
    saw(drive, LOST_PAGE, out->heldfail_valid && out->heldfail_err == UL1_ERR_PAGE);
    saw(drive, LOST_BUS, out->heldfail_valid && out->heldfail_err == UL1_ERR_BUS);
    saw(drive, FAILED_KEEPS_NONE, in->pass_fail && !mask_has(track->keeps, in->pass_prt));
}

void prt_events_count(struct drive *drive, const struct prt_track *track, const struct prt_contract *shadow,
                      const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    if (in->rst) {
        saw(drive, RESET_BUSY, !drive->calm && out->prt_used);
        return;
    }
    unsigned entry = in->look_judge ? prt_entry_of(out, in->pass_line) : PRT_NONE;
    if (in->look_miss)
        count_load(drive, track, in, out, entry);
    else if (in->look_judge && !in->pass_store)
        count_cmo(drive, in, out, entry);
    else if (in->look_judge && entry != PRT_NONE)
        count_held(drive, track, in, out, entry);
    else if (in->look_judge)
        count_store(drive, in, out);
    count_writes(drive, shadow, in, out);
    count_request(drive, track, shadow, in, out);
    count_waits(drive, track, in, out);
    count_arrival(drive, track, in, out);
    count_errors(drive, track, in, out);
    count_replay(drive, track, in, out);
    count_end(drive, track, in, out);
    saw(drive, FETCH_CHANGED, in->cfg_fetch != track->was_fetch);
}
