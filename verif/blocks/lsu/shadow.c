#include "blocks/lsu/shadow.h"
#include "common/atoms.h"

#include <string.h>

static uint64_t one(unsigned i)
{
    return UINT64_C(1) << i;
}

unsigned lsu_find_line(const struct lsu_shadow *s, uint64_t line)
{
    for (uint64_t left = s->fetched; left; left &= left - 1)
        if (s->line[__builtin_ctzll(left)] == line)
            return (unsigned)__builtin_ctzll(left);
    return UL1_PRT;
}

// Its index among the others; their number if it is none of them.
static unsigned find_other(const struct lsu_shadow *s, uint64_t line)
{
    unsigned i = 0;
    while (i < s->others && s->other[i] != line)
        i++;
    return i;
}

bool lsu_may_be_other(const struct lsu_shadow *s, uint64_t line)
{
    return s->any_other || find_other(s, line) < s->others;
}

static void remove_other(struct lsu_shadow *s, uint64_t line)
{
    const unsigned i = find_other(s, line);
    if (i < s->others)
        s->other[i] = s->other[--s->others];
}

static void add_other(struct lsu_shadow *s, uint64_t line)
{
    if (find_other(s, line) < s->others)
        return;
    s->any_other |= s->others == LSU_OTHERS;
    if (!s->any_other)
        s->other[s->others++] = line;
}

bool lsu_fetched_in_set(const struct lsu_shadow *s, unsigned set, unsigned carveout)
{
    bool found = s->any_other;
    for (unsigned i = 0; i < UL1_PRT; i++)
        found |= (s->fetched >> i & 1) && line_set(&compiled, s->line[i], carveout) == set;
    for (unsigned i = 0; i < s->others; i++)
        found |= line_set(&compiled, s->other[i], carveout) == set;
    return found;
}

// Its index among the entry's accesses; their number if it is none of them.
static unsigned find_wait(const struct lsu_shadow *s, unsigned id, uint64_t access)
{
    unsigned i = 0;
    while (i < s->waits[id] && s->wait[id][i] != access)
        i++;
    return i;
}

bool lsu_replay_due(const struct lsu_shadow *s, const struct lsu_offered *o)
{
    unsigned place = lsu_find_line(s, o->line), id = o->id;
    if (o->bare)
        return place == UL1_PRT && lsu_may_be_other(s, o->line);
    if (place == UL1_PRT)
        return false;
    return find_wait(s, id, lsu_access(o->line, o->part)) < s->waits[id];
}

// The access has been replayed: the last one that waits moves to its index.
static void remove_wait(struct lsu_shadow *s, unsigned id, uint64_t access)
{
    unsigned found = find_wait(s, id, access);
    s->wait[id][found] = s->wait[id][--s->waits[id]];
}

static void advance_replay(struct lsu_shadow *s, const struct lsu_offered *o)
{
    unsigned place = lsu_find_line(s, o->line);
    if (!lsu_replay_due(s, o))
        return; // another rule reports that
    if (o->bare) {
        remove_other(s, o->line);
        return;
    }
    remove_wait(s, o->id, lsu_access(o->line, o->part));
    s->waiting[place]--;
    s->number[place] = o->prt;
    s->replaying = s->waiting[place] != 0;
    s->merged_err = o->err;
    s->merged_line = o->line;
    if (!s->replaying) {
        s->fetched &= ~one(place);
        s->closed &= ~one(place);
    }
}

// The index of the line of the load in stage 1; without one, the load has its line fetched.
static unsigned advance_open(struct lsu_shadow *s)
{
    uint64_t line = lsu_access_line(s->look_access);
    unsigned place = lsu_find_line(s, line);
    if (place != UL1_PRT || s->fetched == LSU_ALL_FETCHED)
        return place;
    place = (unsigned)__builtin_ctzll(~s->fetched);
    s->fetched |= one(place);
    s->line[place] = line;
    s->waiting[place] = 0;
    s->number[place] = UL1_PRT;
    return place;
}

static void advance_load(struct lsu_shadow *s)
{
    unsigned place = advance_open(s), id = s->look_id;
    if (place == UL1_PRT || s->waits[id] == LANES)
        return;
    s->waiting[place]++;
    s->wait[id][s->waits[id]++] = s->look_access;
}

