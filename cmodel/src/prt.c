// Pending request table: judging misses, collecting what arrives, and naming the accesses to replay.
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

static unsigned prt_head(const struct prt_state *s)
{
    return s->queue[s->head];
}

// Sectors that an entry wants and has not sent for: those that its request is for.
static unsigned prt_unsent(const struct prt_state *s, unsigned i)
{
    return s->entry[i].want & ~s->entry[i].sent & 0xfu;
}

// Sectors that the access in stage 1 makes its entry want.
static unsigned prt_wants(const struct prt_state *s, const struct ul1_prt_in *in)
{
    unsigned need = s->fetch == UL1_FETCH_LINE ? 0xf : in->look_need;
    return need & ~in->look_have & 0xfu;
}

static void prt_state(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out)
{
    (void)in;
    unsigned first = prt_head(s);
    out->xl_valid = s->count != 0;
    out->xl_prt = (uint8_t)first;
    out->xl_line = s->line[first];
    out->xl_sect = (uint8_t)prt_unsent(s, first);
    out->prt_used = s->used;
    memcpy(out->prt_state, s->state, sizeof s->state);
    memcpy(out->prt_line, s->line, sizeof s->line);
    memcpy(out->prt_merges, s->merges, sizeof s->merges);
}

static void prt_row(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out)
{
    out->fill_row = s->row[in->fill_prt];
}

static void prt_rep(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out)
{
    const struct prt_entry *e = &s->entry[in->rep_prt];
    unsigned pos = in->rep_pos % UL1_MERGE;
    out->rep_id = e->id[pos];
    out->rep_sub = e->sub[pos];
    out->rep_line = s->line[in->rep_prt];
    out->rep_last = in->rep_pos + 1 == s->merges[in->rep_prt];
    out->rep_drop = e->drop || e->err != UL1_ERR_NONE;
    out->rep_err = e->err;
}

static void prt_defer(struct ul1_prt_out *out, unsigned cause, unsigned key)
{
    out->miss_defer = 1;
    out->miss_cause = (uint8_t)cause;
    out->miss_key = (uint8_t)key;
}

// What becomes of the miss in stage 1. Returns the entry of its line.
static unsigned prt_judge_miss(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out)
{
    unsigned i = prt_find(s, in->pass_line);
    if (i < UL1_PRT && (s->state[i] == UL1_PRT_FILLED || in->look_doom))
        prt_defer(out, UL1_CAUSE_CLOSED, i);
    else if (i < UL1_PRT && s->merges[i] == UL1_MERGE)
        prt_defer(out, UL1_CAUSE_MERGE, i);
    else if (i < UL1_PRT)
        out->miss_merge = 1;
    else if (!in->look_way)
        prt_defer(out, UL1_CAUSE_WAY, in->look_set);
    else if (s->used == PRT_ALL)
        prt_defer(out, UL1_CAUSE_ENTRY, 0);
    else
        out->miss_open = 1;
    return i;
}

// Whether something arrives that completes an entry: all that it wants, with what a merge in this cycle adds, is there.
static void prt_judge_done(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out, unsigned merged,
    unsigned added)
{
    unsigned filled = in->fill_valid ? in->fill_prt : UL1_PRT;
    unsigned failed = in->xl_fault ? prt_head(s) : UL1_PRT;
    for (unsigned k = 0; k < 2; k++) {
        unsigned i = k ? failed : filled;
        if (i == UL1_PRT)
            continue;
        const struct prt_entry *e = &s->entry[i];
        unsigned want = e->want | (i == merged ? added : 0);
        unsigned got = e->got | (i == filled ? in->fill_sect : 0) | (i == failed ? prt_unsent(s, i) : 0);
        unsigned done = (want & ~got) == 0;
        if (k)
            out->fault_done = done && !(out->fill_done && failed == filled);
        else
            out->fill_done = (uint8_t)done;
    }
}

