// Pending request table: judging what does not hit, collecting what arrives, naming the accesses to replay, and keeping the
// order of requests.
#include "prt.h"

// The entry that fetches the line; UL1_PRT if there is none.
static unsigned prt_find(const struct prt_state *s, uint64_t line)
{
    uint32_t same = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        same |= (uint32_t)(s->line[i] == line) << i;
    same &= s->used;
    return same ? lowest(same) : UL1_PRT;
}

// The lowest free entry; 0 if there is none.
static unsigned prt_fresh(const struct prt_state *s)
{
    return s->used == PRT_ALL ? 0 : lowest(~(uint64_t)s->used);
}

static unsigned prt_first_is(const struct prt_state *s, unsigned kind)
{
    return s->count != 0 && s->queue[s->head].kind == kind;
}

// The entry whose request is the first; UL1_PRT if that is another's.
static unsigned prt_reads(const struct prt_state *s)
{
    return prt_first_is(s, UL1_MEMOP_READ) ? s->queue[s->head].index : UL1_PRT;
}

// Sectors that an entry wants and has not sent for: those that its request is for.
static unsigned prt_unsent(const struct prt_state *s, unsigned i)
{
    return s->entry[i].want & ~s->entry[i].sent & 0xfu;
}

// Sectors that the load in stage 1 makes its entry want.
static unsigned prt_wants(const struct prt_state *s, const struct ul1_prt_in *in)
{
    unsigned need = s->fetch == UL1_FETCH_LINE ? 0xf : in->look_need;
    return need & ~in->look_have & 0xfu;
}

// Sectors that the store in stage 1 cannot make dirty until they are fetched; and those that it makes an entry want that it
// opens.
static unsigned prt_lacks(const struct ul1_prt_in *in)
{
    return in->look_need & ~in->look_cover & ~in->look_have & 0xfu;
}

static unsigned prt_wants_held(const struct prt_state *s, const struct ul1_prt_in *in)
{
    return s->fetch == UL1_FETCH_LINE ? ~(in->look_have | in->look_cover) & 0xfu : prt_lacks(in);
}

// ---- outputs

static void prt_state(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out)
{
    (void)in;
    unsigned i = prt_reads(s), reads = i < UL1_PRT;
    out->accept_fence = !s->fence;
    out->head_write = (uint8_t)prt_first_is(s, UL1_MEMOP_WRITE);
    out->head_wdb = s->queue[s->head].index % UL1_WDB;
    out->head_fence = (uint8_t)prt_first_is(s, UL1_MEMOP_FENCE);
    out->head_number = s->fence_id;
    out->head_level = s->fence_level;
    out->head_prt = (uint8_t)(reads ? i : 0);
    out->head_sect = (uint8_t)(reads ? prt_unsent(s, i) : 0);
    out->prt_used = s->used;
    out->prt_closed = s->closed;
    memcpy(out->prt_state, s->state, sizeof s->state);
    memcpy(out->prt_line, s->line, sizeof s->line);
    memcpy(out->prt_merges, s->merges, sizeof s->merges);
}

static void prt_head(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out)
{
    unsigned i = s->queue[s->head].index;
    out->head_valid = s->count != 0;
    out->head_line = 0;
    if (prt_first_is(s, UL1_MEMOP_READ)) {
        out->head_line = s->line[i];
    } else if (prt_first_is(s, UL1_MEMOP_WRITE)) {
        out->head_valid = (uint8_t)bit(in->leave_ready, i);
        out->head_line = in->leave_line[i];
    }
}

static void prt_row(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out)
{
    out->done_fill_row = s->row[in->fill_prt];
}

static void prt_merged(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out)
{
    const struct prt_entry *e = &s->entry[in->replay_prt];
    unsigned pos = in->replay_pos % UL1_MERGE, bare = s->merges[in->replay_prt] == 0;
    out->merged_bare = (uint8_t)bare;
    out->merged_id = bare ? 0 : e->id[pos];
    out->merged_sub = bare ? 0 : e->sub[pos];
    out->merged_line = s->line[in->replay_prt];
    out->merged_last = bare || in->replay_pos + 1 == s->merges[in->replay_prt];
    out->merged_drop = e->drop || e->err != UL1_ERR_NONE;
    out->merged_err = e->err;
}

static void prt_end(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out)
{
    const struct prt_entry *e = &s->entry[in->pass_prt];
    unsigned ends = in->pass_replay && in->pass_last;
    out->held_dirty = ends && !in->pass_fail ? e->dirty : 0;
    out->heldfail_valid = ends && in->pass_fail && e->keeps;
    out->heldfail_line = s->line[in->pass_prt];
    out->heldfail_err = e->err;
}

static void prt_defer(struct ul1_prt_out *out, unsigned cause, unsigned key)
{
    out->miss_defer = 1;
    out->miss_cause = (uint8_t)cause;
    out->miss_key = (uint8_t)key;
}

