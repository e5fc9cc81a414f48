#include "blocks/lsu/events.h"

const struct event_name lsu_event_names[LSU_EVENT_COUNT] = { LSU_EVENTS(EVENT_NAME) };

// ---- what is offered, taken and retired

static void count_offers(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    const struct ul1_lsu_out *out = c->out;
    bool again = in->in_valid && in->in_again, fresh = in->in_valid && !in->in_again;
    bool full = c->past->in_flight == all_of(UL1_PT), taken = fresh && lsu_takes(in, out);
    bool kept = fresh && !taken && out->in_shared_ready;
    saw(d, TAKEN, taken);
    saw(d, AGAIN_TAKEN, again && out->in_again_ready);
    saw(d, THROTTLED, fresh && !out->in_shared_ready && !full && !in->cmd_hold);
    saw(d, AGAIN_REFUSED, again && !out->in_again_ready);
    saw(d, TABLE_FULL, fresh && !taken && full);
    saw(d, TABLE_KEPT, kept);
    saw(d, TAKEN_FROM_KEPT, taken && !out->in_ready);
    saw(d, TAKEN_AS_ONE_RETIRES, taken && out->ret_valid);
    saw(d, SEVERAL_SUBS, out->req_valid && out->req_sub == UL1_WORDS - 1);
    saw(d, RETURNED, out->remainder_valid);
    saw(d, HELD_BY_COMMAND, fresh && in->cmd_hold && !taken && !full);
    saw(d, AGAIN_UNDER_COMMAND, again && in->cmd_hold && out->in_again_ready);
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

static void count_remainders(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    const struct ul1_lsu_out *out = c->out;
    bool remainder = in->sel_remainder_load || in->sel_remainder_store, full = c->track->buffered == UL1_RB;
    bool from_lsu = remainder && in->cfg_home == UL1_HOME_LSU, both = out->cand_remainder_load && out->cand_remainder_store;
    saw(d, BUFFER_FULL, full);
    saw(d, NEW_BY_FULL_BUFFER, in->sel_new && full);
    saw(d, BUFFER_IN_AND_OUT, remainder && in->in_valid && in->in_again && out->in_again_ready);
    saw(d, REMAINDER_LOAD, in->sel_remainder_load);
    saw(d, REMAINDER_STORE, in->sel_remainder_store);
    saw(d, STORE_OLDER, both && out->cand_store_older);
    saw(d, LOAD_OLDER, both && !out->cand_store_older);
    saw(d, THREE_CANDIDATES, both && out->cand_new);
    saw(d, KEPT, in->split_more && in->cfg_home == UL1_HOME_LSU);
    saw(d, INTERVAL_0, from_lsu && in->cfg_interval == 0);
    saw(d, INTERVAL_1, from_lsu && in->cfg_interval == 1);
    saw(d, INTERVAL_LONG, from_lsu && in->cfg_interval > 31);
}

// Of these loads, those that nothing of their kind that is older and of their warp stands in the way of.
static uint64_t first_loads(const struct lsu_past *past, uint64_t these, uint64_t kind)
{
    uint64_t first = 0;
    for (these &= ~(past->stores | past->null); these; these &= these - 1) {
        const unsigned id = (unsigned)__builtin_ctzll(these);
        uint64_t before = lsu_of_warp(past, kind & ~(UINT64_C(1) << id), past->entry[id].warp);
        for (first |= these & -these; before; before &= before - 1)
            if (past->entry[__builtin_ctzll(before)].taken < past->entry[id].taken)
                first &= ~(these & -these);
    }
    return first;
}

// Some instruction's only fresh access could enter: it is a load, there is no other fresh one of its warp, and no remainder.
static bool fresh_ready(const struct lsu_cycle *c)
{
    const struct lsu_past *past = c->past;
    const uint64_t fresh = c->out->choice_fresh;
    for (uint64_t left = c->track->buffered < UL1_RB ? fresh & ~past->stores : 0; left; left &= left - 1) {
        const unsigned id = (unsigned)__builtin_ctzll(left), warp = past->entry[id].warp;
        if (!(past->busy >> warp & 1) && !(lsu_of_warp(past, fresh, warp) & ~(UINT64_C(1) << id)))
            return true;
    }
    return false;
}

// How many fresh accesses wait for their warp: of one that is busy all, of any other all but one. `warps` are those whose next
// would, too.
static unsigned count_waiting(const struct lsu_past *past, uint64_t *warps)
{
    unsigned n = past->freshes;
    *warps = past->busy;
    for (uint64_t left = past->some_fresh; left; left &= left - 1) {
        const uint64_t warp = UINT64_C(1) << past->entry[__builtin_ctzll(left)].warp;
        n -= !(*warps & warp);
        *warps |= warp;
    }
    return n;
}

// As many do as may. A new access is chosen all the same, before an older one that would, too.
static void count_kin(struct drive *d, const struct lsu_cycle *c)
{
    const struct lsu_past *past = c->past;
    uint64_t warps;
    if (past->freshes < UL1_FRESH_KIN || count_waiting(past, &warps) < UL1_FRESH_KIN)
        return;
    saw(d, FRESH_KIN_ALL, true);
    if (!lsu_chooses_new(past, c->out))
        return;
    for (uint64_t left = past->in_flight & past->unchosen & ~past->stores; left; left &= left - 1) {
        const struct lsu_instruction *e = &past->entry[__builtin_ctzll(left)];
        saw(d, FRESH_KIN_PASSED, warps >> e->warp & 1 && e->taken < past->entry[c->out->choice_id].taken);
    }
}

static void count_chosen(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_out *out = c->out;
    const struct lsu_past *past = c->past;
    const uint64_t fresh = out->choice_fresh, shared = past->in_flight & past->unchosen;
    saw(d, FRESH_ALL, past->freshes == UL1_FRESH);
    count_kin(d, c);
    saw(d, FRESH_STORES, count_of(fresh & past->stores) > 1);
    for (uint64_t left = fresh; left; left &= left - 1) {
        const unsigned id = (unsigned)__builtin_ctzll(left), warp = past->entry[id].warp;
        saw(d, FRESH_BEHIND, past->busy >> warp & 1);
        saw(d, FRESH_OWN, lsu_of_warp(past, fresh, warp) & ~(UINT64_C(1) << id));
        saw(d, FRESH_SUBS, past->fresh[id] > 1);
    }
    if (past->again && past->freshes < UL1_FRESH)
        saw(d, AGAIN_FIRST, first_loads(past, shared, shared | (past->unseen & past->fences)));
    for (uint64_t left = lsu_chooses_new(past, out) ? shared : 0; left; left &= left - 1)
        saw(d, CHOICE_PASSES, past->entry[__builtin_ctzll(left)].taken < past->entry[out->choice_id].taken);
    if (!out->cand_new)
        return;
    if (out->cand_cached)
        saw(d, TURN_OF_QUEUE, fresh_ready(c));
    else
        saw(d, TURN_OF_POOL, first_loads(past, past->unseen & past->cached_loads & ~past->ordered,
            past->unseen & (past->cached_loads | past->cached_stores | past->fences | past->upkeep)));
}

static void count_beats(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    bool pulled = in->pull_valid && c->out->pull_ready, held_up = c->past->no_beat && c->out->pull_ready;
    saw(d, BEAT_NEW, pulled && in->cfg_home == UL1_HOME_LSU); // with that home remainders keep their beats
    saw(d, BEAT_LAST, pulled && !in->intake_spare);           // and the last beat is for remainders alone
    saw(d, LAST_KEPT, held_up && c->past->one_free && in->intake_spare);
    saw(d, INTAKE_FULL, held_up && c->past->none_free);
    saw(d, MANY_HELD, count_of(c->shadow->held) >= UL1_INTAKE - 1);
    if (!pulled || in->cfg_home != UL1_HOME_LSU)
        return;
    const struct lsu_past *past = c->past;
    unsigned id = c->out->pull_id;
    uint64_t like = past->cached_stores >> id & 1 ? past->cached_stores : past->stores & ~past->cached_stores;
    uint64_t before = lsu_of_warp(past, past->unseen & like & ~past->null, past->entry[id].warp);
    saw(d, SECOND_BEAT, past->beats[id]);
    for (; before; before &= before - 1)
        saw(d, BEAT_OF_NEXT, past->entry[__builtin_ctzll(before)].taken < past->entry[id].taken);
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
    bool upkeep = c->past->upkeep >> out->ret_id & 1;
    saw(d, UPKEEP_RETIRED, upkeep && good && !empty);
    saw(d, UPKEEP_SHARED, upkeep && out->ret_err == UL1_ERR_SPACE && e->space == UL1_SPACE_SHARED);
    saw(d, STORE_MISALIGNED, misaligned && store);
    saw(d, STORE_NULL, empty && store);
    saw(d, STORE_RETIRED, good && store && !empty);
}

static void count_fences(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    bool asked = c->out->fence_valid && in->accept_fence, ours = in->answer_fence && in->answer_id < UL1_PT;
    saw(d, FENCE_ASKED, asked);
    saw(d, FENCE_REFUSED, c->out->fence_valid && !in->accept_fence);
    saw(d, FENCE_TWO, asked && c->track->asking);
    saw(d, FENCE_ANSWERED, ours);
    saw(d, FENCE_FOREIGN, in->answer_fence && !ours);
    saw(d, FENCE_OUT_OF_ORDER, ours && c->track->asked[0].id != in->answer_id);
}

// ---- what becomes of the cached access in stage 1

// Of its instruction all active lanes have been presented, with those of this cycle.
static bool presented_in_full(const struct lsu_cycle *c)
{
    const struct lsu_instruction *e = &c->past->entry[c->track->stage1.id];
    bool now = c->out->req_cached && !c->in->sel_replay && c->out->req_id == c->track->stage1.id;
    return (e->presented | (now ? lsu_lanes_of(c->out) : 0)) == e->mask;
}

static void count_lookup(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    const struct lsu_pass *s1 = &c->track->stage1;
    bool defer = in->miss_defer, again = in->sel_new || in->sel_woken;
    saw(d, HIT, s1->lookup && in->look_hit);
    saw(d, OPENED, in->miss_open);
    saw(d, MERGED, s1->lookup && !in->look_hit && !in->miss_open && !defer);
    saw(d, LACKS_ENTRY, defer && in->miss_cause == UL1_CAUSE_ENTRY);
    saw(d, LACKS_WAY, defer && in->miss_cause == UL1_CAUSE_WAY);
    saw(d, LACKS_PLACE, defer && in->miss_cause == UL1_CAUSE_MERGE);
    saw(d, LACKS_CLOSED, defer && in->miss_cause == UL1_CAUSE_CLOSED);
    saw(d, LACKS_ROOM, defer && in->miss_cause == UL1_CAUSE_ROOM);
    saw(d, ROOM_RESERVED, defer && in->miss_cause == UL1_CAUSE_ROOM && in->room_dirty);
    saw(d, SLEEPS_AGAIN, s1->woken && defer);
    saw(d, DEFERRED_ASLEEP, defer && c->out->sleep_ids >> s1->id & 1);
    saw(d, LEFT_QUEUE, defer && s1->fresh && !presented_in_full(c));
    saw(d, PRESENTED_AS_DEFERRED, defer && again && c->out->req_id == s1->id);
    bool upkeep = s1->inval || s1->flush;
    saw(d, INVAL, s1->inval && !defer);
    saw(d, INVAL_CLOSED, s1->inval && defer);
    saw(d, FLUSH, s1->flush && !defer);
    saw(d, FLUSH_CLOSED, s1->flush && defer);
    saw(d, UPKEEP_WOKEN, upkeep && s1->woken && !defer);
    saw(d, UPKEEP_RUNNING, upkeep && again && c->out->req_id == s1->id);
    saw(d, UPKEEP_FALLS, upkeep && defer && s1->fresh && !presented_in_full(c));
    saw(d, STORE_OPENED, s1->store && in->miss_open);
    saw(d, STORE_CLOSED, s1->store && !in->miss_open && c->track->opened < UL1_PRT);
}

// Whether what a token was for was there, and was used.
static void count_tokens(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    if (!c->past->token)
        return;
    struct lsu_lack lack = c->past->token_lack;
    bool same = in->miss_defer && in->miss_cause == lack.cause && in->miss_key == lack.key;
    bool room = lack.cause == UL1_CAUSE_ROOM;
    saw(d, TOKEN_ENTRY_USED, lack.cause == UL1_CAUSE_ENTRY && in->miss_open);
    saw(d, TOKEN_WAY_USED, lack.cause == UL1_CAUSE_WAY && in->miss_open);
    saw(d, TOKEN_LOST, same && !room);
    saw(d, TOKEN_ROOM_USED, room && in->miss_open);
    saw(d, TOKEN_ROOM_LOST, room && same);
    saw(d, TOKEN_ROOM_LEFT, room && !same && !in->miss_open);
    saw(d, SLEEPS_FOR_OTHER, in->miss_defer && !same);
}

static void count_filled(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    bool replay = in->sel_replay, bare = replay && c->out->cand_bare;
    saw(d, BARE, bare && c->out->cand_err == UL1_ERR_NONE);
    saw(d, BARE_FAILED, bare && c->out->cand_err != UL1_ERR_NONE);
    saw(d, LINE_REPLAYED, replay && c->out->cand_err == UL1_ERR_NONE);
    saw(d, LAST_REPLAYED, replay && c->out->cand_last && c->track->fetch[c->out->cand_prt].count > 1);
    saw(d, REPLAYED_PAGE, replay && c->out->cand_err == UL1_ERR_PAGE);
    saw(d, REPLAYED_BUS, replay && c->out->cand_err == UL1_ERR_BUS);
    saw(d, REPLAYED_ASLEEP, replay && !bare && c->out->sleep_ids >> c->out->req_id & 1);
    if (!lsu_pass_fails(&c->track->stage1))
        return;
    uint32_t failed = c->past->entry[c->track->stage1.id].failed, lanes = c->track->stage1.lanes;
    saw(d, FAILS_FIRST, !failed);
    saw(d, FAILS_LOWER, failed && (lanes & -lanes) < (failed & -failed));
    saw(d, FAILS_HIGHER, failed && (lanes & -lanes) > (failed & -failed));
}

// ---- what is presented

static void count_presented(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_in *in = c->in;
    const struct ul1_lsu_out *out = c->out;
    const struct lsu_pass *s1 = &c->track->stage1;
    bool shared = out->req_valid && !out->req_cached, load = shared && !out->req_store;
    bool cached = out->req_cached && !out->req_store && !(in->sel_replay && out->cand_bare);
    bool was_cached = s1->lookup || s1->replay;
    saw(d, ALL_ENTRIES, lsu_entries_in_use(c->track) == UL1_PRT);
    saw(d, MANY_ASLEEP, count_of(out->sleep_ids) >= 6);
    saw(d, WOKEN_AND_NEW, out->cand_woken && out->cand_new);
    saw(d, WOKEN_AND_REMAINDER, out->cand_woken && (out->cand_remainder_load || out->cand_remainder_store));
    saw(d, WOKEN_SECOND_LINE, in->sel_woken && s1->woken && out->req_id == s1->id);
    saw(d, CACHED_WIDE, cached && out->req_sub == UL1_WORDS - 1);
    saw(d, CACHED_BYPASS, cached && out->req_bypass);
    saw(d, ONE_LANE, cached && !(out->req_mask & (out->req_mask - 1)));
    saw(d, WHOLE_LINE, cached && out->req_mask == ALL_LANES);
    saw(d, CACHED_THEN_SHARED, was_cached && shared);
    saw(d, SHARED_THEN_CACHED, s1->shared && cached);
    saw(d, MISS_THEN_LOAD, was_cached && !in->look_hit && load);
    saw(d, HIT_THEN_LOAD, was_cached && !s1->bare && in->look_hit && load);
    saw(d, DUE_FIRST, s1->shared_load && in->pass_due == UL1_LAT);
    saw(d, DUE_LAST, s1->shared_load && in->pass_due == UL1_HLAT);
    saw(d, OVERTAKES, s1->shared_load && c->shadow->due >> (in->pass_due - 1));
    saw(d, LOAD_BEHIND_BARE, s1->bare && in->look_hit && load);
}

// Ordered loads, and those of their warps behind them. (What has been seen and is in flight may be done.)
static void count_ordered(struct drive *d, const struct lsu_cycle *c)
{
    const struct lsu_past *p = c->past;
    const struct lsu_pass *s1 = &c->track->stage1;
    const unsigned id = c->out->req_id, behind = s1->id;
    bool fresh = c->in->sel_new && c->out->req_cached && !c->out->req_store;
    uint64_t ordered = p->in_flight & p->ordered, me = UINT64_C(1) << id;
    if (!ordered)
        return;
    saw(d, ORDERED, fresh && ordered & me);
    saw(d, ORDERED_GOES_ON, fresh && ordered & me & ~p->unseen);
    saw(d, ORDERED_PASSED, fresh && !(ordered & me) && lsu_of_warp(p, ordered & ~p->unseen, p->entry[id].warp));
    saw(d, ORDERED_BEHIND, s1->lookup && !c->in->look_hit && ordered >> behind & 1
        && lsu_of_warp(p, ordered & p->unseen, p->entry[behind].warp));
}

// Which way what is stored goes, and what bypasses: by hint, space and policy.
static void count_policies(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_out *out = c->out;
    if (!out->req_cached || c->in->sel_replay)
        return;
    const struct lsu_instruction *e = &c->past->entry[out->req_id];
    bool store = out->req_store, kepler = c->in->cfg_policy == UL1_POLICY_KEPLER && e->space == UL1_SPACE_GLOBAL;
    saw(d, KEPLER_BYPASS, !store && kepler && e->hint != UL1_HINT_CG && out->req_bypass);
    saw(d, KEPLER_NC, !store && kepler && e->hint == UL1_HINT_NC);
    saw(d, RESERVED_HINT, e->hint > UL1_HINT_ORD);
    saw(d, STORE_LINE, store);
    saw(d, STORE_END, store && out->req_end);
    saw(d, STORE_GOES_ON, store && !out->req_end);
    saw(d, STORE_BACK, store && out->req_writeback);
    saw(d, STORE_THROUGH, store && !out->req_writeback);
    saw(d, STORE_BYPASS, store && out->req_bypass);
    saw(d, STORE_KEPLER, store && kepler && e->hint == UL1_HINT_WB && !out->req_writeback);
    saw(d, STORE_LOCAL_CG, store && e->space == UL1_SPACE_LOCAL && !out->req_writeback);
    saw(d, STORE_ONE_SLOT, store && !(out->req_mask & (out->req_mask - 1)));
    saw(d, STORE_WIDE, store && out->req_sub == UL1_WORDS - 1);
}

// A new access, what it waited for, and older instructions that have had no pass yet.
static void count_new(struct drive *d, const struct lsu_cycle *c)
{
    const struct ul1_lsu_out *out = c->out;
    const struct lsu_past *past = c->past;
    bool kept = out->cand_new && !c->track->had_new && !past->had_room;
    saw(d, KEPT_FOR_ROOM, kept && out->cand_store);
    saw(d, FLUSH_KEPT, kept && out->cand_flush);
    saw(d, FLUSH_WOKEN, c->in->sel_woken && out->cand_woken_flush);
    if (!c->in->sel_new)
        return;
    const struct lsu_instruction *e = &past->entry[out->req_id];
    uint64_t older = 0;
    for (uint64_t left = past->unseen & ~past->null; left; left &= left - 1)
        older |= past->entry[__builtin_ctzll(left)].taken < e->taken ? left & -left : 0;
    saw(d, PASSES_STORE, older & past->stores);
    saw(d, PASSES_LOAD, older & ~past->stores & ~past->fences);
    saw(d, PASSES_FENCE, older & past->fences);
    uint64_t own = lsu_of_warp(past, older & ~past->fences, e->warp), cached = past->cached_loads | past->cached_stores;
    saw(d, SHARED_PASSES_OWN, !out->req_cached && own & cached);
    saw(d, CACHED_PASSES_OWN, out->req_cached && own & ~cached);
    saw(d, BEHIND_UPKEEP, past->kept_up && past->looked_warp == e->warp && !(past->upkeep >> out->req_id & 1));
    saw(d, STORE_AFTER_SLEEPER, out->req_store && past->slept >> e->warp & 1);
}

// ---- who wakes

static void count_woken(struct drive *d, const struct lsu_cycle *c)
{
    const struct lsu_past *past = c->past;
    for (uint64_t woken = past->asleep & ~c->out->sleep_ids; woken; woken &= woken - 1) {
        unsigned cause = past->lack[__builtin_ctzll(woken)].cause;
        saw(d, TOKEN_PASSED, !past->freed && (cause == UL1_CAUSE_ENTRY || cause == UL1_CAUSE_WAY));
        saw(d, WOKEN_ENTRY, past->freed && cause == UL1_CAUSE_ENTRY);
        saw(d, WOKEN_WAY, past->freed && cause == UL1_CAUSE_WAY);
        saw(d, WOKEN_PLACE, cause == UL1_CAUSE_MERGE);
        saw(d, WOKEN_CLOSED, cause == UL1_CAUSE_CLOSED);
        saw(d, WOKEN_ROOM, cause == UL1_CAUSE_ROOM);
    }
    bool fell_asleep = past->told && !(past->asleep >> past->told_id & 1);
    saw(d, SLEPT_NOT, fell_asleep && !(c->out->sleep_ids >> past->told_id & 1));
}

void lsu_count(struct drive *d, const struct lsu_cycle *c)
{
    if (c->in->rst) {
        saw(d, RESET_BUSY, !d->calm && !c->out->lsu_idle);
        return;
    }
    count_offers(d, c);
    count_remainders(d, c);
    count_chosen(d, c);
    count_beats(d, c);
    count_retired(d, c);
    count_fences(d, c);
    count_lookup(d, c);
    count_tokens(d, c);
    count_filled(d, c);
    count_presented(d, c);
    count_policies(d, c);
    count_ordered(d, c);
    count_new(d, c);
    count_woken(d, c);
}
