#include "blocks/prt/predictor.h"

#include <stddef.h>
#include <string.h>

#include "kit/mask.h"
#include "common/sizes.h"

enum { NONE = UL1_PRT }; // no entry

// ---- the access in stage 1

static unsigned entry_of(const struct prt_predictor *a, uint64_t line)
{
    for (uint64_t left = a->used; left; left &= left - 1)
        if (a->entry[mask_first(left)].line == line)
            return mask_first(left);
    return NONE;
}

static bool is_filled(const struct prt_predictor *a, unsigned i)
{
    const struct prt_known *e = &a->entry[i];
    return !mask_has(a->asks, i) && !(e->wanted & ~e->got);
}

// The outcome of the access: the entry that it opens, merges into or is held for, NONE if there is none; and
// the sectors that it adds to those wanted.
struct verdict {
    bool opens, merges, defers, holds, through, alloc, dirty;
    uint8_t cause, sect, adds;
    unsigned entry;
};

static struct verdict deferred(unsigned cause)
{
    return (struct verdict){ .defers = true, .cause = (uint8_t)cause, .entry = NONE };
}

static bool has_credit(const struct ul1_prt_in *in)
{
    return !in->look_dirty || in->credit_dirty;
}

static bool is_full(const struct prt_predictor *a)
{
    return a->used == mask_all(UL1_PRT);
}

// A bypassing load must not get data that were read before a fence was answered, nor a sector that this fetch
// does not bring. A fresh load must not get what caches behind have.
static bool is_outdated(const struct prt_predictor *a, const struct ul1_prt_in *in, unsigned i)
{
    unsigned brought = a->entry[i].wanted | (ALL_SECTORS & ~(unsigned)in->look_have);
    const bool stale = UL1_CACHES_BEHIND && in->pass_fresh && !a->entry[i].fresh;
    return in->pass_bypass && (mask_has(a->fenced, i) || in->look_need & ~brought || stale);
}

static struct verdict judge_load(const struct prt_predictor *a, const struct ul1_prt_in *in, unsigned i)
{
    const unsigned wants =
        (a->cfg_fetch == UL1_FETCH_LINE ? ALL_SECTORS : in->look_need) & ~(unsigned)in->look_have;
    if (i != NONE && (is_filled(a, i) || mask_has(a->closed, i) || is_outdated(a, in, i)))
        return deferred(UL1_CAUSE_CLOSED);
    if (i != NONE && a->entry[i].count == UL1_MERGE)
        return deferred(UL1_CAUSE_MERGE);
    if (i != NONE)
        return (struct verdict){ .merges = true, .entry = i, .adds = (uint8_t)wants };
    if (!in->look_way)
        return deferred(UL1_CAUSE_WAY);
    if (is_full(a) || in->defer_holds)
        return deferred(UL1_CAUSE_ENTRY);
    if (!has_credit(in))
        return deferred(UL1_CAUSE_CREDIT);
    return (struct verdict){ .opens = true, .entry = mask_first(~a->used), .adds = (uint8_t)wants };
}

static struct verdict judge_store(const struct prt_predictor *a, const struct ul1_prt_in *in, unsigned i)
{
    const unsigned has = in->look_have | in->look_cover, lacks = in->look_need & ~has,
                   back = in->pass_writeback && policy_built(a->cfg_policy) != UL1_POLICY_VOLTA;
    const unsigned wants = a->cfg_fetch == UL1_FETCH_LINE ? ALL_SECTORS & ~has : lacks;
    const bool way = in->look_way && !in->defer_holds && has_credit(in);
    const bool volta = policy_built(a->cfg_policy) == UL1_POLICY_VOLTA, stays = in->pass_writeback && !lacks;
    struct verdict v = { .entry = i, .sect = in->look_need };
    if (i != NONE) {
        v.holds = true;
        v.through =
            !back || mask_has(a->reduced, i) || (is_filled(a, i) && lacks & ~(unsigned)a->entry[i].wanted);
        v.adds = (uint8_t)(v.through ? 0 : lacks);
    } else if (stays && in->look_there) {
        v.dirty = true;
        v.through = volta;
    } else if (stays && way && !(volta && in->look_dirty)) {
        v.alloc = true;
        v.through = volta;
    } else if (back && lacks && way && !is_full(a)) {
        v.opens = v.holds = true;
        v.entry = mask_first(~a->used);
        v.adds = (uint8_t)wants;
    } else {
        v.through = true;
        v.sect = in->look_there && !in->look_purge ? in->look_need & in->look_have : 0;
    }
    return v;
}

