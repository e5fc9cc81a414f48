#include "blocks/lsu/cover_points.h"

const struct point_name lsu_event_names[LSU_POINT_COUNT] = { LSU_POINTS(POINT_NAME) };

// ---- offers, intake and retirement

static void count_offers(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    const struct ul1_lsu_out *out = c->out;
    bool again = in->in_valid && in->in_again, offered = in->in_valid && !in->in_again;
    bool full = c->past->in_flight == all_of(UL1_INSTRS), taken = offered && lsu_takes(in, out);
    bool kept = offered && !taken && out->in_shared_ready;
    saw(d, TAKEN, taken);
    saw(d, AGAIN_TAKEN, again);
    saw(d, TABLE_FULL, offered && !taken && full);
    saw(d, TABLE_KEPT, kept);
    saw(d, TAKEN_FROM_KEPT, taken && !out->in_ready);
    saw(d, TAKEN_AS_ONE_RETIRES, taken && out->ret_valid);
    saw(d, SEVERAL_SUBS, out->req_valid && !out->req_cached && out->req_sub == UL1_WORDS - 1);
    saw(d, RETURNED, out->remainder_valid);
    saw(d, HELD_BY_COMMAND, offered && in->cmd_hold && !taken && !full);
    saw(d, AGAIN_UNDER_COMMAND, again && in->cmd_hold);
    saw(d, SETTINGS_CHANGED, c->settings->changed);
    saw(d, CARVEOUT_CHANGED, c->settings->new_carveout);
    saw(d, TAKEN_AT_NEW_CARVEOUT, c->settings->new_carveout && taken && out->lsu_idle);
    if (!taken)
        return;
    uint64_t left = out->ret_valid ? c->past->in_flight & ~(UINT64_C(1) << out->ret_id) : c->past->in_flight;
    uint64_t before = lsu_of_warp(c->past, left, in->in_warp);
    saw(d, FENCE_BUSY, in->in_op == UL1_OP_FENCE && before);
    saw(d, BEHIND_FENCE, in->in_op != UL1_OP_FENCE && before & c->past->fences);
}

// Remainders of passes, and remainders in the table.
static void count_left(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    const struct lsu_front *f = &c->contract->front;
    const bool more = in->split_more && in->cfg_home == UL1_HOME_LSU, stays = c->out->remainder_stays;
    const bool longer = in->cfg_interval > UL1_POOL_WAIT;
    const unsigned left = mask_count(f->has_left);
    unsigned waits = 0;
    for (uint64_t some = f->has_left; some; some &= some - 1)
        waits += f->left[mask_first(some)].wait != 0;
    saw(d, STAYS, more && stays);
    saw(d, STAYS_LONG, more && stays && in->cfg_interval == UL1_POOL_WAIT);
    saw(d, LEAVES, more && !stays && !longer);
    saw(d, LEAVES_LONG, more && longer);
    saw(d, LEFT_WAITS, waits && c->out->choice_valid);
    saw(d, LEFT_MANY, left > 2);
}

static void count_remainders(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    const struct ul1_lsu_out *out = c->out;
    bool remainder = enters_remainder(in->sel_valid, out),
         from_lsu = remainder && in->cfg_home == UL1_HOME_LSU;
    saw(d, REMAINDER_LOAD, remainder && !out->req_store);
    saw(d, REMAINDER_STORE, remainder && out->req_store);
    saw(d, INTERVAL_0, from_lsu && in->cfg_interval == 0);
    saw(d, INTERVAL_1, from_lsu && in->cfg_interval == 1);
    saw(d, INTERVAL_LONG, from_lsu && in->cfg_interval > 31);
    count_left(d, c);
}

