#include "blocks/lsu/track.h"

#include <string.h>

#include "blocks/lsu/shadow.h"
#include "common/atoms.h"

unsigned lsu_entry_of(const struct lsu_track *t, uint64_t line)
{
    unsigned e = 0;
    while (e < UL1_PRT && !(t->fetch[e].used && t->fetch[e].line == line))
        e++;
    return e;
}

unsigned lsu_free_entry(const struct lsu_track *t)
{
    unsigned e = 0;
    while (t->fetch[e].used)
        e++;
    return e;
}

unsigned lsu_entries_in_use(const struct lsu_track *t)
{
    unsigned n = 0;
    for (unsigned e = 0; e < UL1_PRT; e++)
        n += t->fetch[e].used;
    return n;
}

unsigned lsu_ways_taken(const struct lsu_track *t, unsigned set, unsigned carveout)
{
    unsigned n = 0;
    for (unsigned e = 0; e < UL1_PRT; e++)
        n += t->fetch[e].used && line_set(&compiled, t->fetch[e].line, carveout) == set;
    return n;
}

uint32_t lsu_lanes_of(const struct ul1_lsu_out *out)
{
    const unsigned words = width_words(out->req_width), sub = out->req_sub / UL1_LANE_GROUPS;
    uint32_t lanes = 0;
    for (unsigned s = 0; s < LANES; s++)
        lanes |= (out->req_mask >> s & 1) << ((sub * LANES / words + s / words) % LANES);
    return lanes;
}

// A beat that a pass releases becomes free some cycles later.
static void advance_intake(struct lsu_track *t, struct drive *d, const struct lsu_constraints *k,
                           const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    for (unsigned b = 0; b < UL1_INTAKE; b++)
        if (t->leaving[b] && --t->leaving[b] == 0)
            t->beats_used &= ~(1u << b);
    if (lsu_gives_up_beat(in, out))
        t->leaving[out->req_beat] = (uint8_t)(1 + rng_below(&d->rng, k->beat_delay));
    if (in->pull_valid && out->pull_ready)
        t->beats_used |= 1u << in->intake_beat;
}

// ---- lines under fetch

// The access in stage 1 opens an entry or joins one; or it is a store, which closes the entry of its line.
static void advance_miss(struct lsu_track *t, struct drive *d, const struct lsu_constraints *k,
                         const struct ul1_lsu_in *in)
{
    bool load = t->stage1.lookup && !in->look_hit && !in->miss_defer,
         store = t->stage1.store && t->opened < UL1_PRT;
    if (!load && !store)
        return;
    struct lsu_fetch *f = &t->fetch[t->opened];
    if (t->opens)
        *f = (struct lsu_fetch){ .used = true,
                                 .line = t->stage1.line,
                                 .left = (uint16_t)rng_below(&d->rng, k->latency) };
    f->closed |= store;
    if (!load)
        return;
    f->wait[f->count].id = t->stage1.id;
    f->wait[f->count++].sub = t->stage1.sub;
}

// Lines arrive, in any order.
static void advance_arrivals(struct lsu_track *t, struct drive *d, const struct lsu_constraints *k)
{
    for (unsigned e = 0; e < UL1_PRT; e++) {
        struct lsu_fetch *f = &t->fetch[e];
        if (!f->used || f->filled)
            continue;
        if (f->left && --f->left)
            continue;
        f->filled = true;
        f->err = happens(d, k->failed) ? (uint8_t)(UL1_ERR_PAGE + rng_below(&d->rng, 2)) : UL1_ERR_NONE;
        t->filled[t->filled_count++] = (uint8_t)e;
    }
}

static void advance_replay(struct lsu_track *t, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->replay_valid && out->coalesce_ready) {
        t->fetch[in->replay_prt].given++;
        t->handed += in->merged_last;
    }
    if (t->leaving_entry < UL1_PRT)
        t->fetch[t->leaving_entry].used = false;
    t->leaving_entry = UL1_PRT;
    if (!enters_replay(in->sel_valid, out))
        return;
    t->fetch[out->cand_prt].done++;
    if (out->cand_last) {
        t->leaving_entry = out->cand_prt;
        memmove(t->filled, t->filled + 1, --t->filled_count);
        t->handed--;
    }
}