static struct verdict judge_access(const struct prt_predictor *a, const struct ul1_prt_in *in)
{
    const struct verdict nothing = { .entry = NONE };
    if (!in->look_judge)
        return nothing;
    const unsigned i = entry_of(a, in->pass_line);
    if (in->pass_inval || in->pass_flush)
        return i == NONE ? nothing : deferred(UL1_CAUSE_CLOSED);
    if (in->pass_red) // it goes to memory alone
        return (struct verdict){ .entry = NONE, .through = true };
    return in->pass_store ? judge_store(a, in, i) : judge_load(a, in, i);
}

static const char *check_access(const struct ul1_prt_out *out, const struct verdict *v)
{
    if (out->miss_open != v->opens)
        return "miss_open: not that an entry is opened";
    if (out->miss_merge != v->merges)
        return "miss_merge: not that a load merges";
    if (out->miss_defer != v->defers)
        return "miss_defer: not that something lacks";
    if (v->defers && out->miss_cause != v->cause)
        return "miss_cause: not the first that lacks";
    if (out->store_hold != v->holds)
        return "store_hold: not that the line is under fetch";
    if (v->holds && out->store_prt != v->entry)
        return "store_prt: not the entry of the line";
    if (out->store_through != v->through)
        return "store_through: not that it goes to memory at once";
    if (out->store_alloc != v->alloc || out->store_dirty != v->dirty)
        return "store_alloc, store_dirty: not that it makes its line dirty at once";
    return out->store_sect != v->sect ? "store_sect: not the sectors that it is to write in the array" : NULL;
}

// ---- the request on offer

// The oldest that does not wait, but no fence behind another request.
static unsigned offered(const struct prt_predictor *a)
{
    unsigned i = 0;
    while (i < a->count && (a->queue[i].waits || (i && a->queue[i].op == UL1_MEMOP_FENCE)))
        i++;
    return i;
}

static bool offers(const struct prt_predictor *a, unsigned op)
{
    return offered(a) < a->count && a->queue[offered(a)].op == op;
}

// The entry that it reads for, NONE if it is no read; and the sectors.
static unsigned reads(const struct prt_predictor *a)
{
    return offers(a, UL1_MEMOP_READ) ? a->queue[offered(a)].index : NONE;
}

static unsigned unsent(const struct prt_predictor *a, unsigned i)
{
    return i == NONE ? 0 : a->entry[i].wanted & ~(unsigned)a->entry[i].sent;
}

static const char *check_head(const struct prt_predictor *a, const struct ul1_prt_in *in,
                              const struct ul1_prt_out *out)
{
    const bool any = offered(a) < a->count, write = offers(a, UL1_MEMOP_WRITE),
               fence = offers(a, UL1_MEMOP_FENCE);
    const unsigned index = any ? a->queue[offered(a)].index : 0, i = reads(a);
    if (out->accept_fence != !a->fence)
        return "accept_fence: not that no fence is in the queue";
    if (out->head_write != write || (write && out->head_wdb != index))
        return "head_write, head_wdb: not the oldest request that does not wait";
    if (out->head_fence != fence
        || (fence && (out->head_number != a->fence_id || out->head_level != a->fence_level)))
        return "head_fence, head_number, head_level: not the oldest request";
    if (out->head_valid != (write ? mask_has(in->leave_ready, index) : any))
        return "head_valid: not that a request is on offer";
    if (!out->head_valid)
        return NULL;
    if (out->head_prt != (i == NONE ? 0 : i) || out->head_sect != unsent(a, i))
        return "head_prt, head_sect: not what the read is for";
    const bool tells = UL1_READ_SOURCES && i != NONE;
    if (out->head_store != (i != NONE && a->entry[i].stored))
        return "head_store: not that a store opened the fetch";
    if (out->head_fresh != (UL1_CACHES_BEHIND && i != NONE && a->entry[i].fresh))
        return "head_fresh: not that a fresh load opened the fetch";
    if (out->head_warp != (tells ? a->entry[i].warp : 0)
        || out->head_space != (tells ? a->entry[i].space : 0))
        return "head_warp, head_space: not those of the access that opened the fetch";
    return out->head_line
            != (i != NONE   ? a->entry[i].line
                    : write ? in->leave_line[index]
                            : 0)
        ? "head_line: not the line of the request"
        : NULL;
}

// ---- arrivals

// Whether the entry gets all sectors that it wants, with those that the access in stage 1 adds, and those
// that arrive or fail in this cycle.
static bool completes(const struct prt_predictor *a, const struct ul1_prt_in *in, const struct verdict *v,
                      unsigned i)
{
    const struct prt_known *e = &a->entry[i];
    unsigned wanted = e->wanted | (v->entry == i && !v->opens ? v->adds : 0u);
    unsigned got = e->got | (in->fill_valid && in->fill_prt == i ? in->fill_sect : 0u);
    got |= in->mmu_fault && reads(a) == i ? unsent(a, i) : 0;
    return !(wanted & ~got);
}