// Two unissued accesses: of one instruction, of two of one warp, of two stores.
static void count_two_unissued(struct drive *d, const struct lsu_cycle *c, const struct lsu_pooled *p,
                               const struct lsu_pooled *o)
{
    const struct lsu_instr *i = &c->contract->predictor.instr[p->id],
                           *other = &c->contract->predictor.instr[o->id];
    if (p == o || !o->used || !o->unissued)
        return;
    saw(d, UNISSUED_SUBS, p->id == o->id);
    saw(d, UNISSUED_OWN, p->id != o->id && i->warp == other->warp);
    saw(d, UNISSUED_STORES, i->store && other->store);
}

static void count_chosen(struct drive *d, const struct lsu_cycle *c)
{
    const struct lsu_front *f = &c->contract->front;
    const struct lsu_seen *s = &f->seen;
    for (unsigned n = 0; n < UL1_POOL; n++) {
        const struct lsu_pooled *p = &f->pool[n];
        if (!p->used || !p->unissued)
            continue;
        saw(d, UNISSUED_BEHIND, c->contract->predictor.busy >> c->contract->predictor.instr[p->id].warp & 1);
        for (unsigned o = 0; o < UL1_POOL; o++)
            count_two_unissued(d, c, p, &f->pool[o]);
    }
    saw(d, POOL_FULL, s->full);
    saw(d, SAME_WARP_ALL, s->kin);
    saw(d, SAME_WARP_PASSED, s->passes_same_warp);
    saw(d, CHOICE_PASSES, s->passes_older);
    saw(d, CHOICE_WRAPS, c->out->choice_valid && c->out->choice_id < c->past->chosen);
    saw(d, LEFT_CHOSEN, s->passes_new);
    saw(d, LEFT_PASSED, s->passes_left);
    saw(d, LEFT_BESIDE, s->beside);
}

// The kind of the next candidate: of six kinds, the ready one that was issued the longest ago.
static void count_kinds(struct drive *d, const struct lsu_cycle *c)
{
    static const unsigned first[] = { FIRST_POOL_LOAD, FIRST_POOL_STORE, FIRST_LOAD,
                                      FIRST_STORE,     FIRST_REPLAY,     FIRST_PLAIN };
    static const unsigned passed[] = { PASSED_POOL_LOAD, PASSED_POOL_STORE, PASSED_LOAD, PASSED_STORE,
                                       PASSED_REPLAY };
    const struct lsu_predictor *a = &c->contract->predictor;
    const struct lsu_seen *seen = &c->contract->front.seen;
    const unsigned kind = who_candidate(c->out);
    const bool goes = c->in->sel_valid || a->went[WENT_PLAIN] != c->past->went[WENT_PLAIN];
    saw(d, KINDS_ALL, seen->ready == mask_all(WENT_KINDS));
    saw(d, DISPLACED_TO_REPLAY, a->displaced_replay);
    saw(d, DISPLACED_TO_LOAD, a->displaced_load);
    saw(d, DISPLACED_TO_LINE, a->displaced_line);
    saw(d, DISPLACED_KEEPS,
        c->past->owed && c->out->coalesce_unissued && !(seen->ready & (1u << WENT_LOAD | 1u << WENT_STORE)));
    saw(d, DISPLACED_OTHER, c->past->owed && c->in->sel_valid && (a->displaced_replay || a->displaced_load));
    saw(d, PLAIN_GONE, kind == WENT_PLAIN && seen->ready && !goes);
    if (!goes)
        return;
    saw(d, first[kind], seen->ready & ~(1u << kind) & ((2u << WENT_PLAIN) - 1));
    saw(d, POOL_TURNS, seen->turned);
    for (unsigned other = WENT_POOL_LOAD; other < WENT_PLAIN; other++)
        saw(d, passed[other],
            other != kind && (seen->there & ~seen->ready) >> other & 1
                && c->past->went[other] < c->past->went[kind]);
}

