#include "environment/sm/standing.h"

#include <string.h>

#include "common/enters.h"
#include "common/pairs.h"

static uint64_t bit(unsigned entry)
{
    return UINT64_C(1) << (entry % ENTRIES);
}

static void set(uint64_t *mask, uint64_t these, bool on)
{
    *mask = on ? *mask | these : *mask & ~these;
}

// ---- the new queue

void standing_reset(struct standing *s, const struct ul1_sizes *sizes)
{
    memset(s, 0, sizeof *s);
    s->sizes = sizes;
}

// The entry among these that was taken first.
static uint64_t eldest(const struct standing *s, uint64_t these)
{
    uint64_t first = these & -these;
    for (uint64_t left = these & (these - 1); left; left &= left - 1)
        if (s->serial[__builtin_ctzll(left)] < s->serial[__builtin_ctzll(first)])
            first = left & -left;
    return first;
}

// Updates which entries of a warp are first in their order, and what depends on that. Shared accesses form
// one order, all else another; a fence is in both.
static void refresh(struct standing *s, unsigned warp)
{
    const uint64_t of = s->of_warp[warp];
    if (!of)
        return;
    const uint64_t first = eldest(s, of & (s->shared | s->fence)), other = eldest(s, of & ~s->shared);
    const uint64_t turn = (first & s->shared) | (other & ~s->fence) | (first & other);
    s->turn = (s->turn & ~of) | turn;
    set(&s->out, turn, s->outs[warp]);
    set(&s->behind_fence, of, false);
    set(&s->behind_fence, of & ~turn, s->fence & turn);
}

static void leave_queue(struct standing *s, unsigned e)
{
    const unsigned warp = s->warp[e];
    if (!(s->queue & bit(e)))
        return;
    s->of_warp[warp] &= ~bit(e);
    s->queue &= ~bit(e);
    s->turn &= ~bit(e);
    s->behind_fence &= ~bit(e);
    s->outs[warp]++;
    refresh(s, warp);
}

uint64_t standing_plain(const struct standing *s)
{
    return standing_next(s->turn & (s->null | s->over), s->went);
}

// Whether the instruction is wrong when taken, by its kind or by the address of an active lane. (A program's
// expectations do not contain this.)
static bool fails(const struct instr *i, uint64_t size)
{
    const unsigned bytes = instr_cmo(i) ? 1 : width_bytes(i->width);
    const bool cached = instr_cached(i);
    if (!cached && (!instr_known(i) || instr_cmo(i) || i->space != UL1_SPACE_SHARED))
        return true;
    for (uint32_t left = i->mask; left; left &= left - 1) {
        const uint64_t addr = i->addr[__builtin_ctz(left)];
        if (addr % bytes || (!cached && addr >= size))
            return true;
    }
    return false;
}

static void note_kind(struct standing *s, unsigned e, const struct instr *i, uint64_t size)
{
    const uint64_t b = bit(e);
    const bool null = !instr_fences(i) && (!i->mask || fails(i, size));
    set(&s->store, b, instr_stores(i) && !null);
    set(&s->fence, b, instr_fences(i));
    set(&s->near, b, i->level == UL1_LEVEL_CTA);
    set(&s->cached, b, instr_cached(i));
    set(&s->null, b, null);
    set(&s->shared, b, !instr_fences(i) && i->space == UL1_SPACE_SHARED);
    set(&s->ordered, b, instr_cached(i) && i->op == UL1_OP_LOAD && !null && i->hint == UL1_HINT_ORD);
    set(&s->cmo, b, instr_cmo(i) && !null);
    set(&s->flush, b, i->op == UL1_OP_FLUSH && !null);
    const unsigned apart = null ? 0 : pairs_apart(i->op, i->matrix, i->space, i->width, i->mask, i->addr);
    s->todo[e] = null || instr_fences(i) ? 0 : pairs_active(apart, i->mask);
    s->apart[e] = s->todo[e];
    s->instr[e] = i;
    s->open[e] = instr_cached(i) && (!instr_stores(i) || instr_answered(i)) ? s->todo[e] : 0;
    s->words[e] = instr_cmo(i) ? 1 : (uint8_t)instr_slots(i);
    set(&s->atomic, b, instr_stores(i) && instr_returns(i) && !instr_reduces(i) && !null);
    set(&s->answered, b, instr_answered(i) && !null);
    set(&s->reduces, b, instr_reduces(i) && !null);
}

