// The outcome of an access that does not hit, and whether an arrival completes an entry.

#include "l1/prt/entries.h"

// Sectors that the load in stage 1 makes its entry want.
static inline unsigned prt_wants(const struct prt_state *s, const struct prt_in *in)
{
    unsigned need = s->fetch == UL1_FETCH_LINE ? ALL_SECTORS : in->look_need;
    return need & ~in->look_have & ALL_SECTORS;
}

// Sectors that the store in stage 1 needs fetched before it can make them dirty; and sectors that an entry
// opened by it wants.
static inline unsigned prt_lacks(const struct prt_in *in)
{
    return in->look_need & ~in->look_cover & ~in->look_have & ALL_SECTORS;
}

static inline unsigned prt_wants_held(const struct prt_state *s, const struct prt_in *in)
{
    return s->fetch == UL1_FETCH_LINE ? ~(in->look_have | in->look_cover) & ALL_SECTORS : prt_lacks(in);
}

// The dirty victim, if there is one, has a WDB credit.
static inline unsigned prt_has_room(const struct prt_in *in)
{
    return !in->look_dirty || in->credit_dirty;
}

// An entry is free, and not reserved for the urgent deferred access.
static inline unsigned prt_may_open(const struct prt_state *s, const struct prt_in *in)
{
    return !prt_full(s) && !in->defer_holds;
}

static inline void prt_defer(struct ul1_prt_out *out, unsigned cause)
{
    out->miss_defer = 1;
    out->miss_cause = (uint8_t)cause;
}

// A bypassing load may not merge into entry i: a fence was answered since the entry was opened, or its fetch
// lacks a needed sector. Nor may a fresh load, if caches behind may answer the fetch.
static inline unsigned prt_outdated(const struct prt_state *s, const struct prt_in *in, unsigned i)
{
    unsigned copies = in->look_need & in->look_have & ~(unsigned)s->entry[i].want;
    const unsigned stale = UL1_CACHES_BEHIND && in->pass_fresh && !s->entry[i].fresh;
    return in->pass_bypass && (is_in(s->fenced, i) || copies || stale);
}

// A load that misses; i is the entry of its line.
static inline void prt_judge_load(const struct prt_state *s, const struct prt_in *in, struct ul1_prt_out *out,
                                  unsigned i)
{
    if (i < UL1_PRT && (s->state[i] == UL1_PRT_STATE_FILLED || is_in(s->closed, i) || prt_outdated(s, in, i)))
        prt_defer(out, UL1_CAUSE_CLOSED);
    else if (i < UL1_PRT && s->merges[i] == UL1_MERGE)
        prt_defer(out, UL1_CAUSE_MERGE);
    else if (i < UL1_PRT)
        out->miss_merge = 1;
    else if (!in->look_way)
        prt_defer(out, UL1_CAUSE_WAY);
    else if (!prt_may_open(s, in))
        prt_defer(out, UL1_CAUSE_ENTRY);
    else if (!prt_has_room(in))
        prt_defer(out, UL1_CAUSE_CREDIT);
    else
        out->miss_open = 1;
}

// An inval or a flush; i is the entry of its line.
static inline void prt_judge_cmo(struct ul1_prt_out *out, unsigned i)
{
    if (i < UL1_PRT)
        prt_defer(out, UL1_CAUSE_CLOSED);
}

// A reduction on global memory is in stage 1.
static inline unsigned prt_reduces(const struct prt_in *in)
{
    return UL1_GLOBAL_ATOMICS && in->look_judge && in->pass_red != UL1_ATOM_NONE;
}