static void count_beats(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    const struct lsu_seen *s = &c->contract->front.seen;
    const unsigned id = c->out->pull_id;
    bool pulled = in->pull_valid && c->out->pull_ready, held_up = c->past->no_beat && c->out->pull_ready;
    saw(d, BEATS_TURN, s->both);
    saw(d, BEAT_WRAPS, pulled && id < c->past->given[c->contract->predictor.instr[id].shared]);
    saw(d, BEAT_LEFT, s->over_new);
    saw(d, BEAT_BEFORE_LEFT, s->over_left);
    saw(d, BEAT_OWN, s->own);
    saw(d, BEAT_LAST, pulled && !in->intake_spare); // the last beat is for remainders alone
    saw(d, LAST_KEPT, held_up && !s->fed_left && c->past->one_free && in->intake_spare);
    saw(d, INTAKE_FULL, held_up && c->past->none_free);
    saw(d, MANY_HELD, count_of(c->contract->shadow.held) >= UL1_INTAKE - 1);
}

static void count_retired(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_out *out = c->out;
    saw(d, WRITE_BACK, out->rf_valid);
    saw(d, BEATS_RUNNING, out->rf_valid && c->past->wrote);
    if (!out->ret_valid)
        return;
    const struct lsu_instruction *e = &c->past->entry[out->ret_id];
    bool load = c->past->cached_loads >> out->ret_id & 1, store = c->past->cached_stores >> out->ret_id & 1;
    bool empty = c->past->null >> out->ret_id & 1, fence = c->past->fences >> out->ret_id & 1;
    bool good = out->ret_err == UL1_ERR_NONE, misaligned = out->ret_err == UL1_ERR_MISALIGNED;
    bool page = out->ret_err == UL1_ERR_PAGE, bus = out->ret_err == UL1_ERR_BUS;
    saw(d, NULL_EMPTY, empty);
    saw(d, NULL_CACHED, empty && load);
    saw(d, ERR_MISALIGNED, misaligned);
    saw(d, CACHED_MISALIGNED, misaligned && load);
    saw(d, ERR_RANGE, out->ret_err == UL1_ERR_RANGE);
    saw(d, ERR_SPACE, out->ret_err == UL1_ERR_SPACE);
    saw(d, RETIRED_BY_STORE, good && c->past->stores >> out->ret_id & 1);
    saw(d, RETIRED_HIT, good && load && !empty);
    saw(d, RETIRED_PAGE, page);
    saw(d, RETIRED_BUS, bus);
    saw(d, RETIRED_IN_PART, (page || bus) && out->ret_mask != e->mask);
    saw(d, FENCE_CTA, fence && e->level == UL1_LEVEL_CTA);
    saw(d, FENCE_FENCED, fence && (e->level == UL1_LEVEL_GPU || e->level == UL1_LEVEL_SYS));
    saw(d, FENCE_RESERVED, fence && e->level > UL1_LEVEL_SYS);
    bool cmo = c->past->cmo >> out->ret_id & 1;
    saw(d, CMO_RETIRED, cmo && good && !empty);
    saw(d, CMO_SHARED, cmo && out->ret_err == UL1_ERR_SPACE && e->space == UL1_SPACE_SHARED);
    saw(d, STORE_MISALIGNED, misaligned && store);
    saw(d, INTERLEAVED_WIDE, out->ret_err == UL1_ERR_OP && e->interleaved && (store || load));
    saw(d, STORE_NULL, empty && store);
    saw(d, STORE_RETIRED, good && store && !empty);
}

static void count_fences(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    bool asked = c->out->fence_valid && in->accept_fence,
         ours = in->answer_fence && in->answer_id < UL1_INSTRS;
    saw(d, FENCE_ASKED, asked);
    saw(d, FENCE_REFUSED, c->out->fence_valid && !in->accept_fence);
    saw(d, FENCE_TWO, asked && c->track->asking);
    saw(d, FENCE_ANSWERED, ours);
    saw(d, FENCE_FOREIGN, in->answer_fence && !ours);
    saw(d, FENCE_OUT_OF_ORDER, ours && c->track->asked[0].id != in->answer_id);
    const struct lsu_predictor *a = &c->contract->predictor;
    const struct lsu_examined *was = &c->past->examined, *is = &a->examined;
    bool vain = was->is && is->is && !mask_has(a->asked | a->over, was->id);
    saw(d, FENCE_WRAPS, is->is && is->id < was->id);
    saw(d, FENCE_WAITS_TURN, vain && is->id != was->id);
    saw(d, FENCE_YIELDS, vain && is->id == was->id && who_asks(a) && in->accept_fence && in->cmd_fence);
    saw(d, FENCE_STAYS, vain && is->id == was->id && !c->out->fence_valid);
    saw(d, PLAIN_WRAPS, a->retired < c->past->retired);
}