void standing_taken(struct standing *s, unsigned e, const struct instr *i, uint64_t size)
{
    const uint64_t b = bit(e);
    const unsigned warp = i->warp;
    note_kind(s, e, i, size);
    s->asked &= ~b, s->over &= ~b, s->beaten &= ~b;
    s->beats[e] = 0;
    s->warp[e] = (uint8_t)warp;
    s->serial[e] = s->taken++;
    s->live |= b, s->queue |= b;
    s->of_warp[warp] |= b;
    refresh(s, warp);
}

// ---- lanes

static uint32_t lanes_of_sub(const struct standing *s, unsigned e, unsigned sub)
{
    const unsigned n = LANES / s->words[e];
    return (uint32_t)(((UINT64_C(1) << n) - 1) << sub * n);
}

// The lanes that may be coalesced with this one.
static uint32_t lanes_beside(const struct standing *s, unsigned e, unsigned lane)
{
    const unsigned lanes = LANES / s->sizes->lane_groups / s->words[e], n = lanes ? lanes : 1;
    return (uint32_t)(((UINT64_C(1) << n) - 1) << lane / n * n);
}

// ---- beats and remainders

static void use_beat(struct standing *s, unsigned e)
{
    s->beats[e] -= s->beats[e] != 0;
    set(&s->beaten, bit(e), s->beats[e]);
}

uint64_t standing_lacking(const struct standing *s)
{
    uint64_t lack = s->left & s->store & ~s->again_beat;
    for (uint64_t these = lack; these; these &= these - 1)
        lack &= s->left_from[__builtin_ctzll(these)] > s->clock + 1 ? ~(these & -these) : UINT64_MAX;
    return lack;
}

static uint64_t left_ready(const struct standing *s)
{
    uint64_t may = s->left & (~s->store | s->again_beat);
    for (uint64_t these = may; these; these &= these - 1)
        may &= s->left_from[__builtin_ctzll(these)] > s->clock ? ~(these & -these) : UINT64_MAX;
    return may;
}

// The beat goes to a remainder that lacks one, else to a new access.
static void see_beat(struct standing *s, unsigned e)
{
    if (standing_lacking(s) & bit(e)) {
        s->again_beat |= bit(e);
    } else {
        s->beats[e]++;
        s->beaten |= bit(e);
    }
}

// An access is chosen to be prepared: a remainder, or a new one for the sub-warp of the lowest lane not yet
// presented.
static void see_choice(struct standing *s, uint64_t left, const struct ul1_l1_out *out)
{
    const unsigned e = out->lsu.choice_id % ENTRIES;
    s->joining = out->lsu.choice_valid ? left & bit(e) : 0;
    s->left &= ~s->joining;
    s->addressed = out->lsu.choice_valid && !s->joining ? bit(e) : 0;
    if (!s->addressed)
        return;
    if (s->store & bit(e))
        use_beat(s, e);
    if (s->todo[e])
        s->todo[e] &= ~lanes_of_sub(s, e, (unsigned)__builtin_ctz(s->todo[e]) * s->words[e] / LANES);
    s->unissued |= bit(e);
    if (s->unissued_count < UL1_POOL)
        s->chosen[s->unissued_count++] = (uint8_t)e;
    if (!s->todo[e])
        leave_queue(s, e);
}

// The first unissued access of this entry is issued.
static void is_issued(struct standing *s, unsigned e)
{
    unsigned kept = 0;
    bool found = false;
    set(&s->unissued, bit(e), false);
    for (unsigned n = 0; n < s->unissued_count; n++) {
        if (s->chosen[n] == e && !found) {
            found = true;
            continue;
        }
        s->unissued |= bit(s->chosen[n]);
        s->chosen[kept++] = s->chosen[n];
    }
    s->unissued_count = kept;
}