// ---- fences, and the pass

static void advance_fences(struct lsu_track *t, struct drive *d, const struct lsu_settings *s,
                           const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < t->asking; i++) {
        t->asked[i].left = (uint16_t)(t->asked[i].left - (t->asked[i].left != 0));
        if (!(in->answer_fence && in->answer_id == t->asked[i].id))
            t->asked[kept++] = t->asked[i];
    }
    t->asking = kept;
    if (!out->fence_valid || !in->accept_fence)
        return;
    t->asked[t->asking].id = out->fence_id;
    t->asked[t->asking++].left = (uint16_t)rng_below(&d->rng, lsu_runs_empty(s) ? 4 : 40);
}

static void advance_pass(struct lsu_track *t, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    const bool replay = enters_replay(in->sel_valid, out);
    t->stage1 = (struct lsu_pass){ .shared = out->req_valid && !out->req_cached && !out->req_old };
    t->stage1.shared_load = t->stage1.shared && atom_pass_returns(out->req_store, out->req_atom);
    if (!out->req_cached)
        return;
    t->stage1.cached = true;
    t->stage1.inval = !replay && out->req_inval;
    t->stage1.flush = !replay && out->req_flush;
    t->stage1.lookup = !replay && !out->req_store && !t->stage1.inval && !t->stage1.flush;
    t->stage1.store = !replay && out->req_store;
    t->stage1.writeback = out->req_writeback;
    t->stage1.replay = replay;
    t->stage1.bare = replay && out->cand_bare;
    t->stage1.id = out->req_id;
    t->stage1.sub = out->req_sub;
    t->stage1.err = replay ? out->cand_err : UL1_ERR_NONE;
    t->stage1.lanes = lsu_lanes_of(out);
    t->stage1.line = out->req_line;
}

// An atomic gets the lowest free entry. The one on offer stays until it is taken; its entry is free after its
// pass.
static void advance_olds(struct lsu_track *t, struct drive *d, const struct lsu_settings *s,
                         const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    static const uint8_t errs[] = { UL1_ERR_PAGE, UL1_ERR_BUS, UL1_ERR_READONLY };
    unsigned free = 0;
    for (unsigned n = 0; n < UL1_OLDS; n++)
        t->old[n].left = (uint16_t)(t->old[n].left - (t->old[n].left != 0));
    if (in->old_valid && out->coalesce_old)
        t->old[t->next_old].taken = true;
    if (out->req_old)
        t->old[out->req_old_number % UL1_OLDS].used = false;
    for (unsigned k = 0; k < UL1_OLDS && (!t->old[t->next_old].used || t->old[t->next_old].taken); k++)
        t->next_old = (t->next_old + 1) % UL1_OLDS;
    while (free < UL1_OLDS && t->old[free].used)
        free++;
    if (!out->req_returns || free == UL1_OLDS)
        return;
    t->old[free] =
        (struct lsu_old){ .used = true,
                          .id = out->req_id,
                          .part = out->req_sub,
                          .err = rng_below(&d->rng, 8) ? UL1_ERR_NONE : errs[rng_below(&d->rng, 3)],
                          .left = (uint16_t)(2 + rng_below(&d->rng, lsu_runs_empty(s) ? 4 : 40)),
                          .mask = out->req_mask };
}

void lsu_track_advance(struct lsu_track *t, struct drive *d, const struct lsu_settings *s,
                       const struct lsu_constraints *k, const struct ul1_lsu_in *in,
                       const struct ul1_lsu_out *out)
{
    advance_intake(t, d, k, in, out);
    advance_miss(t, d, k, in);
    advance_arrivals(t, d, k);
    advance_fences(t, d, s, in, out);
    advance_replay(t, in, out);
    advance_olds(t, d, s, in, out);
    advance_pass(t, in, out);
}

void lsu_track_reset(struct lsu_track *t)
{
    memset(t, 0, sizeof *t);
    t->leaving_entry = UL1_PRT;
}
