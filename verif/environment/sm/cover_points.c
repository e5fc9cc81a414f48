#include "environment/sm/cover_points.h"

#include <string.h>

#include "common/busy.h"
#include "common/enters.h"
#include "common/lines.h"
#include "common/taken.h"
#include "kit/lane_diff.h"

#define X(name, text, possible) { text, possible },
static const struct {
    const char *text;
    unsigned possible;
} kinds[CP_COUNT] = { MACHINE_POINTS(X) };
#undef X
_Static_assert(CP_COMMAND_STATES + UL1_CMD_STATE_WAIT == CP_SWEEP_WAITS,
               "one for each state of a command but the first");

static inline void count(struct points *e, unsigned which, uint64_t n)
{
    e->point[which].count += n;
}

void points_init(struct points *e, const struct ul1_sizes *sizes, struct point *point)
{
    e->sizes = sizes;
    e->point = point;
    for (unsigned i = 0; i < CP_COUNT; i++)
        e->point[i] = (struct point){ .name = kinds[i].text,
                                      .impossible = !kinds[i].possible,
                                      .seldom = kinds[i].possible == SELDOM };
}

void points_part(struct points *e, const struct settings *set, unsigned carveout)
{
    count(e, CP_CARVEOUTS + (carveout < 3 ? carveout : 3), 1);
    count(e, CP_HOMES + set->home, 1);
    count(e, CP_FETCHES + set->fetch, 1);
    count(e, CP_PAGES + set->page, 1);
    count(e, CP_POLICIES + set->policy, 1);
    e->beats = e->fences = e->flushes = 0;
}

void points_reset(struct points *e)
{
    count(e, CP_RESET, 1);
    e->depth = e->beats = e->fences = e->behind = e->flushes = 0;
    e->walks = 0;
    memset(e->passes, 0, sizeof e->passes);
    memset(e->entry, 0, sizeof e->entry);
    memset(e->live, 0, sizeof e->live);
    memset(e->waiting, 0, sizeof e->waiting);
    memset(e->ordered, 0, sizeof e->ordered);
    memset(e->lines, 0, sizeof e->lines);
    e->unwoken = 0;
}

void points_alone(struct points *e, bool reset, bool waits)
{
    count(e, CP_RESET_ALONE, reset);
    count(e, CP_DRAIN_WAITS, waits);
}

void points_taken(struct points *e, unsigned entry, const struct instr *i)
{
    bool waits = !instr_fences(i) && i->mask && (!i->err || i->err == UL1_ERR_PAGE || i->err == UL1_ERR_BUS);
    bool ordered = waits && instr_cached(i) && !instr_stores(i) && i->hint == UL1_HINT_ORD;
    if (instr_fences(i)) {
        count(e, CP_FENCES + (i->level & 3u), 1);
        count(e, CP_FENCE_INSTRS, e->live[i->warp] != 0);
    } else if (instr_cmo(i)) {
        count(e, i->op == UL1_OP_INVAL ? CP_INVALS : CP_FLUSHES, 1);
    } else {
        count(e, (instr_stores(i) ? CP_STORES : CP_LOADS) + (i->width < 4 ? i->width : 4u), 1);
        count(e, CP_HINTS + (i->hint < 6 ? i->hint : 6u), instr_stores(i) && instr_cached(i));
    }
    e->entry[entry].warp = i->warp;
    e->entry[entry].live = true;
    e->entry[entry].load = !instr_stores(i) && !instr_fences(i) && !instr_cmo(i);
    e->entry[entry].cached = instr_cached(i);
    e->entry[entry].ordered = ordered;
    e->entry[entry].waits = waits;
    e->entry[entry].flush = i->op == UL1_OP_FLUSH;
    e->entry[entry].reduces = instr_reduces(i);
    e->flushes += waits && i->op == UL1_OP_FLUSH;
    e->entry[entry].since = e->cycle;
    e->live[i->warp]++;
    e->waiting[i->warp] = (uint8_t)(e->waiting[i->warp] + waits);
    e->ordered[i->warp] = (uint8_t)(e->ordered[i->warp] + ordered);
    e->lines[i->warp] = (uint8_t)(e->lines[i->warp] + (waits && instr_cached(i)));
    count(e, CP_ORDERED, ordered);
}