// ---- the outcome of the cached access in stage 1

// Whether all active lanes of its instruction have been presented, this cycle's included.
static bool presented_in_full(const struct lsu_cycle *c)
{
    const struct lsu_instruction *e = &c->past->entry[c->track->stage1.id];
    bool now = c->out->req_cached && !enters_replay(c->in->sel_valid, c->out)
        && c->out->req_id == c->track->stage1.id;
    return (e->presented | (now ? lsu_lanes_of(c->out) : 0)) == e->mask;
}

static void count_lookup(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    const struct lsu_pass *s1 = &c->track->stage1;
    bool defer = in->miss_defer, again = enters_line(in->sel_valid, c->out);
    saw(d, HIT, s1->lookup && in->look_hit);
    saw(d, OPENED, s1->lookup && c->track->opens);
    saw(d, MERGED, s1->lookup && !in->look_hit && !c->track->opens && !defer);
    saw(d, LACKS_ENTRY, defer && in->miss_cause == UL1_CAUSE_ENTRY);
    saw(d, LACKS_WAY, defer && in->miss_cause == UL1_CAUSE_WAY);
    saw(d, LACKS_PLACE, defer && in->miss_cause == UL1_CAUSE_MERGE);
    saw(d, LACKS_CLOSED, defer && in->miss_cause == UL1_CAUSE_CLOSED);
    saw(d, LACKS_CREDIT, defer && in->miss_cause == UL1_CAUSE_CREDIT);
    bool deferred = mask_has(c->past->deferral, s1->id), unwoken = mask_has(c->past->unwoken, s1->id);
    saw(d, SLEEPS_AGAIN, defer && deferred && !unwoken);
    saw(d, SLEEPS_FOR_OTHER, defer && deferred && !unwoken && c->past->cause[s1->id] != in->miss_cause);
    saw(d, DEFERRED_ASLEEP, defer && unwoken);
    saw(d, LEFT_QUEUE, defer && !deferred && !presented_in_full(c));
    saw(d, PRESENTED_AS_DEFERRED, defer && again && c->out->req_id == s1->id);
    bool cmo = s1->inval || s1->flush;
    saw(d, INVAL, s1->inval && !defer);
    saw(d, INVAL_CLOSED, s1->inval && defer);
    saw(d, FLUSH, s1->flush && !defer);
    saw(d, FLUSH_CLOSED, s1->flush && defer);
    saw(d, CMO_WOKEN, cmo && deferred && !defer);
    saw(d, CMO_RUNNING, cmo && again && c->out->req_id == s1->id);
    saw(d, CMO_FALLS, cmo && defer && !deferred && !presented_in_full(c));
    saw(d, STORE_OPENED, s1->store && c->track->opens);
    saw(d, STORE_CLOSED, s1->store && !c->track->opens && c->track->opened < UL1_PRT);
}

