#include "surround/choices.h"

#include <string.h>

#include "kit/mask.h"
#include "shape/enters.h"
#include "shape/taken.h"

void choices_reset(struct choices *c)
{
    memset(c, 0, sizeof *c);
}

static uint64_t lowest(uint64_t mask)
{
    return mask & -mask;
}

// ---- what is taken

static const char *check_taking(const struct standing *s, const struct ul1_l1_out *out)
{
    const struct ul1_lsu_out *lsu = &out->lsu;
    const unsigned others = mask_count(s->live & ~s->shared);
    const uint64_t unused = ~s->live & mask_all(UL1_PT);
    const bool shared = unused && !out->tag.cmd_hold;
    if (lsu->in_shared_ready != shared)
        return "in_shared_ready: not whether an entry is free, and no command holds instructions";
    if (lsu->in_ready != (shared && others < UL1_PT - UL1_PT_KEPT))
        return "in_ready: not in_shared_ready and an entry that is not kept for shared memory";
    return shared && mask_bit(lsu->in_entry) != lowest(unused) ? "in_entry: not the lowest free" : NULL;
}

// ---- beats

static const char *check_intake(const struct choices *c, const struct ul1_l1_out *out)
{
    const uint64_t unused = ~(uint64_t)c->beats & mask_all(UL1_INTAKE);
    if (out->wdb.intake_free != (unused != 0) || out->wdb.intake_spare != (mask_count(unused) > 1))
        return "intake_free, intake_spare: not whether one is free, whether two are";
    return unused && mask_bit(out->wdb.intake_beat) != lowest(unused) ? "intake_beat: not the lowest free" : NULL;
}

// Stores to shared memory rotate, those of which a remainder lacks its beat among them; whatever others there are, one that may have
// a beat gets one in its turn.
static const char *check_pull(const struct choices *c, const struct standing *s, const struct ul1_l1_out *out)
{
    const unsigned e = out->lsu.pull_id % ENTRIES;
    const uint64_t left = out->wdb.intake_free ? standing_lacking(s) : 0;
    uint64_t may = left;
    for (uint64_t new = out->wdb.intake_spare ? s->turn & s->store & s->shared : 0; new; new &= new - 1)
        may |= c->pulls[mask_first(new)] && !s->beats[mask_first(new)] ? lowest(new) : 0;
    if (!out->lsu.pull_ready)
        return may ? "pull_ready: not, and a store that has the turn or a remainder lacks a beat" : NULL;
    if (!mask_has(left, e) && !out->wdb.intake_spare)
        return "pull_ready: of a new store, and no two beats are free";
    if (may && mask_has(s->cached, e) && !c->given_shared)
        return "pull_id: of a cached store, and it is the turn of one to shared memory";
    if (!mask_has(s->cached, e) && standing_next(may | mask_bit(e), c->given) != mask_bit(e))
        return "pull_id: not the next store that may have a beat, in rotation";
    if (mask_has(left, e))
        return out->lsu.pull_sub != s->left_sub[e] ? "pull_sub: not that of the remainder" : NULL;
    const unsigned sub = c->pulls[e] ? mask_first(c->pulls[e]) * s->words[e] / LANES : 0;
    return out->lsu.pull_sub != sub ? "pull_sub: not that of the lowest lane whose beat is not pulled" : NULL;
}

// The lanes of an instruction whose beats are to be pulled, if it is a store. (None of one that fails by its addresses.)
static uint32_t lanes_to_pull(const struct ul1_l1_in *in, unsigned carveout)
{
    const uint64_t size = in->in_space == UL1_SPACE_SHARED ? carveout_size(carveout) : UINT64_MAX;
    uint64_t fails = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        if (in->in_mask >> lane & 1)
            fails |= (in->in_addr[lane] & (width_bytes(in->in_width) - 1)) | (in->in_addr[lane] >= size);
    return fails ? 0 : in->in_mask;
}