// Whether an instruction of the warp was taken before the fence left the new queue, HLAT cycles ago. (All in
// flight are behind the fence.)
static bool somebody_waited(const struct points *e, unsigned warp)
{
    for (unsigned n = 0; n < ENTRIES; n++)
        if (e->entry[n].live && e->entry[n].warp == warp && e->entry[n].since + e->sizes->hlat < e->cycle)
            return true;
    return false;
}

static void begun(struct points *e, unsigned entry)
{
    if (e->entry[entry].waits) {
        e->waiting[e->entry[entry].warp]--;
        e->ordered[e->entry[entry].warp] -= e->entry[entry].ordered;
        e->lines[e->entry[entry].warp] -= e->entry[entry].cached;
        e->flushes -= e->entry[entry].flush;
    }
    e->entry[entry].waits = false;
}

void points_retired(struct points *e, unsigned entry, const struct instr *i, unsigned err)
{
    begun(e, entry);
    e->entry[entry].live = false;
    e->live[i->warp]--;
    if (instr_fences(i))
        count(e, CP_BEHIND_FENCE, somebody_waited(e, i->warp));
    else if (err >= UL1_ERR_MISALIGNED && err <= UL1_ERR_BUS)
        count(e, CP_ERRORS + err - 1u, 1);
    else if (err == UL1_ERR_OP)
        count(e, CP_ERRORS_5, 1);
    else
        count(e, CP_NULL, i->mask == 0);
}

void points_costs(struct points *e, const struct costs *c)
{
    count(e, CP_ADDRESS_READS, (uint64_t)c->address_reads);
    count(e, CP_DATA_READS, (uint64_t)c->data_reads);
    count(e, CP_STALLS, (uint64_t)c->stalls);
}

void points_report(struct points *e, enum lost_how how, unsigned err)
{
    unsigned kind = how == LOST_LEAVING ? (err == UL1_ERR_PAGE      ? 0u
                                               : err == UL1_ERR_BUS ? 1
                                                                    : 2)
        : how == LOST_REFUSED           ? 3
        : err == UL1_ERR_PAGE           ? 4
                                        : 5;
    count(e, CP_REPORTS + kind, 1);
}

// Classes 0, 1, 2, 3, ... are 1, 2, 3-4, 5-8, ... passes.
static unsigned degree_class(unsigned passes)
{
    unsigned c = 0;
    while (passes > 1u << c)
        c++;
    return c < DEGREES ? c : DEGREES - 1;
}

// ---- shared accesses

static void count_pass(struct points *e, const struct ul1_l1_out *out)
{
    uint8_t *passes = &e->passes[out->lsu.req_id % ENTRIES][out->lsu.req_sub % 4];
    ++*passes;
    if (!out->split.split_more) {
        count(e, CP_DEGREES + degree_class(*passes), 1);
        *passes = 0;
    }
    count(e, CP_REPLAYED, out->lsu.cand_remainder);
    count(e, CP_BEHIND_REMAINDER,
          out->split.split_more && e->waiting[e->entry[out->lsu.req_id % ENTRIES].warp] != 0);
}

// Outputs do not show the number of remainders, but show what increases and decreases it.
static void follow_pass(struct points *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    bool stays = out->split.split_more && in->cfg_home == UL1_HOME_LSU;
    if (!out->lsu.cand_remainder && stays)
        e->depth++;
    if (out->lsu.cand_remainder && !stays)
        e->depth--;
}

static void follow_again(struct points *e, const struct ul1_l1_in *in)
{
    if (in->in_valid && in->in_again) {
        e->depth++;
        count(e, CP_AGAIN, 1);
    }
    if (e->depth > 0)
        count(e, CP_REPLAYS + (e->depth < 4 ? e->depth : 4) - 1, 1);
}

// Removes the beat of a store's first access, and closes the gap.
static void leave_beat(struct points *e, unsigned id)
{
    unsigned i = 0;
    while (i < e->beats && e->beat[i] != id)
        i++;
    if (i < e->beats)
        memmove(e->beat + i, e->beat + i + 1, --e->beats - i);
}

// A beat that is pulled for a remainder is not one for a new access.
static void follow_beats(struct points *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    unsigned id = out->lsu.pull_id % ENTRIES;
    bool used = enters_new(out->arb.sel_valid, &out->lsu) && out->lsu.req_store
        && (!out->lsu.req_cached || out->lsu.req_end);
    if (used)
        leave_beat(e, out->lsu.req_id % ENTRIES);
    if (in->pull_valid && out->lsu.pull_ready && !e->passes[id][out->lsu.pull_sub % 4] && e->beats < ENTRIES)
        e->beat[e->beats++] = (uint8_t)id;
}