static const char *check_done(const struct prt_predictor *a, const struct ul1_prt_in *in,
                              const struct ul1_prt_out *out, const struct verdict *v)
{
    const unsigned failed = in->mmu_fault ? reads(a) : NONE;
    const bool fill = in->fill_valid && completes(a, in, v, in->fill_prt % UL1_PRT);
    const bool told = fill && in->fill_prt == failed,
               fault = failed != NONE && !told && completes(a, in, v, failed);
    if (out->done_fill != fill)
        return "done_fill: not that what comes is all that is wanted";
    if (out->done_fault != fault)
        return "done_fault: not that nothing is wanted any more";
    if (in->fill_valid && out->done_fill_row != a->entry[in->fill_prt % UL1_PRT].row)
        return "done_fill_row: not that of the entry";
    return fault && out->done_fault_row != a->entry[failed].row ? "done_fault_row: not that of the entry"
                                                                : NULL;
}

// ---- replays

static const char *check_merged(const struct prt_predictor *a, const struct ul1_prt_in *in,
                                const struct ul1_prt_out *out)
{
    const struct prt_known *e = &a->entry[in->replay_prt % UL1_PRT],
                           *next = &a->entry[in->cand_prt % UL1_PRT];
    const bool reduced = mask_has(a->reduced, in->cand_prt) || (in->pass_red && in->pass_line == next->line);
    if (in->cand_replay && out->merged_drop != (next->drop || reduced || next->err != UL1_ERR_NONE))
        return "merged_drop: not that the line is dropped";
    if (!in->replay_valid)
        return NULL;
    const bool bare = !e->count;
    const unsigned id = bare ? 0 : e->load[in->replay_pos % UL1_MERGE].id,
                   sub = bare ? 0 : e->load[in->replay_pos % UL1_MERGE].sub;
    if (out->merged_bare != bare || out->merged_id != id || out->merged_part != sub)
        return "merged_bare, merged_id, merged_part: not the load of that place";
    if (out->merged_last != (bare || in->replay_pos + 1 == e->count))
        return "merged_last: not that it is the entry's last";
    return out->merged_line != e->line || out->merged_err != e->err
        ? "merged_line, merged_err: not the entry's"
        : NULL;
}

// With the last replay of an entry its held stores make their sectors dirty; if it fails, they are lost.
static const char *check_end(const struct prt_predictor *a, const struct ul1_prt_in *in,
                             const struct ul1_prt_out *out)
{
    const struct prt_known *e = &a->entry[in->pass_prt % UL1_PRT];
    const bool ends = in->pass_replay && in->pass_last, lost = ends && in->pass_fail && e->keeps;
    if (out->held_dirty != (ends && !in->pass_fail ? e->dirty : 0))
        return "held_dirty: not the sectors of the stores that are held for the line";
    if (out->heldfail_valid != lost)
        return "heldfail_valid: not that stores are lost with their line";
    return lost && (out->heldfail_line != e->line || out->heldfail_err != e->err)
        ? "heldfail_line, heldfail_err: not the entry's"
        : NULL;
}

// Exactly the unused entries show the state free.
static bool free_shown(const struct ul1_prt_out *out)
{
    uint64_t shown = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        shown |= (uint64_t)(out->prt_state[i] != UL1_PRT_STATE_FREE) << i;
    return shown == out->prt_used;
}

const char *prt_predictor_check(const struct prt_predictor *a, const struct ul1_prt_in *in,
                                const struct ul1_prt_out *out)
{
    if (!a->judged || in->rst)
        return NULL;
    if (out->prt_closed != a->closed)
        return "prt_closed: not the entries that are closed";
    if (!free_shown(out))
        return "prt_state: not free exactly without prt_used";
    const struct verdict v = judge_access(a, in);
    const char *broken = check_access(out, &v);
    if (!broken)
        broken = check_head(a, in, out);
    if (!broken)
        broken = check_done(a, in, out, &v);
    if (!broken)
        broken = check_merged(a, in, out);
    return broken ? broken : check_end(a, in, out);
}

// ---- the end of a cycle

static void fails(struct prt_known *e, unsigned err)
{
    if (e->err == UL1_ERR_NONE)
        e->err = (uint8_t)err;
}

static void append(struct prt_predictor *a, unsigned op, unsigned index)
{
    if (a->count <= UL1_PRT + UL1_WDB)
        a->queue[a->count++] = (struct prt_asked){ .op = (uint8_t)op, .index = (uint8_t)index };
}

