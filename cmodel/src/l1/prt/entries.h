// PRT entries: which are in use, the state of each, and what an access adds to one.
#ifndef UL1_PRT_ENTRIES_H
#define UL1_PRT_ENTRIES_H

#include "l1/prt/requests.h"

// The entry of the line; UL1_PRT if there is none.
static inline unsigned prt_find(const struct prt_state *s, uint64_t line)
{
    uint64_t same = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        same |= (uint64_t)(s->line[i] == line) << i;
    same &= s->used;
    return same ? lowest(same) : UL1_PRT;
}

static inline unsigned prt_full(const struct prt_state *s)
{
    return s->used == below(UL1_PRT);
}

// The lowest free entry; 0 if there is none.
static inline unsigned prt_free_entry(const struct prt_state *s)
{
    return prt_full(s) ? 0 : lowest(~s->used);
}

// Sectors that an entry wants and has not sent for: those of its request.
static inline unsigned prt_unsent(const struct prt_state *s, unsigned i)
{
    return s->entry[i].want & ~s->entry[i].sent & ALL_SECTORS;
}

// Updates the state that is shown of an entry; called after each change of it.
static inline void prt_tell(struct prt_state *s, unsigned i, unsigned queued)
{
    const struct prt_entry *e = &s->entry[i];
    if (!is_in(s->used, i))
        s->state[i] = UL1_PRT_STATE_FREE;
    else if (queued)
        s->state[i] = UL1_PRT_STATE_ASKS;
    else
        s->state[i] = e->want & ~e->got ? UL1_PRT_STATE_WAITS : UL1_PRT_STATE_FILLED;
}

static inline void prt_open(struct prt_state *s, const struct prt_in *in, unsigned i)
{
    s->used |= one(i);
    s->fenced &= ~one(i);
    s->reduced &= ~one(i);
    s->state[i] = UL1_PRT_STATE_WAITS;
    s->line[i] = in->pass_line;
    s->merges[i] = 0;
    s->row[i] = in->look_row;
    s->entry[i] = (struct prt_entry){ .err = UL1_ERR_NONE, .drop = in->pass_bypass };
    s->entry[i].fresh = UL1_CACHES_BEHIND && in->pass_fresh;
    s->entry[i].warp = in->source_warp;
    s->entry[i].space = in->source_space;
}

// The load merges into the entry.
static inline void prt_merge(struct prt_state *s, const struct prt_in *in, unsigned i)
{
    unsigned place = s->merges[i]++ % UL1_MERGE;
    s->entry[i].place[place] = (struct prt_merged){ .id = in->pass_id, .sub = in->pass_part };
}

// A store is held for the entry. Unless it is written through, it makes sectors dirty, so that they must
// stay.
static inline void prt_hold(struct prt_state *s, const struct prt_in *in, unsigned through, unsigned i)
{
    struct prt_entry *e = &s->entry[i];
    s->closed |= one(i);
    if (through)
        return;
    e->keeps = 1;
    e->drop = 0;
    e->dirty |= in->look_need;
}

// The entry wants these sectors, and joins the request queue if some are new.
static inline void prt_want(struct prt_state *s, unsigned i, unsigned sect)
{
    struct prt_entry *e = &s->entry[i];
    unsigned more = sect & ~(unsigned)e->want, queued = s->state[i] == UL1_PRT_STATE_ASKS;
    e->want |= (uint8_t)more;
    if (more && !queued)
        prt_append(s, UL1_MEMOP_READ, i);
    prt_tell(s, i, more || queued);
}

#endif
