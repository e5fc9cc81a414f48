#include "surround/standing.h"

#include <string.h>

static uint64_t bit(unsigned entry)
{
    return UINT64_C(1) << (entry % ENTRIES);
}

static void set(uint64_t *mask, uint64_t these, bool on)
{
    *mask = on ? *mask | these : *mask & ~these;
}

// ---- the new queue

void standing_reset(struct standing *s)
{
    memset(s, 0, sizeof *s);
    s->before[NOBODY] = s->after[NOBODY] = NOBODY;
}

uint64_t standing_oldest(const struct standing *s, uint64_t of)
{
    unsigned e = of ? s->after[NOBODY] : NOBODY;
    while (e != NOBODY && !(of & bit(e)))
        e = s->after[e];
    return e == NOBODY ? 0 : bit(e);
}

// Of these the one that was taken first.
static uint64_t eldest(const struct standing *s, uint64_t these)
{
    uint64_t first = these & -these;
    for (uint64_t left = these & (these - 1); left; left &= left - 1)
        if (s->serial[__builtin_ctzll(left)] < s->serial[__builtin_ctzll(first)])
            first = left & -left;
    return first;
}

// Who of a warp has the turn, and what its warp has to do with that. Its accesses to shared memory and all else have an order
// each; a fence is in both.
static void refresh(struct standing *s, unsigned warp)
{
    const uint64_t of = s->of_warp[warp];
    if (!of)
        return;
    const uint64_t first = eldest(s, of & (s->shared | s->fence)), other = eldest(s, of & ~s->shared);
    const uint64_t turn = (first & s->shared) | (other & ~s->fence) | (first & other);
    s->turn = (s->turn & ~of) | turn;
    set(&s->busy, turn, false);
    set(&s->busy, turn & (s->shared | s->fence), s->remainders[warp]);
    set(&s->out, turn, s->outs[warp]);
    set(&s->behind_fence, of, false);
    set(&s->behind_fence, of & ~turn, s->fence & turn);
}

static void leave_queue(struct standing *s, unsigned e)
{
    const unsigned warp = s->warp[e];
    if (!(s->queue & bit(e)))
        return;
    s->after[s->before[e]] = s->after[e];
    s->before[s->after[e]] = s->before[e];
    s->of_warp[warp] &= ~bit(e);
    s->queue &= ~bit(e);
    s->turn &= ~bit(e);
    s->behind_fence &= ~bit(e);
    s->outs[warp]++;
    refresh(s, warp);
}

// A fence, and what does nothing but retire, leave the new queue unseen. It is seen when they retire, or when somebody behind
// them, in an order that they are in, is presented or chosen. (What does nothing may retire before a cached access before it
// has its pass, which stands prepared.)
static void presented(struct standing *s, unsigned e)
{
    const uint64_t order = s->fence & bit(e) ? ~UINT64_C(0) : s->fence | (s->shared & bit(e) ? s->shared : ~s->shared);
    uint64_t unseen = s->of_warp[s->warp[e]] & order & (s->fence | s->null) & ~bit(e);
    while (unseen && s->queue & bit(e) & ~s->turn) {
        const uint64_t first = eldest(s, unseen);
        if (s->serial[__builtin_ctzll(first)] > s->serial[e])
            return;
        leave_queue(s, (unsigned)__builtin_ctzll(first));
        unseen &= ~first;
    }
}

static void note_kind(struct standing *s, unsigned e, const struct instr *i)
{
    const uint64_t b = bit(e);
    const bool fails = i->err && i->err != UL1_ERR_PAGE && i->err != UL1_ERR_BUS;
    const bool null = !instr_fences(i) && (fails || !i->mask);
    set(&s->store, b, instr_stores(i) && !null);
    set(&s->fence, b, instr_fences(i));
    set(&s->near, b, i->level == UL1_LEVEL_CTA);
    set(&s->cached, b, instr_cached(i));
    set(&s->null, b, null);
    set(&s->shared, b, !instr_fences(i) && i->space == UL1_SPACE_SHARED);
    set(&s->ordered, b, instr_cached(i) && i->op == UL1_OP_LOAD && !null && i->hint == UL1_HINT_ORD);
    set(&s->upkeep, b, instr_upkeep(i) && !null);
    set(&s->flush, b, i->op == UL1_OP_FLUSH && !null);
    s->todo[e] = null || instr_fences(i) ? 0 : i->mask;
    s->open[e] = instr_cached(i) && !instr_stores(i) ? s->todo[e] : 0;
    s->words[e] = instr_upkeep(i) ? 1 : (uint8_t)width_words(i->width);
}