static void prt_judge(const struct prt_state *s, const struct ul1_prt_in *in, struct ul1_prt_out *out)
{
    unsigned merged = UL1_PRT;
    out->miss_open = 0;
    out->miss_merge = 0;
    out->miss_defer = 0;
    out->fill_done = 0;
    out->fault_done = 0;
    out->fault_row = s->row[prt_head(s)];
    if (in->look_miss)
        merged = prt_judge_miss(s, in, out);
    if (in->fill_valid || in->xl_fault)
        prt_judge_done(s, in, out, out->miss_merge ? merged : UL1_PRT, prt_wants(s, in));
}

// ---- the clock edge

// What an entry is at; to be told again whenever something of it has changed.
static void prt_tell(struct prt_state *s, unsigned i, unsigned queued)
{
    const struct prt_entry *e = &s->entry[i];
    if (!bit(s->used, i))
        s->state[i] = UL1_PRT_FREE;
    else if (queued)
        s->state[i] = UL1_PRT_ASKS;
    else
        s->state[i] = e->want & ~e->got ? UL1_PRT_WAITS : UL1_PRT_FILLED;
}

// The first request leaves the queue: it is on its way, or has failed.
static void prt_clock_request(struct prt_state *s, const struct ul1_prt_in *in)
{
    if (!in->xl_take && !in->xl_fault)
        return;
    unsigned i = prt_head(s), sect = prt_unsent(s, i);
    struct prt_entry *e = &s->entry[i];
    e->sent |= (uint8_t)sect;
    if (in->xl_fault) {
        e->got |= (uint8_t)sect;
        if (e->err == UL1_ERR_NONE)
            e->err = in->xl_bus ? UL1_ERR_BUS : UL1_ERR_PAGE;
    }
    s->head = (uint8_t)((s->head + 1) % UL1_PRT);
    s->count--;
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
    prt_tell(s, in->fill_prt, s->state[in->fill_prt] == UL1_PRT_ASKS);
}

static void prt_open(struct prt_state *s, const struct ul1_prt_in *in, unsigned i)
{
    s->used |= UINT32_C(1) << i;
    s->state[i] = UL1_PRT_WAITS;
    s->line[i] = in->pass_line;
    s->merges[i] = 0;
    s->row[i] = in->look_row;
    s->entry[i] = (struct prt_entry){ .err = UL1_ERR_NONE, .drop = in->pass_bypass };
}

// The access joins the entry, and the entry the queue if there is something new to ask for.
static void prt_add(struct prt_state *s, const struct ul1_prt_in *in, unsigned i)
{
    struct prt_entry *e = &s->entry[i];
    unsigned pos = s->merges[i]++ % UL1_MERGE;
    e->id[pos] = in->pass_id;
    e->sub[pos] = in->pass_sub;

    unsigned more = prt_wants(s, in) & ~(unsigned)e->want;
    e->want |= (uint8_t)more;
    if (more && s->state[i] != UL1_PRT_ASKS)
        s->queue[(s->head + s->count++) % UL1_PRT] = (uint8_t)i;
    prt_tell(s, i, more || s->state[i] == UL1_PRT_ASKS);
}

static void prt_clock(struct prt_state *s, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    unsigned fresh = s->used == PRT_ALL ? 0 : lowest(~(uint64_t)s->used);
    unsigned merged = out->miss_merge ? prt_find(s, in->pass_line) % UL1_PRT : 0;
    prt_clock_fill(s, in);
    prt_clock_request(s, in);
    if (out->miss_open)
        prt_open(s, in, fresh);
    if (out->miss_open || out->miss_merge)
        prt_add(s, in, out->miss_open ? fresh : merged);
    if (in->pass_rep && in->pass_last) {
        s->used &= ~(UINT32_C(1) << in->pass_prt);
        prt_tell(s, in->pass_prt, 0);
    }
    s->fetch = in->cfg_fetch;
    if (in->rst) {
        s->used = 0;
        memset(s->state, UL1_PRT_FREE, sizeof s->state);
        s->head = 0;
        s->count = 0;
    }
}