// Stage 1: fewer banks than slots, so some slots share a word.
static void count_riding(struct points *e, const struct ul1_l1_out *out)
{
    if (__builtin_popcount(out->tag.map_mask) > __builtin_popcountll(out->axbar.bank_en))
        count(e, out->arb.pass_store ? CP_RIDING_STORES : CP_RIDING_LOADS, 1);
}

// A cached access without a pass waits for a deferred access of its warp.
static bool behind_deferred(const struct points *e, const struct ul1_l1_out *out)
{
    bool behind = false;
    for (uint64_t left = out->lsu.defer_ids; left; left &= left - 1)
        behind |= e->lines[e->entry[__builtin_ctzll(left)].warp] != 0;
    return behind;
}

// The stores with a beat present.
static void count_stores(struct points *e, const struct ul1_l1_out *out)
{
    bool room = false;
    for (unsigned i = 0; i < e->beats; i++)
        room |= e->entry[e->beat[i]].cached ? !out->wdb.credit_cached : !out->wdb.credit_shared;
    count(e, CP_CREDIT, room);
}

static void count_refused(struct points *e, const struct ul1_l1_out *out)
{
    bool kept = out->lsu.in_shared_ready;
    count(e, CP_TABLE_KEPT, kept);
    if (out->tag.cmd_hold)
        count(e, CP_COMMANDED, 1);
    else
        count(e, CP_TABLE_FULL, !kept);
}

static void count_waits(struct points *e, const struct waits *w, const struct ul1_l1_in *in,
                        const struct ul1_l1_out *out)
{
    bool offered = in->in_valid && !in->in_again && !of_constants(in->in_op, in->in_space),
         refused = offered && !takes_new(&out->lsu, in->in_op, in->in_space);
    if (refused)
        count_refused(e, out);
    count(e, CP_INTAKE_LAST, out->wdb.intake_free && !out->wdb.intake_spare);
    count(e, CP_DATA_LATE, out->lsu.pull_ready && !in->pull_valid);
    count(e, CP_RESERVED, w->reserved);
    count(e, CP_RESERVED_HIT, w->reserved_hit);
    if (out->tag.readout_valid) {
        count(e, CP_READOUTS, 1);
        count(e, CP_READOUT_WAITS, out->lsu.cand_valid);
    }
    count(e, CP_FILL_FIRST, out->wdb.write_valid && !out->data.array_ready);
    count(e, CP_FLUSH_CREDIT, !out->wdb.credit_cached && e->flushes);
    count(e, CP_BEHIND_DEFERRED, behind_deferred(e, out));
    if (e->beats)
        count_stores(e, out);
}

// The access in stage 2 was in stage 1 in the previous cycle.
static void count_forwarded(struct points *e, const struct ul1_l1_out *out)
{
    if (e->behind)
        count(e, e->behind, any8(out->wdb.forward_be, UL1_BANKS));
    e->behind = out->arb.pass_readout                 ? CP_FORWARDED_DIRTY
        : !out->arb.pass_valid || out->arb.pass_store ? 0
        : out->arb.pass_cached                        ? CP_FORWARDED_HIT
                                                      : CP_FORWARDED;
}

// ---- cached accesses

static bool all_entries(const struct points *e, const struct ul1_l1_out *out)
{
    return out->prt.prt_used == UINT64_MAX >> (64 - e->sizes->prt);
}

static void count_hit(struct points *e, const struct ul1_l1_out *out)
{
    count(e, CP_HITS, 1);
    count(e, CP_HITS_UNDER_MISS, out->prt.prt_used != 0);
    count(e, CP_HITS_UNDER_FULL, all_entries(e, out));
    count(e, CP_HITS_BESIDE_FILL, out->fill.fill_valid);
}

static void count_miss(struct points *e, const struct ul1_l1_out *out)
{
    unsigned id = out->arb.pass_id % ENTRIES;
    count(e, CP_BEHIND_ORDERED, e->entry[id].ordered && e->ordered[e->entry[id].warp] != 0);
    if (out->prt.miss_open) {
        count(e, CP_MISSES, 1);
        count(e, CP_SECTOR_MISSES, out->tag.look_have != 0);
        count(e, CP_BYPASSES, out->arb.pass_bypass);
    } else if (out->prt.miss_merge) {
        count(e, CP_MERGES, 1);
        count(e, CP_MERGES_AT_LAST,
              out->prt.done_fill && out->prt.prt_line[out->fill.fill_prt] == out->arb.pass_line);
    } else {
        count(e, CP_DEFERRALS + out->prt.miss_cause % 5u, 1);
    }
}