// The pool entry with this instruction's oldest unissued access, or with its remainder.
static struct standing_place *place_of(struct standing *s, unsigned e, bool unissued)
{
    struct standing_place *found = NULL;
    for (unsigned n = 0; n < UL1_POOL; n++) {
        struct standing_place *p = &s->pool[n];
        if (p->used && p->entry == e && p->unissued == unissued && (!found || p->since < found->since))
            found = p;
    }
    return found;
}

// The access that has read its addresses in this cycle joins the pool, behind the one that had a pass.
static void see_join(struct standing *s, uint64_t unissued, uint64_t remainder)
{
    unsigned n = 0;
    if (!(unissued | remainder))
        return;
    while (n + 1 < UL1_POOL && s->places >> n & 1)
        n++;
    const unsigned e = (unsigned)__builtin_ctzll(unissued | remainder);
    s->pool[n] = (struct standing_place){
        .used = true, .unissued = unissued != 0, .entry = (uint8_t)e, .since = 2 * s->clock + 1
    };
}

static void see_place(struct standing *s, unsigned e, const struct ul1_l1_in *in,
                      const struct ul1_l1_out *out)
{
    struct standing_place *p = place_of(s, e, !out->lsu.cand_remainder);
    if (!p)
        return;
    p->used = out->split.split_more && out->lsu.remainder_stays;
    p->unissued = false;
    p->since = 2 * s->clock;
    p->from = s->clock + (in->cfg_interval > 1 ? in->cfg_interval : 1);
}

// The remainder may be chosen `wait` cycles after the next one, or later.
static void leave_over(struct standing *s, unsigned e, unsigned wait)
{
    s->left |= bit(e);
    s->left_from[e] = s->clock + 1 + wait;
}

static void see_shared_pass(struct standing *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const unsigned e = out->lsu.req_id % ENTRIES, warp = s->warp[e];
    const bool more = out->split.split_more, goes = more && in->cfg_home == UL1_HOME_INSTR,
               had = s->remainder & bit(e);
    if (!out->lsu.cand_remainder)
        is_issued(s, e);
    see_place(s, e, in, out);
    set(&s->remainder, bit(e), more);
    set(&s->away, bit(e), goes);
    set(&s->again_beat, bit(e), more && out->lsu.remainder_stays && s->store & bit(e));
    if (more && !goes && !out->lsu.remainder_stays)
        leave_over(s, e, in->cfg_interval > UL1_POOL_WAIT ? in->cfg_interval - UL1_POOL_WAIT : 0);
    s->remainders[warp] = (uint8_t)(s->remainders[warp] + more - had);
    refresh(s, warp);
}

// ---- cached accesses

static void note_line(struct standing *s, unsigned e)
{
    const bool left = !(s->queue & bit(e));
    set(&s->tending, bit(e) & s->cmo, s->open[e] && left);
    set(&s->line, bit(e), s->open[e] && !s->todo[e] && left);
    if (!s->open[e])
        s->loading &= ~bit(e);
}

static struct standing_lines *lines_of(struct standing *s, unsigned e)
{
    return &s->lines[(s->store | s->flush) >> e & 1];
}

// The access that is coalesced in this cycle, from the state at its beginning.
struct gathered {
    uint64_t entry;
    uint32_t lanes;
};

static struct gathered see_gathered(const struct standing *s, const struct ul1_l1_out *out)
{
    struct gathered g = { .entry = bit(out->lsu.coalesce_id) };
    const unsigned e = out->lsu.coalesce_id % ENTRIES;
    if (!out->lsu.coalesce_valid || s->replays || !(s->live & g.entry) || !s->apart[e])
        return (struct gathered){ 0 };
    const unsigned first = (unsigned)__builtin_ctz(s->apart[e]);
    const struct instr *i = s->instr[e];
    const uint64_t line = instr_at(i, first) >> WITHIN_LINE_W;
    for (uint32_t left = s->apart[e] & lanes_beside(s, e, first); left; left &= left - 1)
        g.lanes |= instr_at(i, (unsigned)__builtin_ctz(left)) >> WITHIN_LINE_W == line ? left & -left : 0;
    if (s->reduces & g.entry)
        g.lanes = instr_one_a_word(i, g.lanes);
    return g;
}