// The urgent entry, and the resources kept for it.
static void count_urgent(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    const struct lsu_predictor *a = &c->contract->predictor;
    const struct lsu_pass *s1 = &c->track->stage1;
    const struct lsu_urgent *was = &c->past->urgent, *is = &a->urgent;
    bool begins = is->is && !was->is, mine = was->is && s1->id == was->id && !s1->replay && s1->cached;
    bool accepted = was->is && !is->is, holds = c->out->defer_holds, lacks = mine && in->miss_defer;
    saw(d, URGENT, begins);
    saw(d, URGENT_OTHER, begins && is->id != s1->id);
    saw(d, URGENT_SLEPT, begins && mask_has(c->past->unwoken, is->id));
    saw(d, URGENT_WRAPS, begins && is->id < was->id);
    saw(d, URGENT_DEFERRED, lacks);
    saw(d, URGENT_MOVES, lacks && was->lacks && was->set != is->set);
    saw(d, URGENT_ALONE_ENTRY, lacks && in->miss_cause == UL1_CAUSE_ENTRY);
    saw(d, URGENT_ALONE_CREDIT, lacks && in->miss_cause == UL1_CAUSE_CREDIT);
    saw(d, URGENT_ACCEPTED, accepted);
    saw(d, URGENT_GOES_ON, accepted && mask_has(a->deferral, was->id));
    saw(d, URGENT_PASSED,
        was->is && !was->alone && a->reading.used && a->reading.kind != LSU_LINE_REPLAY
            && a->reading.id != was->id && mask_has(c->past->deferral, a->reading.id));
    saw(d, HELD_BY_SET, holds && !was->alone);
    saw(d, HELD_BY_ALONE, holds && was->alone && was->set != in->look_set);
    saw(d, HELD_NOT, was->is && was->lacks && !mine && s1->cached && !s1->replay && !holds);
    saw(d, HELD_DEFERRED, holds && in->miss_defer && in->miss_cause == UL1_CAUSE_ENTRY);
    saw(d, HELD_HITS, holds && in->look_hit);
    saw(d, HELD_MERGES, holds && s1->lookup && !in->look_hit && !in->miss_defer);
    saw(d, HELD_STORE, holds && s1->store);
    saw(d, HELD_CMO, holds && (s1->inval || s1->flush) && !in->miss_defer);
}

// Lines that are chosen, and one that was chosen in vain.
static void count_lines(struct drive *d, const struct lsu_cycle *c)
{
    const struct lsu_access *next = &c->contract->predictor.reading;
    saw(d, LOADS_WRAP, next->used && next->kind == LSU_LINE_LOAD && next->id < c->past->turn[LSU_LINE_LOAD]);
    saw(d, STORES_WRAP,
        next->used && next->kind == LSU_LINE_STORE && next->id < c->past->turn[LSU_LINE_STORE]);
    saw(d, NOT_COALESCED, c->past->reads && !c->out->coalesce_valid);
}

static void count_filled(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    bool replay = enters_replay(in->sel_valid, c->out), bare = replay && c->out->cand_bare;
    saw(d, BARE, bare && c->out->cand_err == UL1_ERR_NONE);
    saw(d, BARE_FAILED, bare && c->out->cand_err != UL1_ERR_NONE);
    saw(d, LINE_REPLAYED, replay && c->out->cand_err == UL1_ERR_NONE);
    saw(d, LAST_REPLAYED, replay && c->out->cand_last && c->track->fetch[c->out->cand_prt].count > 1);
    saw(d, REPLAYED_PAGE, replay && c->out->cand_err == UL1_ERR_PAGE);
    saw(d, REPLAYED_BUS, replay && c->out->cand_err == UL1_ERR_BUS);
    saw(d, REPLAYED_ASLEEP, replay && !bare && c->out->defer_ids >> c->out->req_id & 1);
    if (!lsu_pass_fails(&c->track->stage1))
        return;
    uint32_t failed = c->past->entry[c->track->stage1.id].failed, lanes = c->track->stage1.lanes;
    saw(d, FAILS_FIRST, !failed);
    saw(d, FAILS_LOWER, failed && (lanes & -lanes) < (failed & -failed));
    saw(d, FAILS_HIGHER, failed && (lanes & -lanes) > (failed & -failed));
}

// ---- accesses presented