// A last replay also decides the outcome of stores held for the line.
static void count_last_replay(struct points *e, const struct ul1_l1_out *out)
{
    bool drop = out->arb.pass_drop;
    count(e, CP_DROPPED, drop && !out->arb.pass_fail);
    count(e, CP_COMMAND_DROPS, !drop && out->tag.gone_valid);
    if (!(out->prt.prt_closed >> out->arb.pass_prt & 1))
        return;
    if (out->prt.heldfail_valid)
        count(e, CP_LOST, 1);
    else if (out->prt.held_dirty)
        count(e, CP_RELEASED, 1);
    else
        count(e, drop ? CP_RELEASED_GONE : CP_RELEASED_CLEAN, 1);
}

static void count_replay(struct points *e, const struct ul1_l1_out *out)
{
    count(e, out->arb.pass_fail ? CP_FAILED : CP_SERVED, 1);
    if (out->arb.pass_last)
        count_last_replay(e, out);
}

static void count_store(struct points *e, const struct ul1_l1_out *out)
{
    bool through = out->prt.store_through, hold = out->prt.store_hold;
    count(e, out->arb.pass_writeback ? CP_FALLBACK : CP_THROUGH, through);
    count(e, CP_UPDATES, through && !hold && out->prt.store_sect);
    count(e, CP_DIRTIED, out->prt.store_dirty);
    count(e, CP_ALLOCATED, out->prt.store_alloc);
    count(e, CP_FETCHED, out->prt.miss_open);
    count(e, through ? CP_HELD_THROUGH : CP_HELD_BACK, hold);
    count(e, CP_PURGED, out->tag.look_purge);
    count(e, CP_JOINED, !out->wdb.alloc_new);
}

// Includes the command `line`, which is never deferred.
static void count_cmo(struct points *e, const struct ul1_l1_out *out)
{
    count(e, CP_CMO_FETCH, out->prt.miss_defer && out->prt.miss_cause == UL1_CAUSE_CLOSED);
    count(e, CP_FLUSHED, out->tag.evict_valid);
    count(e, CP_VOIDED, out->tag.gone_valid);
    count(e, CP_VOIDED_DIRTY, out->tag.gone_valid && out->tag.gone_keep);
    if (out->prt.miss_defer)
        count(e, CP_DEFERRALS + out->prt.miss_cause % 5u, 1);
}

static void count_lookup(struct points *e, const struct ul1_l1_out *out)
{
    if (out->arb.pass_inval || out->arb.pass_flush)
        count_cmo(e, out);
    else if (out->arb.pass_replay)
        count_replay(e, out);
    else if (out->arb.pass_store)
        count_store(e, out);
    else if (out->tag.look_hit)
        count_hit(e, out);
    else
        count_miss(e, out);
}

// ---- fills, walks and requests

static void count_fill(struct points *e, const struct ul1_l1_out *out)
{
    count(e, CP_FILL, 1);
    count(e, CP_FILL_PIECES, !out->prt.done_fill);
    count(e, CP_FILL_BUS, out->fill.fill_err);
}

static unsigned asking(const struct points *e, const struct ul1_l1_out *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < e->sizes->prt; i++)
        n += out->prt.prt_state[i] == UL1_PRT_STATE_ASKS;
    return n;
}

static void count_walk(struct points *e, const struct ul1_l1_out *out)
{
    const unsigned at_work = busy_walkers(&out->mmu), before = e->walks;
    e->walks = at_work;
    if (at_work) {
        count(e, CP_WALKS, (uint64_t)__builtin_popcount(at_work & ~before));
        count(e, CP_WALKED, 1);
        count(e, CP_WALKS_SHARED, asking(e, out) > 1);
        count(e, CP_WALKS_BESIDE, (at_work & (at_work - 1)) != 0);
        count(e, CP_PASSED_WALK, out->mmu.mmu_take);
    }
    count(e, CP_NO_WALKER, out->mmu.mmu_wait && out->mmu.mmu_wait & (out->mmu.mmu_wait - 1));
    if (!out->mmu.mmu_fault || out->prt.head_write)
        return;
    count(e, out->mmu.mmu_err == UL1_ERR_BUS ? CP_WALK_BUS : CP_PAGE_FAULTS, 1);
    count(e, CP_FAULTS_MERGED, out->prt.prt_merges[out->prt.head_prt] > 1);
}