// A store; i is the entry of its line. It is not kept in the cache if a reduction was performed on what the
// entry fetches.
static inline void prt_judge_store(const struct prt_state *s, const struct prt_in *in,
                                   struct ul1_prt_out *out, unsigned i)
{
    unsigned lacks = prt_lacks(in), way = in->look_way && !in->defer_holds && prt_has_room(in);
    out->store_sect = in->look_need;
    if (i < UL1_PRT) {
        unsigned late = s->state[i] == UL1_PRT_STATE_FILLED && (lacks & ~s->entry[i].want);
        late |= UL1_GLOBAL_ATOMICS && is_in(s->reduced, i);
        out->store_hold = 1;
        out->store_prt = (uint8_t)i;
        out->store_through = !in->pass_writeback || late;
    } else if (in->pass_writeback && !lacks && in->look_there) {
        out->store_dirty = 1;
    } else if (in->pass_writeback && !lacks && way) {
        out->store_alloc = 1;
    } else if (in->pass_writeback && lacks && way && !prt_full(s)) {
        out->miss_open = 1;
        out->store_hold = 1;
        out->store_prt = (uint8_t)prt_free_entry(s);
    } else {
        out->store_through = 1;
        out->store_sect = in->look_there && !in->look_purge ? in->look_need & in->look_have : 0;
    }
}

// A store under policy volta, likewise. It is written through, and makes the sectors valid that it touches,
// if it lacks none.
static inline void prt_judge_volta(const struct prt_in *in, struct ul1_prt_out *out, unsigned i)
{
    unsigned stays = in->pass_writeback && !prt_lacks(in);
    out->store_through = 1;
    out->store_hold = i < UL1_PRT;
    out->store_prt = (uint8_t)(i % UL1_PRT);
    out->store_dirty = !out->store_hold && stays && in->look_there;
    out->store_alloc =
        !out->store_hold && stays && !in->look_there && in->look_way && !in->defer_holds && !in->look_dirty;
    if (out->store_hold || out->store_dirty || out->store_alloc)
        out->store_sect = in->look_need;
    else
        out->store_sect = in->look_purge ? 0 : in->look_need & in->look_have;
}

// Tells whether an entry has all that it wants, with what the access in stage 1 adds and what arrives in this
// cycle.
static inline unsigned prt_is_done(const struct prt_state *s, unsigned i, unsigned added, unsigned arrived)
{
    const struct prt_entry *e = &s->entry[i];
    return ((e->want | added) & ~(e->got | arrived)) == 0;
}

// Tells whether an arrival completes its entry, or a failed translation does. If both are of one entry,
// done_fill reports it, as the entry would not be complete without the fill. The access in stage 1 adds to
// the wanted sectors of `joined`.
static inline void prt_judge_done(const struct prt_state *s, const struct prt_in *in, struct ul1_prt_out *out,
                                  unsigned joined, unsigned added)
{
    unsigned filled = in->fill_prt, failed = in->mmu_fault ? prt_reads(s) : UL1_PRT;
    unsigned fault = failed < UL1_PRT ? prt_unsent(s, failed) : 0;
    if (in->fill_valid)
        out->done_fill = (uint8_t)prt_is_done(s, filled, filled == joined ? added : 0,
                                              in->fill_sect | (filled == failed ? fault : 0));
    if (failed < UL1_PRT)
        out->done_fault = (uint8_t)prt_is_done(s, failed, failed == joined ? added : 0, fault);
}

// Sectors that the access in stage 1 adds to those wanted by an existing entry.
static inline unsigned prt_adds(const struct prt_state *s, const struct prt_in *in,
                                const struct ul1_prt_out *out)
{
    if (out->miss_merge)
        return prt_wants(s, in);
    return out->store_hold && !out->store_through && !out->miss_open ? prt_lacks(in) : 0;
}

static inline void prt_judge(const struct prt_state *s, const struct prt_in *in, struct ul1_prt_out *out)
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
    if (in->look_miss || in->look_judge)
        joined = prt_find(s, in->pass_line);
    if (in->look_miss)
        prt_judge_load(s, in, out, joined);
    if (prt_reduces(in))
        out->store_through = 1;
    else if (in->look_judge && in->pass_store && UL1_POLICIES > 3 && s->volta)
        prt_judge_volta(in, out, joined);
    else if (in->look_judge && in->pass_store)
        prt_judge_store(s, in, out, joined);
    if (in->look_judge && (in->pass_inval || in->pass_flush))
        prt_judge_cmo(out, joined);
    if (in->mmu_fault)
        out->done_fault_row = s->row[prt_reads(s) % UL1_PRT];
    prt_judge_done(s, in, out, joined, prt_adds(s, in, out));
}