// Adds the access to the line buffer. With its final line the instruction leaves the new queue.
static void see_gather(struct standing *s, struct gathered g, bool final)
{
    if (!g.entry)
        return;
    const unsigned e = (unsigned)__builtin_ctzll(g.entry);
    struct standing_lines *l = lines_of(s, e);
    s->apart[e] &= ~g.lanes;
    if (l->count < UL1_NEW_LINES) {
        l->at[l->count].entry = (uint8_t)e;
        l->at[l->count++].final = final;
    }
    if (final)
        leave_queue(s, e);
    note_line(s, e);
}

static void see_cached_pass(struct standing *s, const struct ul1_l1_out *out)
{
    const unsigned e = out->lsu.req_id % ENTRIES;
    struct standing_lines *l = lines_of(s, e);
    s->todo[e] &= ~standing_lanes(s, e, standing_sub(s, out->lsu.req_sub), out->lsu.req_mask);
    if (out->lsu.req_store && out->lsu.req_end)
        use_beat(s, e);
    if (l->count) {
        s->loading |= l->at[0].final ? bit(e) & s->ordered : 0;
        memmove(l->at, l->at + 1, --l->count * sizeof *l->at);
    }
    note_line(s, e);
}

// A pass with old words, or an error.
static void see_old_pass(struct standing *s, unsigned e, const struct ul1_lsu_out *out)
{
    s->open[e] &= ~standing_lanes(s, e, standing_sub(s, out->req_sub), s->old_slots[out->req_old_number]);
    note_line(s, e);
}

// ---- deferred accesses

static void wake_up(struct standing *s, unsigned e)
{
    s->sleeps[s->warp[e]] -= (s->deferred & bit(e)) != 0;
    s->deferred &= ~bit(e);
}

// If it was awake and none is urgent, the next entry with a deferred access becomes urgent.
static void fall_unwoken(struct standing *s, unsigned e, const struct ul1_l1_out *out)
{
    const unsigned cause = out->prt.miss_cause;
    const bool again = s->deferred & ~s->unwoken & bit(e);
    struct standing_urgent *u = &s->urgent;
    s->cause[e] = (uint8_t)(cause % 5);
    leave_queue(s, e);
    s->sleeps[s->warp[e]] += !(s->deferred & bit(e));
    s->deferred |= bit(e);
    s->unwoken |= bit(e);
    set(&s->room, bit(e), cause == UL1_CAUSE_CREDIT);
    if (again && !u->is) {
        *u = (struct standing_urgent){ .is = true,
                                       .entry =
                                           (uint8_t)__builtin_ctzll(standing_next(s->deferred, u->entry)) };
        s->unwoken &= ~bit(u->entry);
    }
}

static void accept(struct standing *s, unsigned e)
{
    if (!s->apart[e])
        wake_up(s, e);
    if (!s->urgent.is || s->urgent.entry != e)
        return;
    s->urgent.is = false;
    s->unwoken = 0;
}

// A load or CMO in stage 1. This cycle's presented access is noted already, its coalesced one is not.
static void see_lookup(struct standing *s, const struct ul1_l1_out *out)
{
    const unsigned e = out->arb.pass_id % ENTRIES;
    const uint32_t lanes = standing_lanes(s, e, standing_sub(s, out->arb.pass_part), out->arb.pass_mask);
    if (out->prt.miss_defer) {
        s->todo[e] |= lanes;
        s->apart[e] |= lanes;
        fall_unwoken(s, e, out);
    } else {
        if (out->tag.look_hit || (out->arb.pass_replay && out->arb.pass_fail) || out->arb.pass_inval
            || out->arb.pass_flush)
            s->open[e] &= ~lanes;
        if (!out->arb.pass_replay)
            accept(s, e);
    }
    note_line(s, e);
}