void standing_taken(struct standing *s, unsigned e, const struct instr *i)
{
    const uint64_t b = bit(e);
    const unsigned warp = i->warp;
    note_kind(s, e, i);
    s->asked &= ~b;
    s->answered &= ~b;
    s->beaten &= ~b;
    s->beats[e] = 0;
    s->warp[e] = (uint8_t)warp;
    s->serial[e] = s->taken++;
    s->live |= b;
    s->queue |= b;
    s->of_warp[warp] |= b;
    s->before[e] = s->before[NOBODY];
    s->after[e] = NOBODY;
    s->after[s->before[e]] = s->before[NOBODY] = (uint8_t)e;
    refresh(s, warp);
}

// ---- lanes

static uint32_t lanes_of_sub(const struct standing *s, unsigned e, unsigned sub)
{
    const unsigned n = LANES / s->words[e];
    return (uint32_t)(((UINT64_C(1) << n) - 1) << sub * n);
}

// ---- beats and remainders

static void use_beat(struct standing *s, unsigned e)
{
    s->beats[e] -= s->beats[e] != 0;
    set(&s->beaten, bit(e), s->beats[e]);
}

// A remainder that is in the pool and has none gets it first.
static void see_beat(struct standing *s, unsigned e)
{
    if (s->remainder & ~(s->away | s->again | s->joining | s->again_beat) & bit(e)) {
        s->again_beat |= bit(e);
    } else {
        s->beats[e]++;
        s->beaten |= bit(e);
    }
}

// An access is chosen to be prepared: what was presented again, or a new one, of the sub-warp of the lowest lane to do.
static void see_choice(struct standing *s, const struct ul1_l1_out *out)
{
    const unsigned e = out->lsu.choice_id % ENTRIES;
    s->joining = s->again;
    s->again = 0;
    s->addressed = out->lsu.choice_valid && !s->joining ? bit(e) : 0;
    if (!s->addressed)
        return;
    presented(s, e);
    if (s->store & bit(e))
        use_beat(s, e);
    if (s->todo[e])
        s->todo[e] &= ~lanes_of_sub(s, e, (unsigned)__builtin_ctz(s->todo[e]) * s->words[e] / LANES);
    s->fresh |= bit(e);
    if (s->freshes < UL1_FRESH)
        s->chosen[s->freshes++] = (uint8_t)e;
    if (!s->todo[e])
        leave_queue(s, e);
}

// The first of the fresh accesses of this entry is fresh no more.
static void no_longer_fresh(struct standing *s, unsigned e)
{
    unsigned kept = 0;
    bool found = false;
    set(&s->fresh, bit(e), false);
    for (unsigned n = 0; n < s->freshes; n++) {
        if (s->chosen[n] == e && !found) {
            found = true;
            continue;
        }
        s->fresh |= bit(s->chosen[n]);
        s->chosen[kept++] = s->chosen[n];
    }
    s->freshes = kept;
}

static void see_shared_pass(struct standing *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const unsigned e = out->lsu.req_id % ENTRIES, warp = s->warp[e];
    const bool more = out->split.split_more, goes = more && in->cfg_home == UL1_HOME_INSTR, had = s->remainder & bit(e);
    if (out->arb.sel_new)
        no_longer_fresh(s, e);
    set(&s->remainder, bit(e), more);
    set(&s->away, bit(e), goes);
    set(&s->again_beat, bit(e), more && !goes && s->store & bit(e));
    s->remainders[warp] = (uint8_t)(s->remainders[warp] + more - had);
    refresh(s, warp);
}

// ---- cached accesses

static void note_line(struct standing *s, unsigned e)
{
    set(&s->loading, bit(e) & s->ordered, s->open[e] && !(s->queue & bit(e)));
    set(&s->tending, bit(e) & s->upkeep, s->open[e] && !(s->queue & bit(e)));
    set(&s->line, bit(e), s->open[e] && !s->todo[e] && !(s->queue & bit(e)));
}