// A beat is free at the end of stage 2 of the pass that uses it up.
static void note_beats(struct choices *c, const struct standing *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const struct ul1_arb_out *arb = &out->arb;
    const bool frees = arb->pass_valid && arb->pass_store && arb->pass_frees_beat;
    const unsigned e = out->lsu.pull_id % ENTRIES;
    c->beats &= ~c->frees;
    c->frees = frees ? (uint32_t)mask_bit(arb->pass_beat) : 0;
    if (in->pull_valid && out->lsu.pull_ready) {
        c->beats |= (uint32_t)mask_bit(out->wdb.intake_beat);
        if (!mask_has(standing_lacking(s), e))
            c->pulls[e] &= ~standing_lanes(s, e, out->lsu.pull_sub, out->lsu.pull_mask);
        c->given_shared = !mask_has(s->cached, e);
        c->given = c->given_shared ? (uint8_t)e : c->given;
    }
    if (in->in_valid && in->in_op == UL1_OP_STORE && !in->in_again && takes_new(&out->lsu, in->in_op, in->in_space))
        c->pulls[out->lsu.in_entry % ENTRIES] = lanes_to_pull(in, out->tag.carveout);
}

// ---- the pool

// What enters is the one that is ready, and had a pass or joined the longest ago.
static const char *check_pool(const struct standing *s, const struct ul1_l1_out *out)
{
    const struct ul1_lsu_out *lsu = &out->lsu;
    if (!lsu->cand_valid || lsu->cand_replay || lsu->cand_cached)
        return NULL;
    const unsigned next = standing_pool(s, out, false);
    const struct standing_place *p = &s->pool[next % UL1_POOL];
    if (next == UL1_POOL)
        return "cand_valid: of shared memory, and no access to it is ready";
    if (lsu->cand_remainder == p->fresh || lsu->cand_store != mask_has(s->store, p->entry))
        return "cand_remainder, cand_store: not the access of the pool that is next";
    return out->arb.sel_valid && lsu->req_id != p->entry ? "req_id: not the access of the pool that is next" : NULL;
}

// ---- what retires without a pass

static const char *check_retires(const struct choices *c, const struct standing *s, const struct ul1_l1_out *out)
{
    const bool plain = out->lsu.ret_valid && mask_has(s->null | s->fence, out->lsu.ret_id);
    return plain && mask_has(c->entered, UL1_HLAT - 1) ? "ret_id: went in a cycle in which an access was next (cand_valid)" : NULL;
}

// ---- cached accesses

// The first line of its kind enters. No store does behind a load or upkeep of its warp that was deferred, nothing behind upkeep of its
// warp that is not done, no ordered load behind one that is not.
static const char *check_lines(const struct choices *c, const struct standing *s, const struct ul1_l1_out *out)
{
    const struct ul1_lsu_out *lsu = &out->lsu;
    const bool fresh = lsu->gather_valid && !s->replays;
    if (fresh && mask_has(s->flush | (s->store & s->cached), lsu->gather_id) && !c->room)
        return "gather_id: a store or a flush is prepared, and there was no room (room_cached)";
    if (!enters_line(out->arb.sel_valid, lsu))
        return NULL;
    const unsigned e = lsu->req_id;
    const struct standing_lines *l = &s->lines[mask_has(s->store | s->flush, e)];
    if (!l->count || l->at[0].entry != e)
        return "req_id: not the first line of its kind";
    if (mask_has(s->store, e) && s->sleeps[s->warp[e]])
        return "req_id: a store, behind a load or upkeep of its warp that was deferred";
    for (uint64_t left = s->tending; left; left &= left - 1)
        if (s->warp[mask_first(left)] == s->warp[e] && mask_first(left) != e)
            return "req_id: behind upkeep of its warp that is not done";
    for (uint64_t left = mask_has(s->ordered, e) ? s->loading : 0; left; left &= left - 1)
        if (s->warp[mask_first(left)] == s->warp[e] && mask_first(left) != e)
            return "req_id: an ordered load, behind one of its warp that is not done";
    return NULL;
}