static void count_presented(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    const struct ul1_lsu_out *out = c->out;
    const struct lsu_pass *s1 = &c->track->stage1;
    bool shared = out->req_valid && !out->req_cached, load = shared && !out->req_store;
    bool cached = out->req_cached && !out->req_store && !(out->cand_replay && out->cand_bare);
    bool was_cached = s1->lookup || s1->replay;
    saw(d, ALL_ENTRIES, lsu_entries_in_use(c->track) == UL1_PRT);
    saw(d, MANY_ASLEEP, count_of(out->defer_ids) >= 6);
    saw(d, WOKEN_SECOND_LINE,
        enters_line(in->sel_valid, out) && mask_has(c->past->deferral, s1->id) && s1->lookup
            && out->req_id == s1->id);
    saw(d, CACHED_WIDE, cached && out->req_sub / UL1_LANE_GROUPS == UL1_WORDS - 1);
    saw(d, CACHED_BYPASS, cached && out->req_bypass);
    saw(d, ONE_LANE, cached && !(out->req_mask & (out->req_mask - 1)));
    saw(d, WHOLE_LINE, cached && out->req_mask == ALL_LANES);
    saw(d, CACHED_THEN_SHARED, was_cached && shared);
    saw(d, SHARED_THEN_CACHED, s1->shared && cached);
    saw(d, MISS_THEN_LOAD, was_cached && !in->look_hit && load);
    saw(d, HIT_THEN_LOAD, was_cached && !s1->bare && in->look_hit && load);
    saw(d, DUE_FIRST, s1->shared_load && in->pass_due == UL1_LAT);
    saw(d, DUE_LAST, s1->shared_load && in->pass_due == UL1_HLAT);
    saw(d, OVERTAKES, s1->shared_load && stages_from(&c->contract->shadow.due, in->pass_due - 1u));
    saw(d, LOAD_BEHIND_BARE, s1->bare && in->look_hit && load);
}

// Ordered loads, and those of their warps behind them. (An instruction in flight that has had a pass may be
// done.)
static void count_ordered(struct drive *d, const struct lsu_cycle *c)
{
    const struct lsu_past *p = c->past;
    const struct lsu_pass *s1 = &c->track->stage1;
    const unsigned id = c->out->req_id, behind = s1->id;
    bool enters = enters_line(c->in->sel_valid, c->out) && !c->out->req_store;
    uint64_t ordered = p->in_flight & p->ordered, me = UINT64_C(1) << id;
    if (!ordered)
        return;
    saw(d, ORDERED, enters && ordered & me);
    saw(d, ORDERED_GOES_ON, enters && ordered & me & ~p->unseen);
    saw(d, ORDERED_PASSED,
        enters && !(ordered & me) && lsu_of_warp(p, ordered & ~p->unseen, p->entry[id].warp));
    saw(d, ORDERED_BEHIND,
        s1->lookup && !c->in->look_hit && ordered >> behind & 1
            && lsu_of_warp(p, ordered & p->unseen, p->entry[behind].warp));
}

// Store policy and bypass, by hint, space and policy.
static void count_policies(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_out *out = c->out;
    if (!out->req_cached || out->cand_replay)
        return;
    const struct lsu_instruction *e = &c->past->entry[out->req_id];
    bool store = out->req_store,
         kepler = policy_built(c->in->cfg_policy) == UL1_POLICY_KEPLER && e->space == UL1_SPACE_GLOBAL;
    saw(d, KEPLER_BYPASS, !store && kepler && e->hint != UL1_HINT_CG && out->req_bypass);
    saw(d, KEPLER_NC, !store && kepler && e->hint == UL1_HINT_NC);
    saw(d, RESERVED_HINT, e->hint > UL1_HINT_CS);
    const bool cmo = out->req_inval || out->req_flush;
    saw(d, INTERLEAVED_LOAD, e->interleaved && !store && !cmo);
    saw(d, INTERLEAVED_STORE, e->interleaved && store);
    saw(d, INTERLEAVED_CMO, e->interleaved && cmo);
    saw(d, INTERLEAVED_LINE, e->interleaved && out->req_mask & (out->req_mask - 1));
    saw(d, STORE_LINE, store);
    saw(d, STORE_END, store && out->req_end);
    saw(d, STORE_GOES_ON, store && !out->req_end);
    saw(d, STORE_BACK, store && out->req_writeback);
    saw(d, STORE_THROUGH, store && !out->req_writeback);
    saw(d, STORE_BYPASS, store && out->req_bypass);
    saw(d, STORE_KEPLER, store && kepler && e->hint == UL1_HINT_WB && !out->req_writeback);
    saw(d, STORE_LOCAL_CG, store && e->space == UL1_SPACE_LOCAL && !out->req_writeback);
    saw(d, STORE_ONE_SLOT, store && !(out->req_mask & (out->req_mask - 1)));
    saw(d, STORE_WIDE, store && out->req_sub / UL1_LANE_GROUPS == UL1_WORDS - 1);
}