// The dirty line whose way would be given away, if there is one, has a slot of the write data buffer.
static unsigned prt_slot(const struct ul1_prt_in *in)
{
    return !in->look_dirty || (in->room_dirty && in->sleep_yields);
}

// What becomes of a load that misses. i: the entry of its line.
static void prt_judge_miss(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out, unsigned i)
{
    if (i < UL1_PRT && (s->state[i] == UL1_PRT_STATE_FILLED || bit(s->closed, i)))
        prt_defer(out, UL1_CAUSE_CLOSED, i);
    else if (i < UL1_PRT && s->merges[i] == UL1_MERGE)
        prt_defer(out, UL1_CAUSE_MERGE, i);
    else if (i < UL1_PRT)
        out->miss_merge = 1;
    else if (!in->look_way)
        prt_defer(out, UL1_CAUSE_WAY, in->look_set);
    else if (s->used == PRT_ALL)
        prt_defer(out, UL1_CAUSE_ENTRY, 0);
    else if (!prt_slot(in))
        prt_defer(out, UL1_CAUSE_ROOM, 0);
    else
        out->miss_open = 1;
}

// And of a store.
static void prt_judge_store(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out, unsigned i)
{
    unsigned lacks = prt_lacks(in), way = in->look_way && prt_slot(in);
    out->store_sect = in->look_need;
    if (i < UL1_PRT) {
        unsigned late = s->state[i] == UL1_PRT_STATE_FILLED && (lacks & ~s->entry[i].want);
        out->store_hold = 1;
        out->store_prt = (uint8_t)i;
        out->store_through = !in->pass_writeback || late;
    } else if (in->pass_writeback && !lacks && in->look_there) {
        out->store_dirty = 1;
    } else if (in->pass_writeback && !lacks && way) {
        out->store_alloc = 1;
    } else if (in->pass_writeback && lacks && way && s->used != PRT_ALL) {
        out->miss_open = 1;
        out->store_hold = 1;
        out->store_prt = (uint8_t)prt_fresh(s);
    } else {
        out->store_through = 1;
        out->store_sect = in->look_there && !in->look_purge ? in->look_need & in->look_have : 0;
    }
}

// Whether something arrives that completes an entry: all that it wants is there, with what the access in stage 1 adds to the
// sectors wanted of entry `joined`.
static void prt_judge_done(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out, unsigned joined,
    unsigned added)
{
    unsigned filled = in->fill_valid ? in->fill_prt : UL1_PRT;
    unsigned failed = in->mmu_fault ? prt_reads(s) : UL1_PRT;
    for (unsigned k = 0; k < 2; k++) {
        unsigned i = k ? failed : filled;
        if (i == UL1_PRT)
            continue;
        const struct prt_entry *e = &s->entry[i];
        unsigned want = e->want | (i == joined ? added : 0);
        unsigned got = e->got | (i == filled ? in->fill_sect : 0) | (i == failed ? prt_unsent(s, i) : 0);
        unsigned done = (want & ~got) == 0;
        if (k)
            out->done_fault = done && !(out->done_fill && failed == filled);
        else
            out->done_fill = (uint8_t)done;
    }
}

// Sectors that the access in stage 1 adds to those wanted of an entry that was there.
static unsigned prt_adds(const struct prt_state *s, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    if (out->miss_merge)
        return prt_wants(s, in);
    return out->store_hold && !out->store_through && !out->miss_open ? prt_lacks(in) : 0;
}

static void prt_judge(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out)
{
    unsigned joined = UL1_PRT;
    out->miss_open = 0;
    out->miss_merge = 0;
    out->miss_defer = 0;
    out->store_hold = 0;
    out->store_through = 0;
    out->store_alloc = 0;
    out->store_dirty = 0;
    out->store_sect = 0;
    out->done_fill = 0;
    out->done_fault = 0;
    out->done_fault_row = s->row[prt_reads(s) % UL1_PRT];
    if (in->look_miss || in->look_judge)
        joined = prt_find(s, in->pass_line);
    if (in->look_miss)
        prt_judge_miss(s, in, out, joined);
    if (in->look_judge && in->pass_store)
        prt_judge_store(s, in, out, joined);
    if (in->fill_valid || in->mmu_fault)
        prt_judge_done(s, in, out, joined, prt_adds(s, in, out));
}

// ---- the clock edge

// What an entry is at; to be told again whenever something of it has changed.
static void prt_tell(struct prt_state *s, unsigned i, unsigned queued)
{
    const struct prt_entry *e = &s->entry[i];
    if (!bit(s->used, i))
        s->state[i] = UL1_PRT_STATE_FREE;
    else if (queued)
        s->state[i] = UL1_PRT_STATE_ASKS;
    else
        s->state[i] = e->want & ~e->got ? UL1_PRT_STATE_WAITS : UL1_PRT_STATE_FILLED;
}

static void prt_append(struct prt_state *s, unsigned kind, unsigned index)
{
    s->queue[(s->head + s->count++) % PRT_QUEUE] = (struct prt_request){ .kind = (uint8_t)kind, .index = (uint8_t)index };
}