static bool any_held(const struct points *e, const struct ul1_l1_out *out)
{
    unsigned held = 0;
    for (unsigned i = 0; i < e->sizes->wdb; i++)
        held |= out->wdb.wdb_state[i] == UL1_WDB_STATE_HELD;
    return held != 0;
}

static void count_memory(struct points *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (out->fill.fill_valid)
        count_fill(e, out);
    count_walk(e, out);
    count(e, CP_BACK_PRESSURE, out->mmu.mem_valid && !in->mem_ready);
    count(e, CP_BEHIND_DATA, out->prt.head_write && !out->prt.head_valid && asking(e, out));
    count(e, CP_HELD_WAITS, out->wdb.wdb_used && any_held(e, out));
    count(e, CP_BARE, enters_replay(out->arb.sel_valid, &out->lsu) && out->lsu.cand_bare);
    count(e, CP_GONE, out->tag.gone_valid && !out->arb.pass_replay);
}

// ---- fences and commands

static void count_fences(struct points *e, const struct ul1_l1_out *out)
{
    if (out->lsu.fence_valid || out->tag.cmd_fence)
        count(e, CP_FENCE_BEHIND, !out->prt.accept_fence);
    if (out->fill.answer_fence && out->fill.answer_id < e->sizes->instrs && e->fences)
        e->fences--;
    count(e, CP_FENCE_WAITS, e->fences != 0);
    e->fences += out->lsu.fence_valid && out->prt.accept_fence;
}

static bool names_all(unsigned op)
{
    return op != UL1_CMD_ALL && op != UL1_CMD_PAGE;
}

// Follows the sweep set by set if the command names all lines. (Outputs do not show it for others.)
static void follow_sweep(struct points *e, const struct ul1_l1_out *out)
{
    bool waits = names_all(e->command) && set_dirty(&out->tag, e->set) && !out->wdb.credit_dirty;
    count(e, CP_SWEEP_WAITS, waits);
    if (!waits && !out->tag.evict_valid && e->set < e->sizes->sets - 1)
        e->set++;
}

static void count_command(struct points *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    unsigned state = out->tag.cmd_state;
    count(e, state == UL1_CMD_STATE_SWEEP ? CP_SWEPT : CP_EVICTED,
          out->tag.evict_valid && !out->arb.pass_flush);
    if (state != UL1_CMD_STATE_READY)
        count(e, CP_COMMAND_STATES + state - 1, 1);
    if (state == UL1_CMD_STATE_SWEEP)
        follow_sweep(e, out);
    if (!in->cmd_valid || !out->tag.cmd_ready)
        return;
    e->command = in->cmd_op;
    e->set = 0;
    count(e, CP_COMMANDS + (in->cmd_op < 6 ? in->cmd_op : 6u), 1);
    count(e, CP_COMMANDS_BUSY, !out->lsu.lsu_idle);
    count(e, CP_COMMANDS_MISS, out->prt.prt_used != 0);
}

void points_cycle(struct points *e, const struct waits *w, const struct ul1_l1_in *in,
                  const struct ul1_l1_out *out)
{
    count_waits(e, w, in, out); // with the depth and the beats on which this cycle's ready signals depend
    follow_beats(e, in, out);
    if (enters_new(out->arb.sel_valid, &out->lsu))
        begun(e, out->lsu.req_id % ENTRIES);
    if (out->lsu.req_valid && !out->lsu.req_cached) {
        count_pass(e, out);
        follow_pass(e, in, out);
    }
    follow_again(e, in);
    count_forwarded(e, out);
    if (out->arb.pass_valid && !out->arb.pass_cached)
        count_riding(e, out);
    if (out->arb.pass_cached)
        count_lookup(e, out);
    count(e, CP_WOKEN, (uint64_t)__builtin_popcountll(e->unwoken & ~out->lsu.defer_ids));
    count(e, CP_KEPT_OUT, out->lsu.defer_holds);
    e->unwoken = out->lsu.defer_ids;
    count(e, CP_RETURNED, out->lsu.remainder_valid);
    count_memory(e, in, out);
    count_fences(e, out);
    count_command(e, in, out);
    e->cycle++;
}
