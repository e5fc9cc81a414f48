// The accesses that wait for a line, offered one by one, and the end of an entry.

#include "l1/prt/entries.h"

static inline void prt_merged(const struct prt_state *s, const struct prt_in *in, struct ul1_prt_out *out)
{
    if (!s->used)
        return;                                            // no access is on offer for replay
    unsigned i = in->replay_prt, bare = s->merges[i] == 0; // a bare entry has zeros in its first position
    const struct prt_entry *e = &s->entry[i];
    struct prt_merged merged = e->place[in->replay_pos % UL1_MERGE];
    out->merged_bare = (uint8_t)bare;
    out->merged_id = merged.id;
    out->merged_part = merged.sub;
    out->merged_line = s->line[i];
    out->merged_last = bare || in->replay_pos + 1 == s->merges[i];
    const struct prt_entry *next = &s->entry[in->cand_prt];
    unsigned reduced = is_in(s->reduced, in->cand_prt)
        || (in->pass_red != UL1_ATOM_NONE && in->pass_line == s->line[in->cand_prt]);
    out->merged_drop = next->drop || next->err != UL1_ERR_NONE;
    out->merged_drop |= UL1_GLOBAL_ATOMICS && reduced;
    out->merged_err = e->err;
}

static inline void prt_end(const struct prt_state *s, const struct prt_in *in, struct ul1_prt_out *out)
{
    out->held_dirty = 0;
    out->heldfail_valid = 0;
    if (!in->pass_replay || !in->pass_last)
        return;
    const struct prt_entry *e = &s->entry[in->pass_prt];
    out->held_dirty = in->pass_fail ? 0 : e->dirty;
    out->heldfail_valid = in->pass_fail && e->keeps;
    out->heldfail_line = s->line[in->pass_prt];
    out->heldfail_err = e->err;
}

static inline void prt_clock_end(struct prt_state *s, const struct prt_in *in)
{
    if (!in->pass_replay || !in->pass_last)
        return;
    s->used &= ~one(in->pass_prt);
    s->closed &= ~one(in->pass_prt);
    prt_tell(s, in->pass_prt, 0);
}
