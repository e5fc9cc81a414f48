// Pending request table (MSHRs): the outputs and the clock edge; state.h lists the other files. Outputs that
// depend on inputs are computed by prt_judge (judge.c), prt_merged and prt_end (replays.c), and here.
#include <string.h>

#include "l1/prt/state.h"
#include "l1/prt/requests.h"
#include "l1/prt/entries.h"
#include "l1/prt/judge.c"
#include "l1/prt/replays.c"

static void prt_state(const struct prt_state *s, const struct prt_in *in, struct ul1_prt_out *out)
{
    (void)in;
    unsigned i = prt_reads(s), reads = i < UL1_PRT;
    out->accept_fence = !s->fence;
    out->head_write = (uint8_t)prt_offers(s, UL1_MEMOP_WRITE);
    out->head_wdb = (uint8_t)prt_writes(s);
    out->head_fence = (uint8_t)prt_offers(s, UL1_MEMOP_FENCE);
    out->head_number = s->fence_id;
    out->head_level = s->fence_level;
    out->head_prt = (uint8_t)(reads ? i : 0);
    out->head_sect = (uint8_t)(reads ? prt_unsent(s, i) : 0);
    out->head_store = reads && !s->merges[i]; // a load would wait in the entry that it opened
    out->head_fresh = UL1_CACHES_BEHIND && reads && s->entry[i].fresh;
    out->head_warp = (uint8_t)(UL1_READ_SOURCES && reads ? s->entry[i].warp : 0);
    out->head_space = (uint8_t)(UL1_READ_SOURCES && reads ? s->entry[i].space : 0);
    out->prt_used = s->used;
}

static void prt_show(const struct prt_state *s, const struct prt_in *in, struct ul1_prt_out *out)
{
    (void)in;
    out->prt_closed = s->closed;
    memcpy(out->prt_state, s->state, UL1_PRT * sizeof *s->state);
    if (!s->used)
        return;
    memcpy(out->prt_line, s->line, UL1_PRT * sizeof *s->line);
    memcpy(out->prt_merges, s->merges, UL1_PRT * sizeof *s->merges);
}

static void prt_head(const struct prt_state *s, const struct prt_in *in, struct ul1_prt_out *out)
{
    out->head_valid = s->offered < s->requests;
    out->head_line = 0;
    if (prt_offers(s, UL1_MEMOP_READ)) {
        out->head_line = s->line[prt_reads(s)];
    } else if (prt_offers(s, UL1_MEMOP_WRITE)) {
        out->head_valid = is_in(in->leave_ready, prt_writes(s));
        out->head_line = in->leave_line[prt_writes(s)];
    }
}

static void prt_row(const struct prt_state *s, const struct prt_in *in, struct ul1_prt_out *out)
{
    out->done_fill_row = s->row[in->fill_prt];
}

// The fill comes before the fault of the same cycle, so that its error is the first.
static void prt_clock_fill(struct prt_state *s, const struct prt_in *in)
{
    if (!in->fill_valid)
        return;
    struct prt_entry *e = &s->entry[in->fill_prt];
    e->got |= in->fill_sect;
    if (in->fill_err && e->err == UL1_ERR_NONE)
        e->err = UL1_ERR_BUS;
    prt_tell(s, in->fill_prt, s->state[in->fill_prt] == UL1_PRT_STATE_ASKS);
}

// The request on offer leaves the queue, or is not offered until a walk has ended. A failed one counts its
// sectors as received.
static void prt_clock_request(struct prt_state *s, const struct prt_in *in)
{
    if (in->mmu_wait)
        s->queue[s->offered].waits = in->mmu_wait;
    if (!in->mmu_take && !in->mmu_fault)
        return;
    unsigned i = prt_reads(s);
    prt_leave(s);
    if (i == UL1_PRT)
        return;
    struct prt_entry *e = &s->entry[i];
    unsigned sect = prt_unsent(s, i);
    e->sent |= (uint8_t)sect;
    if (in->mmu_fault) {
        e->got |= (uint8_t)sect;
        if (e->err == UL1_ERR_NONE)
            e->err = in->mmu_err;
    }
    prt_tell(s, i, 0);
}

// Changes of an entry by the pass in stage 1; i is the entry of its line.
static void prt_clock_entry(struct prt_state *s, const struct prt_in *in, const struct ul1_prt_out *out,
                            unsigned i)
{
    unsigned adds = prt_adds(s, in, out);
    if (out->miss_open) {
        i = prt_free_entry(s);
        adds = in->pass_store ? prt_wants_held(s, in) : prt_wants(s, in);
        prt_open(s, in, i);
    }
    if (out->store_hold)
        prt_hold(s, in, out->store_through, i);
    else
        prt_merge(s, in, i);
    prt_want(s, i, adds);
}

// Requests of one cycle join in this order: the dirty line, the store, the read (which may be for that line's
// way), the fence.
static void prt_clock_pass(struct prt_state *s, const struct prt_in *in, const struct ul1_prt_out *out)
{
    if (in->evict_valid)
        prt_append(s, UL1_MEMOP_WRITE, in->alloc_dirty);
    if (out->store_through && in->alloc_new)
        prt_append(s, UL1_MEMOP_WRITE, in->alloc_store);
    if (prt_reduces(in) && prt_find(s, in->pass_line) < UL1_PRT) {
        s->closed |= one(prt_find(s, in->pass_line));
        s->reduced |= one(prt_find(s, in->pass_line));
    }
    if (out->miss_open || out->miss_merge || out->store_hold)
        prt_clock_entry(s, in, out,
                        (out->miss_merge ? prt_find(s, in->pass_line) : out->store_prt) % UL1_PRT);
    if (out->accept_fence && in->fence_valid)
        prt_append_fence(s, in->fence_id, in->fence_level);
    else if (out->accept_fence && in->cmd_fence)
        prt_append_fence(s, UL1_CMD_ID, UL1_LEVEL_SYS);
}

static uint8_t prt_volta(const struct prt_in *in)
{
    return UL1_POLICIES > 3 && in->cfg_policy == UL1_POLICY_VOLTA;
}

// The table is empty, and nothing joins.
static unsigned prt_idles(const struct prt_state *s, const struct prt_in *in, const struct ul1_prt_out *out)
{
    return !s->used && !s->requests && s->fetch == in->cfg_fetch && s->volta == prt_volta(in)
        && !in->fence_valid && !in->cmd_fence && !in->evict_valid && !out->store_through && !out->miss_open;
}

static void prt_clock(struct prt_state *s, const struct prt_in *in, const struct ul1_prt_out *out)
{
    if (prt_idles(s, in, out) && !in->rst)
        return;
    if (in->answer_fence)
        s->fenced = s->used;
    prt_clock_fill(s, in);
    prt_clock_request(s, in);
    prt_clock_pass(s, in, out);
    prt_clock_end(s, in);
    if (in->walk_ends)
        prt_wake(s, in->walk_ends);
    prt_offer(s);
    s->fetch = in->cfg_fetch;
    s->volta = prt_volta(in);
    if (in->rst) {
        s->used = 0;
        s->closed = 0;
        memset(s->state, UL1_PRT_STATE_FREE, sizeof s->state);
        s->requests = 0;
        s->offered = 0;
        s->fence = 0;
    }
}