static void see_cached_pass(struct standing *s, const struct ul1_l1_out *out)
{
    const unsigned e = out->lsu.req_id % ENTRIES;
    presented(s, e);
    s->todo[e] &= ~standing_lanes(s, e, out->lsu.req_sub % 4u, out->lsu.req_mask);
    if (out->lsu.req_store && out->lsu.req_end)
        use_beat(s, e);
    if (!s->todo[e])
        leave_queue(s, e);
    note_line(s, e);
}

static void fall_asleep(struct standing *s, unsigned e, unsigned cause, bool asleep)
{
    if (!asleep)
        s->cause[e] = (uint8_t)(cause % 5);
    leave_queue(s, e);
    if (s->sleeper & bit(e))
        return;
    s->sleeper |= bit(e);
    s->slept[s->sleepers++ % ENTRIES] = (uint8_t)e;
    s->sleeps[s->warp[e]]++;
}

static void wake_up(struct standing *s, unsigned e)
{
    unsigned n = 0;
    if (!(s->sleeper & bit(e)))
        return;
    while (n < s->sleepers && s->slept[n] != e)
        n++;
    memmove(s->slept + n, s->slept + n + 1, --s->sleepers - n);
    s->sleeper &= ~bit(e);
    s->sleeps[s->warp[e]]--;
}

// A load or upkeep in stage 1; what it has presented in this cycle is noted already.
static void see_lookup(struct standing *s, const struct ul1_l1_out *out)
{
    const unsigned e = out->arb.pass_id % ENTRIES;
    const uint32_t lanes = standing_lanes(s, e, out->arb.pass_sub % 4u, out->arb.pass_mask);
    const bool asleep = out->lsu.sleep_ids >> e & 1, again = out->arb.sel_woken && out->lsu.req_id == e;
    if (out->prt.miss_defer) {
        s->todo[e] |= lanes;
        fall_asleep(s, e, out->prt.miss_cause, asleep);
    } else if (out->tag.look_hit || (out->arb.pass_replay && out->arb.pass_fail) || out->arb.pass_inval || out->arb.pass_flush) {
        s->open[e] &= ~lanes;
    }
    if (!out->prt.miss_defer && !asleep && !again && !s->todo[e])
        wake_up(s, e);
    note_line(s, e);
}

// ---- the cycle

static void see_retired(struct standing *s, unsigned e)
{
    const unsigned warp = s->warp[e];
    if (!(s->live & bit(e)))
        return;
    presented(s, e);
    leave_queue(s, e);
    wake_up(s, e);
    s->live &= ~bit(e);
    s->remainder &= ~bit(e);
    while (s->fresh & bit(e))
        no_longer_fresh(s, e);
    s->line &= ~bit(e);
    s->loading &= ~bit(e);
    s->tending &= ~bit(e);
    s->outs[warp]--;
    refresh(s, warp);
}

static void see_fences(struct standing *s, const struct ul1_l1_out *out)
{
    if (out->lsu.fence_valid && out->prt.accept_fence)
        s->asked |= bit(out->lsu.fence_id);
    if (out->fill.answer_fence && out->fill.answer_id < UL1_PT)
        s->answered |= bit(out->fill.answer_id);
}

void standing_cycle(struct standing *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!s->live)
        return;
    if (in->pull_valid && out->lsu.pull_ready)
        see_beat(s, out->lsu.pull_id % ENTRIES);
    see_choice(s, out);
    if (in->in_valid && in->in_again && out->lsu.in_again_ready) {
        s->away &= ~bit(in->in_id);
        s->again = bit(in->in_id);
    }
    if (out->lsu.req_valid && !out->lsu.req_cached)
        see_shared_pass(s, in, out);
    else if (out->arb.sel_new || out->arb.sel_woken)
        see_cached_pass(s, out);
    if (out->arb.pass_cached && !out->arb.pass_store && out->arb.pass_mask)
        see_lookup(s, out);
    see_fences(s, out);
    if (out->lsu.ret_valid)
        see_retired(s, out->lsu.ret_id % ENTRIES);
}