static void note_lines(struct choices *c, const struct ul1_l1_out *out)
{
    c->room = out->wdb.room_cached;
}

// Those that have a line are shown.
static const char *check_fresh(const struct standing *s, const struct ul1_l1_out *out)
{
    uint64_t fresh = 0;
    for (unsigned kind = 0; kind < 2; kind++)
        for (unsigned n = 0; n < s->lines[kind].count; n++)
            fresh |= mask_bit(s->lines[kind].at[n].entry);
    return out->lsu.gather_fresh != fresh ? "gather_fresh: not those of which a line was gathered and has not entered" : NULL;
}

// ---- sleepers and fences

static const char *check_sleepers(const struct standing *s, const struct ul1_l1_out *out)
{
    if (out->lsu.sleep_ids != s->asleep)
        return "sleep_ids: not those that were deferred and have not been woken";
    return out->lsu.sleep_holds != standing_holds(s, out) ? "sleep_holds: not that what the urgent sleeper lacked is kept" : NULL;
}

static const char *check_fences(const struct standing *s, const struct ul1_l1_out *out)
{
    const bool asks = s->examines && !mask_has(s->out | s->near, s->examined);
    if (out->lsu.fence_valid != asks)
        return "fence_valid: not that the fence examined asks memory";
    return asks && out->lsu.fence_id != s->examined ? "fence_id: not the fence that is examined, in rotation" : NULL;
}

// ---- the pending request table

// The entry of the line in stage 1; PRT if it has none.
static unsigned entry_of(const struct ul1_l1_out *out)
{
    unsigned i = 0;
    while (i < UL1_PRT && !(mask_has(out->prt.prt_used, i) && out->prt.prt_line[i] == out->arb.pass_line))
        i++;
    return i;
}

// What is deferred lacks what is told, and nothing that would be told before it.
static bool lacks(const struct ul1_l1_out *out)
{
    const struct ul1_prt_out *prt = &out->prt;
    const unsigned entry = entry_of(out);
    const bool full = prt->prt_used == mask_all(UL1_PRT), kept = out->lsu.sleep_holds;
    switch (prt->miss_cause) {
    case UL1_CAUSE_CLOSED:
        if (entry == UL1_PRT)
            return false;
        return out->arb.pass_inval || out->arb.pass_flush || out->arb.pass_bypass || mask_has(prt->prt_closed, entry)
            || prt->prt_state[entry] == UL1_PRT_STATE_FILLED;
    case UL1_CAUSE_MERGE:
        return entry < UL1_PRT && prt->prt_merges[entry] == UL1_MERGE;
    case UL1_CAUSE_WAY:
        return !out->tag.look_way;
    case UL1_CAUSE_ENTRY:
        return out->tag.look_way && (full || kept);
    default:
        return out->tag.look_way && !full && !kept && out->tag.look_dirty && !out->wdb.room_dirty;
    }
}

static const char *check_room(const struct ul1_l1_out *out)
{
    const struct ul1_prt_out *prt = &out->prt;
    const bool dirty = out->tag.look_dirty && !out->arb.pass_flush;
    if (prt->miss_defer && !lacks(out))
        return "miss_cause: it does not lack that, or something before it";
    if ((prt->miss_open || prt->store_alloc) && out->lsu.sleep_holds)
        return "miss_open, store_alloc: what is free is kept for a sleeper (sleep_holds)";
    if ((prt->miss_open || prt->store_alloc) && dirty && !out->wdb.room_dirty)
        return "miss_open, store_alloc: a dirty line has to leave, and its room is not there";
    return NULL;
}

// ---- page walkers

static unsigned walkers_at(const uint8_t walk[UL1_WALKERS], unsigned state)
{
    unsigned mask = 0;
    for (unsigned w = 0; w < UL1_WALKERS; w++)
        mask |= (unsigned)(walk[w] == state) << w;
    return mask;
}