// A new access, its earlier waits, and older instructions without a pass so far.
static void count_new(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_out *out = c->out;
    const struct lsu_past *past = c->past;
    saw(d, KEPT_FOR_CREDIT, c->contract->front.seen.store);
    saw(d, FLUSH_KEPT, c->contract->front.seen.flush);
    if (!enters_new(c->in->sel_valid, out))
        return;
    saw(d, FLUSH_WOKEN, out->cand_flush && mask_has(past->deferral, out->req_id));
    const struct lsu_instruction *e = &past->entry[out->req_id];
    uint64_t older = 0;
    for (uint64_t left = past->unseen & ~past->null; left; left &= left - 1)
        older |= past->entry[__builtin_ctzll(left)].taken < e->taken ? left & -left : 0;
    saw(d, PASSES_STORE, older & past->stores);
    saw(d, PASSES_LOAD, older & ~past->stores & ~past->fences);
    saw(d, PASSES_FENCE, older & past->fences);
    uint64_t own = lsu_of_warp(past, older & ~past->fences, e->warp),
             cached = past->cached_loads | past->cached_stores;
    saw(d, SHARED_PASSES_OWN, !out->req_cached && own & cached);
    saw(d, CACHED_PASSES_OWN, out->req_cached && own & ~cached);
    saw(d, BEHIND_CMO, past->kept_up && past->looked_warp == e->warp && !(past->cmo >> out->req_id & 1));
    saw(d, STORE_AFTER_DEFERRED, out->req_store && past->slept >> e->warp & 1);
}

// ---- wake-ups

static void count_woken(struct drive *d, const struct lsu_cycle *c)
{
    const struct lsu_past *past = c->past;
    const struct lsu_predictor *a = &c->contract->predictor;
    const bool accepted = past->urgent.is && !a->urgent.is,
               last = enters_replay(c->in->sel_valid, c->out) && c->out->cand_last;
    const uint64_t woken = past->unwoken & ~a->unwoken;
    saw(d, WOKEN_LAST, woken && last);
    saw(d, WOKEN_ACCEPTED, woken && accepted && !last && !c->in->credit_dirty);
    for (uint64_t left = woken; left; left &= left - 1)
        saw(d, WOKEN_CREDIT, !last && !accepted && past->cause[__builtin_ctzll(left)] == UL1_CAUSE_CREDIT);
    saw(d, SLEPT_NOT, c->in->miss_defer && !mask_has(a->unwoken, c->track->stage1.id));
}

void lsu_count(struct drive *d, const struct lsu_cycle *c)
{
    if (c->in->rst) {
        saw(d, RESET_BUSY, !d->calm && !c->out->lsu_idle);
        saw(d, LEFT_RESET, !d->calm && c->past->left);
        return;
    }
    count_offers(d, c);
    count_remainders(d, c);
    count_chosen(d, c);
    count_kinds(d, c);
    count_beats(d, c);
    count_retired(d, c);
    count_fences(d, c);
    count_lookup(d, c);
    count_urgent(d, c);
    count_lines(d, c);
    count_filled(d, c);
    count_presented(d, c);
    count_policies(d, c);
    count_ordered(d, c);
    count_new(d, c);
    count_woken(d, c);
}