// The first request leaves the queue: it is on its way, or has failed.
static void prt_clock_request(struct prt_state *s, const struct ul1_prt_in *in)
{
    if (!in->mmu_take && !in->mmu_fault)
        return;
    unsigned i = prt_reads(s);
    if (prt_first_is(s, UL1_MEMOP_FENCE))
        s->fence = 0;
    s->head = (uint8_t)((s->head + 1) % PRT_QUEUE);
    s->count--;
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

// Before the fault of the same cycle, so that of two errors this is the first.
static void prt_clock_fill(struct prt_state *s, const struct ul1_prt_in *in)
{
    if (!in->fill_valid)
        return;
    struct prt_entry *e = &s->entry[in->fill_prt];
    e->got |= in->fill_sect;
    if (in->fill_err && e->err == UL1_ERR_NONE)
        e->err = UL1_ERR_BUS;
    prt_tell(s, in->fill_prt, s->state[in->fill_prt] == UL1_PRT_STATE_ASKS);
}

static void prt_open(struct prt_state *s, const struct ul1_prt_in *in, unsigned i)
{
    s->used |= UINT32_C(1) << i;
    s->state[i] = UL1_PRT_STATE_WAITS;
    s->line[i] = in->pass_line;
    s->merges[i] = 0;
    s->row[i] = in->look_row;
    s->entry[i] = (struct prt_entry){ .err = UL1_ERR_NONE, .drop = in->pass_bypass };
}

// The load joins the entry.
static void prt_merge(struct prt_state *s, const struct ul1_prt_in *in, unsigned i)
{
    struct prt_entry *e = &s->entry[i];
    unsigned pos = s->merges[i]++ % UL1_MERGE;
    e->id[pos] = in->pass_id;
    e->sub[pos] = in->pass_sub;
}

// A store is held for the entry; unless it is on its way to memory already it makes sectors dirty that then must stay.
static void prt_hold(struct prt_state *s, const struct ul1_prt_in *in, const struct ul1_prt_out *out, unsigned i)
{
    struct prt_entry *e = &s->entry[i];
    s->closed |= UINT32_C(1) << i;
    if (out->store_through)
        return;
    e->keeps = 1;
    e->drop = 0;
    e->dirty |= in->look_need;
}

// The entry wants these sectors, and joins the queue if there is something new to ask for.
static void prt_want(struct prt_state *s, unsigned i, unsigned sect)
{
    struct prt_entry *e = &s->entry[i];
    unsigned more = sect & ~(unsigned)e->want, queued = s->state[i] == UL1_PRT_STATE_ASKS;
    e->want |= (uint8_t)more;
    if (more && !queued)
        prt_append(s, UL1_MEMOP_READ, i);
    prt_tell(s, i, more || queued);
}

// What the pass in stage 1 does to an entry. i: the one of its line.
static void prt_clock_entry(struct prt_state *s, const struct ul1_prt_in *in, const struct ul1_prt_out *out, unsigned i)
{
    unsigned adds = prt_adds(s, in, out);
    if (out->miss_open) {
        i = prt_fresh(s);
        adds = in->pass_store ? prt_wants_held(s, in) : prt_wants(s, in);
        prt_open(s, in, i);
    }
    if (out->store_hold)
        prt_hold(s, in, out, i);
    else
        prt_merge(s, in, i);
    prt_want(s, i, adds);
}

// Requests that come together join in this order: the dirty line, the store, the read, which may be for that line's way, the
// fence.
static void prt_clock_pass(struct prt_state *s, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    if (in->evict_valid)
        prt_append(s, UL1_MEMOP_WRITE, in->place_dirty);
    if (out->store_through && in->place_new)
        prt_append(s, UL1_MEMOP_WRITE, in->place_store);
    if (out->miss_open || out->miss_merge || out->store_hold)
        prt_clock_entry(s, in, out, prt_find(s, in->pass_line) % UL1_PRT);
    if (out->accept_fence && (in->fence_valid || in->cmd_fence)) {
        s->fence = 1;
        s->fence_id = in->fence_valid ? in->fence_id : UL1_CMD_ID;
        s->fence_level = in->fence_valid ? in->fence_level : UL1_LEVEL_SYS;
        prt_append(s, UL1_MEMOP_FENCE, 0);
    }
}

static void prt_clock(struct prt_state *s, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    prt_clock_fill(s, in);
    prt_clock_request(s, in);
    prt_clock_pass(s, in, out);
    if (in->pass_replay && in->pass_last) {
        s->used &= ~(UINT32_C(1) << in->pass_prt);
        s->closed &= ~(UINT32_C(1) << in->pass_prt);
        prt_tell(s, in->pass_prt, 0);
    }
    s->fetch = in->cfg_fetch;
    if (in->rst) {
        s->used = 0;
        s->closed = 0;
        memset(s->state, UL1_PRT_STATE_FREE, sizeof s->state);
        s->head = 0;
        s->count = 0;
        s->fence = 0;
    }
}