// Who has begun in the cycle before, and who has put its request in.
static const char *check_walkers(const struct choices *c, const struct ul1_l1_out *out)
{
    const unsigned idle = walkers_at(c->walk, UL1_WALK_STATE_IDLE), failed = walkers_at(c->walk, UL1_WALK_STATE_FAILS);
    const unsigned asked = walkers_at(c->walk, UL1_WALK_STATE_ASKS);
    const unsigned asks = walkers_at(out->mmu.walk_state, UL1_WALK_STATE_ASKS);
    const unsigned waits = walkers_at(out->mmu.walk_state, UL1_WALK_STATE_WAITS);
    const unsigned begun = asks & (idle | failed), put = waits & asked;
    if (begun && begun != lowest(idle ? idle : failed))
        return "walk_state: not the lowest idle walker has begun, nor, if none was, the lowest that had failed";
    if (UL1_WALKERS > 1 && c->waits == mask_all(UL1_WALKERS) && (idle | failed))
        return "mmu_wait: for all walkers, and one could begin";
    return put && put != lowest(asked) ? "walk_state: not the lowest walker that asked has its request on its way" : NULL;
}

// ---- commands

// (Of the command `page` it does not show which lines are named.)
static const char *check_sweep(const struct choices *c, const struct ul1_l1_out *out)
{
    const struct ul1_tag_out *tag = &out->tag;
    if (!tag->evict_valid || tag->cmd_state != UL1_CMD_STATE_SWEEP || c->command == UL1_CMD_PAGE)
        return NULL;
    const unsigned sets = carveout_sets(tag->carveout), place = tag->evict_row - carveout_rows(tag->carveout);
    return mask_bit(place / sets) != lowest(tag->tag_dirty[place % sets]) ? "evict_row: not the lowest dirty way of its set" : NULL;
}

// ---- outputs for whoever watches, and what goes for nobody to tell

static const char *check_shown(const struct ul1_l1_out *out)
{
    const bool coming = (out->arb.pass_valid && out->arb.pass_store) || out->arb.pass_flush;
    if (out->wdb.wdb_idle != (!out->wdb.wdb_used && !coming))
        return "wdb_idle: not whether no entry is used and none is spoken for";
    const bool purged = out->tag.gone_valid && out->tag.gone_row == out->tag.look_row && !out->tag.gone_keep;
    return out->tag.look_purge && !purged ? "gone_valid: not, of a copy that a store has made invalid (look_purge)" : NULL;
}

// ---- the cycle

static const char *check(const struct choices *c, const struct standing *s, const struct ul1_l1_out *out)
{
    const char *broken = check_taking(s, out);
    if (!broken)
        broken = check_intake(c, out);
    if (!broken)
        broken = check_pull(c, s, out);
    if (!broken)
        broken = check_pool(s, out);
    if (!broken)
        broken = check_retires(c, s, out);
    if (!broken)
        broken = check_lines(c, s, out);
    if (!broken)
        broken = check_fresh(s, out);
    if (!broken)
        broken = check_sleepers(s, out);
    if (!broken)
        broken = check_fences(s, out);
    if (!broken && out->tag.look_judge)
        broken = check_room(out);
    if (!broken)
        broken = check_walkers(c, out);
    if (!broken)
        broken = check_sweep(c, out);
    return broken ? broken : check_shown(out);
}

const char *choices_cycle(struct choices *c, const struct standing *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const char *broken = check(c, s, out);
    if (broken)
        return broken;
    note_beats(c, s, in, out);
    note_lines(c, out);
    if (in->cmd_valid && out->tag.cmd_ready)
        c->command = in->cmd_op;
    memcpy(c->walk, out->mmu.walk_state, sizeof c->walk);
    c->waits = out->mmu.mmu_wait;
    c->entered = c->entered << 1 | out->lsu.cand_valid;
    return NULL;
}