// The last replay of a PRT entry wakes all deferred accesses; a credit for a dirty line wakes those that
// lacked it.
static void see_wakes(struct standing *s, const struct ul1_l1_out *out)
{
    if (enters_replay(out->arb.sel_valid, &out->lsu) && out->lsu.cand_last)
        s->unwoken = 0;
    if (out->wdb.credit_dirty)
        s->unwoken &= ~s->room;
}

// ---- nulls and fences

// A fence that requests stays until memory has taken it, a command's first; else the next one is examined.
static void see_fences(struct standing *s, const struct ul1_l1_out *out)
{
    const uint64_t commanded = UL1_CACHES_BEHIND && out->tag.cmd_fence ? ~s->near : 0;
    const uint64_t it = s->examines ? bit(s->examined) : 0, settled = it & ~s->out & ~commanded,
                   far = settled & ~s->near;
    const uint64_t next = standing_next(s->turn & s->fence & ~s->asked & ~s->over & ~settled, s->examined);
    if (out->fill.answer_fence && out->fill.answer_id < s->sizes->instrs)
        s->over |= bit(out->fill.answer_id);
    if (far && !out->prt.accept_fence)
        return;
    s->asked |= far;
    s->over |= settled & s->near;
    s->examines = next != 0;
    if (next)
        s->examined = (uint8_t)__builtin_ctzll(next);
}

static void see_plain(struct standing *s, uint64_t it)
{
    if (!it)
        return;
    s->went = (uint8_t)__builtin_ctzll(it);
    leave_queue(s, s->went);
}

static void see_retired(struct standing *s, unsigned e)
{
    const unsigned warp = s->warp[e];
    if (!(s->live & bit(e)))
        return;
    leave_queue(s, e);
    wake_up(s, e);
    s->live &= ~bit(e);
    while (s->unissued & bit(e))
        is_issued(s, e);
    uint64_t *const of[] = { &s->remainder, &s->left, &s->line, &s->loading, &s->tending };
    for (unsigned n = 0; n < sizeof of / sizeof *of; n++)
        *of[n] &= ~bit(e);
    s->outs[warp]--;
    refresh(s, warp);
}

void standing_cycle(struct standing *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (s->live) {
        const uint64_t plain = out->lsu.cand_valid ? 0 : standing_plain(s), unissued = s->addressed,
                       remainder = s->joining;
        const uint64_t left = left_ready(s);
        const struct gathered g = see_gathered(s, out);
        s->places = 0;
        for (unsigned n = 0; n < UL1_POOL; n++)
            s->places |= (uint64_t)s->pool[n].used << n;
        const bool final = g.entry && !(s->apart[__builtin_ctzll(g.entry)] & ~g.lanes);
        see_fences(s, out);
        if (in->pull_valid && out->lsu.pull_ready)
            see_beat(s, out->lsu.pull_id % ENTRIES);
        see_plain(s, plain);
        see_choice(s, left, out);
        if (in->in_valid && in->in_again) {
            s->away &= ~bit(in->in_id);
            leave_over(s, in->in_id % ENTRIES, 0);
        }
        if (out->lsu.req_old)
            see_old_pass(s, out->lsu.req_id % ENTRIES, &out->lsu);
        else if (out->lsu.req_valid && !out->lsu.req_cached)
            see_shared_pass(s, in, out);
        else if (enters_line(out->arb.sel_valid, &out->lsu))
            see_cached_pass(s, out);
        see_join(s, unissued, remainder);
        if (out->arb.pass_cached && !out->arb.pass_store && out->arb.pass_mask)
            see_lookup(s, out);
        see_wakes(s, out);
        see_gather(s, g, final);
        if (out->lsu.ret_valid)
            see_retired(s, out->lsu.ret_id % ENTRIES);
    }
    const bool olds = out->old.old_valid && out->lsu.coalesce_old;
    if (olds)
        s->old_slots[out->old.old_number] = out->old.old_mask;
    s->clock++;
    s->replays = olds || (out->fill.replay_valid && out->lsu.coalesce_ready);
}