static void advance_store(struct lsu_shadow *s, const struct ul1_lsu_out *out)
{
    const uint64_t line = lsu_access_line(s->look_access);
    const unsigned place = lsu_find_line(s, line);
    if (place != UL1_PRT)
        s->closed |= one(place);
    else if (s->look_writeback && !out->defer_holds)
        add_other(s, line);
}

// The outcome of the access in stage 1. If it is no store, and not deferred as its line is closed, no store
// has that line fetched.
static void advance_outcome(struct lsu_shadow *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    const bool load = s->look == LSU_LOOK_LOAD, closed = in->miss_defer && in->miss_cause == UL1_CAUSE_CLOSED;
    if ((load || s->look == LSU_LOOK_CMO) && !closed)
        remove_other(s, lsu_access_line(s->look_access));
    if (load && !in->look_hit && !in->miss_defer)
        advance_load(s);
    else if (s->look == LSU_LOOK_STORE)
        advance_store(s, out);
}

static uint8_t look_of(const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (!out->req_cached)
        return LSU_LOOK_NONE;
    if (enters_replay(in->sel_valid, out))
        return out->cand_bare ? LSU_LOOK_BARE : LSU_LOOK_REPLAY;
    return out->req_inval || out->req_flush ? LSU_LOOK_CMO : out->req_store ? LSU_LOOK_STORE : LSU_LOOK_LOAD;
}

static void advance_lines(struct lsu_shadow *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    advance_outcome(s, in, out);
    if (enters_replay(in->sel_valid, out) && s->takes) {
        advance_replay(s, &s->taken[0]);
        memmove(&s->taken[0], &s->taken[1], --s->takes * sizeof s->taken[0]);
    }
    s->look = look_of(in, out);
    s->look_err = enters_replay(in->sel_valid, out) && out->cand_err != UL1_ERR_NONE;
    s->look_writeback = out->req_writeback;
    s->look_id = out->req_id;
    s->look_access = lsu_access(out->req_line, out->req_sub);
}

static void advance_fences(struct lsu_shadow *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->answer_fence)
        s->asked &= ~one(in->answer_id);
    if (out->fence_valid && in->accept_fence)
        s->asked |= one(out->fence_id);
}

static void advance_remainders(struct lsu_shadow *s, const struct ul1_lsu_in *in,
                               const struct ul1_lsu_out *out)
{
    if (in->in_valid && in->in_again)
        s->returned &= ~one(in->in_id);
    if (!out->remainder_valid)
        return;
    s->returned |= one(out->remainder_id);
    s->sub[out->remainder_id] = out->remainder_sub;
    s->slots[out->remainder_id] = out->remainder_mask;
}

void lsu_shadow_advance(struct lsu_shadow *s, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->rst) {
        memset(s, 0, sizeof *s);
        return;
    }
    s->running = 1;
    s->went |= in->sel_valid;
    s->carveout = in->carveout;
    s->cfg_home = in->cfg_home;
    s->cfg_interval = in->cfg_interval;
    s->cfg_policy = in->cfg_policy;
    s->cfg_bankwidth = in->cfg_bankwidth;
    advance_remainders(s, in, out);
    if (lsu_gives_up_beat(in, out))
        s->held &= ~(1u << out->req_beat);
    if (in->pull_valid && out->pull_ready)
        s->held |= 1u << in->intake_beat;
    advance_fences(s, in, out);
    stages_move(&s->due, s->shared_load || lsu_hits(s, in), in->pass_due - 2u);
    const bool wordless = out->req_old && !out->req_mask; // it returns an error
    s->shared_load =
        out->req_valid && !out->req_cached && !wordless && atom_pass_returns(out->req_store, out->req_atom);
    if (s->look | out->req_cached)
        advance_lines(s, in, out);
    if (in->replay_valid && out->coalesce_ready && s->takes < LSU_TAKEN)
        s->taken[s->takes++] = (struct lsu_offered){ .line = in->merged_line,
                                                     .prt = in->replay_prt,
                                                     .id = in->merged_id,
                                                     .part = in->merged_part,
                                                     .last = in->merged_last,
                                                     .err = in->merged_err,
                                                     .bare = in->merged_bare };
}