// The request on offer leaves or waits; then new ones join.
static void advance_requests(struct prt_predictor *a, const struct ul1_prt_in *in)
{
    const unsigned first = offered(a), i = reads(a), sect = unsent(a, i);
    if (in->fill_valid) {
        struct prt_known *e = &a->entry[in->fill_prt % UL1_PRT];
        e->got |= in->fill_sect;
        if (in->fill_err)
            fails(e, UL1_ERR_BUS);
    }
    if (in->mmu_wait)
        a->queue[first].waits = in->mmu_wait;
    if ((!in->mmu_take && !in->mmu_fault) || first == a->count)
        return;
    a->fence &= a->queue[first].op != UL1_MEMOP_FENCE;
    a->count--;
    memmove(&a->queue[first], &a->queue[first + 1], (a->count - first) * sizeof a->queue[0]);
    if (i == NONE)
        return;
    a->asks &= ~mask_bit(i);
    a->entry[i].sent |= (uint8_t)sect;
    if (in->mmu_fault) {
        a->entry[i].got |= (uint8_t)sect;
        fails(&a->entry[i], in->mmu_err);
    }
}

static void advance_entry(struct prt_predictor *a, const struct ul1_prt_in *in, const struct verdict *v)
{
    struct prt_known *e = &a->entry[v->entry];
    if (v->opens) {
        a->used |= mask_bit(v->entry);
        a->fenced &= ~mask_bit(v->entry);
        a->reduced &= ~mask_bit(v->entry);
        *e = (struct prt_known){ .line = in->pass_line,
                                 .row = in->look_row,
                                 .err = UL1_ERR_NONE,
                                 .drop = !in->pass_store && in->pass_bypass,
                                 .stored = in->pass_store,
                                 .fresh = in->pass_fresh,
                                 .warp = in->source_warp,
                                 .space = in->source_space };
    }
    if (v->holds) {
        a->closed |= mask_bit(v->entry);
    } else if (e->count < UL1_MERGE) {
        e->load[e->count].id = in->pass_id;
        e->load[e->count++].sub = in->pass_part;
    }
    if (v->holds && !v->through) {
        e->drop = 0;
        e->keeps = 1;
        e->dirty |= in->look_need;
    }
    const unsigned more = v->adds & ~(unsigned)e->wanted;
    e->wanted |= (uint8_t)more;
    if (more && !mask_has(a->asks, v->entry)) {
        a->asks |= mask_bit(v->entry);
        append(a, UL1_MEMOP_READ, v->entry);
    }
}

static void advance_fence(struct prt_predictor *a, const struct ul1_prt_in *in, bool accepts)
{
    if (!accepts || !(in->fence_valid || in->cmd_fence))
        return;
    a->fence = 1;
    a->fence_id = in->fence_valid ? in->fence_id : UL1_CMD_ID;
    a->fence_level = in->fence_valid ? in->fence_level : UL1_LEVEL_SYS;
    append(a, UL1_MEMOP_FENCE, 0);
}

void prt_predictor_advance(struct prt_predictor *a, const struct ul1_prt_in *in)
{
    if (in->rst) {
        *a = (struct prt_predictor){ .judged = true,
                                     .cfg_fetch = in->cfg_fetch,
                                     .cfg_policy = in->cfg_policy };
        return;
    }
    const struct verdict v = judge_access(a, in);
    const bool accepts = !a->fence;
    if (in->answer_fence)
        a->fenced = a->used;
    advance_requests(a, in);
    if (in->evict_valid)
        append(a, UL1_MEMOP_WRITE, in->alloc_dirty);
    if (v.through && in->alloc_new)
        append(a, UL1_MEMOP_WRITE, in->alloc_store);
    if (v.entry != NONE && (v.opens || v.merges || v.holds))
        advance_entry(a, in, &v);
    if (in->look_judge && in->pass_red && entry_of(a, in->pass_line) != NONE) {
        a->reduced |= mask_bit(entry_of(a, in->pass_line));
        a->closed |= mask_bit(entry_of(a, in->pass_line));
    }
    advance_fence(a, in, accepts);
    if (in->pass_replay && in->pass_last) {
        a->used &= ~mask_bit(in->pass_prt);
        a->closed &= ~mask_bit(in->pass_prt);
    }
    for (unsigned i = 0; i < a->count; i++)
        if (a->queue[i].waits & in->walk_ends)
            a->queue[i].waits = 0;
    a->cfg_fetch = in->cfg_fetch;
    a->cfg_policy = in->cfg_policy;
}
